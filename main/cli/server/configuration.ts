/** Configuration of `slipway server`, from environment variables or an env file. */
import { parseEnv } from 'node:util';
import { z } from 'zod';
import type { Environment } from '../../base/environment.ts';
import { type CodedError, systemCode } from '../../base/errors.ts';
import { readTextFile } from '../../base/files/files.ts';
import { expandHome } from '../../base/files/home-path.ts';
import { type Language, languages } from '../../messages/locale.ts';
import type { SmtpSettings } from '../../service/service-view.ts';
import type { StorageOptions } from '../../service/storage/open-storage.ts';
import { cliErrors } from '../errors.ts';

export type Configuration = {
  readonly storage: StorageOptions;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly proxyHops: number;
  readonly smtp: SmtpSettings | null;
  readonly mailLanguage: Language;
  readonly maxBuildBytes: number;
  readonly parallelUploads: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Milliseconds to keep accepting connections after a stop request, so that proxies can notice it. */
  readonly drainMs: number;
  /** Additional milliseconds for running requests to finish. */
  readonly drainLimitMs: number;
};

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const address = (protocols: readonly string[]) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
    },
    `must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  );

const seconds = wholeNumber(0, 86_400).transform((value) => value * 1_000);

const variables = {
  SLIPWAY_DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  SLIPWAY_DATABASE_CONNECTIONS: wholeNumber(2, 500).default(10),
  SLIPWAY_DATA_FOLDER: z.string().optional(),
  SLIPWAY_S3_ENDPOINT: address(['https:', 'http:']).optional(),
  SLIPWAY_S3_REGION: z.string().default('us-east-1'),
  SLIPWAY_S3_BUCKET: z.string().optional(),
  SLIPWAY_S3_ACCESS_KEY_ID: z.string().optional(),
  SLIPWAY_S3_SECRET_ACCESS_KEY: z.string().optional(),
  SLIPWAY_S3_PATH_STYLE: flag.default(true),
  SLIPWAY_S3_PREFIX: z.string().default(''),
  SLIPWAY_S3_REDIRECT: flag.default(false),
  SLIPWAY_HOST: z.string().default('127.0.0.1'),
  SLIPWAY_PORT: wholeNumber(0, 65_535).default(8_080),
  SLIPWAY_PUBLIC_URL: address(['https:', 'http:']),
  SLIPWAY_PROXY_HOPS: wholeNumber(0, 10).default(0),
  SLIPWAY_SMTP_HOST: z.string().optional(),
  SLIPWAY_SMTP_PORT: wholeNumber(1, 65_535).optional(),
  SLIPWAY_SMTP_SECURITY: z
    .enum(['tls', 'starttls', 'none'], 'must be tls, starttls or none')
    .default('starttls'),
  SLIPWAY_SMTP_USER: z.string().optional(),
  SLIPWAY_SMTP_PASSWORD: z.string().optional(),
  SLIPWAY_SMTP_FROM: z.string().optional(),
  SLIPWAY_MAIL_LANGUAGE: z.enum(languages, `must be one of ${languages.join(', ')}`).default('en'),
  SLIPWAY_LARGEST_BUILD: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(4_294_967_296),
  SLIPWAY_PARALLEL_UPLOADS: wholeNumber(1, 1_000).default(16),
  SLIPWAY_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error')
    .default('info'),
  SLIPWAY_DRAIN_SECONDS: seconds.default(5_000),
  SLIPWAY_DRAIN_LIMIT_SECONDS: seconds.default(3_600_000),
} as const;

type Name = keyof typeof variables;

export const variableNames = Object.keys(variables) as readonly Name[];

/** Secrets that can also be read from a file: the variable with suffix `_FILE` contains its path. */
const secretNames: readonly Name[] = [
  'SLIPWAY_DATABASE_URL',
  'SLIPWAY_S3_SECRET_ACCESS_KEY',
  'SLIPWAY_SMTP_PASSWORD',
];

/** Environment variables of other commands, which may also be set for a server. */
const otherNames = /^SLIPWAY_(CONFIG|NEW_PASSWORD|SECRET|PASSWORD|CLIENT_SECRET|STATIC_PASSWORD)$/;

/** Reads the configuration; the environment overrides the file. Throws `cli/configuration`. */
export async function readConfiguration(environment: Environment, file?: string): Promise<Configuration> {
  const path = file ?? environment.SLIPWAY_CONFIG;
  const inFile = path ? await readVariables(path) : {};
  const given = { ...inFile, ...environment };
  const mistakes: string[] = [];
  const values: Record<string, string> = {};
  for (const name of variableNames) {
    const value = given[name];
    if (value !== undefined && value !== '') values[name] = value;
  }
  for (const name of secretNames) {
    const path = given[`${name}_FILE`];
    if (!path) continue;
    if (values[name] !== undefined)
      mistakes.push(`${name} and ${name}_FILE are both set; use only one of them`);
    else values[name] = await readSecret(`${name}_FILE`, path, mistakes);
  }
  mistakes.push(...unknownNames(Object.keys(inFile), environment));
  const read = z.object(variables).safeParse(values);
  for (const { path, message } of read.error?.issues ?? []) {
    const name = String(path[0]);
    mistakes.push(values[name] === undefined ? `${name} is not set` : `${name} ${message}`);
  }
  if (read.data) mistakes.push(...combinationMistakes(read.data));
  if (!read.data || mistakes.length > 0) throw configurationError(mistakes);
  return configurationOf(read.data);
}

type Values = z.infer<z.ZodObject<typeof variables>>;

const bucketNames = [
  'SLIPWAY_S3_BUCKET',
  'SLIPWAY_S3_ACCESS_KEY_ID',
  'SLIPWAY_S3_SECRET_ACCESS_KEY',
] as const;

function combinationMistakes(values: Values): string[] {
  const found: string[] = [];
  const { SLIPWAY_S3_ENDPOINT: endpoint } = values;
  for (const name of bucketNames) {
    if (endpoint !== undefined && values[name] === undefined)
      found.push(`${name} is not set, but S3 requires it`);
    if (endpoint === undefined && values[name] !== undefined)
      found.push(`${name} is set without SLIPWAY_S3_ENDPOINT`);
  }
  if (values.SLIPWAY_S3_REDIRECT && endpoint === undefined)
    found.push('SLIPWAY_S3_REDIRECT is set without SLIPWAY_S3_ENDPOINT');
  const needsFolder = values.SLIPWAY_DATABASE_URL === undefined || endpoint === undefined;
  if (needsFolder && values.SLIPWAY_DATA_FOLDER === undefined) {
    found.push(
      'SLIPWAY_DATA_FOLDER is not set, but is required without SLIPWAY_DATABASE_URL (for records) or SLIPWAY_S3_ENDPOINT (for builds)',
    );
  }
  if (values.SLIPWAY_SMTP_HOST !== undefined && values.SLIPWAY_SMTP_FROM === undefined)
    found.push('SLIPWAY_SMTP_FROM is not set, but mail requires a sender');
  if ((values.SLIPWAY_SMTP_USER === undefined) !== (values.SLIPWAY_SMTP_PASSWORD === undefined))
    found.push('SLIPWAY_SMTP_USER and SLIPWAY_SMTP_PASSWORD must be set together');
  return found;
}

function configurationOf(values: Values): Configuration {
  const folder = expandHome(values.SLIPWAY_DATA_FOLDER ?? '');
  return {
    storage: {
      database:
        values.SLIPWAY_DATABASE_URL === undefined
          ? { folder }
          : { url: values.SLIPWAY_DATABASE_URL, maxConnections: values.SLIPWAY_DATABASE_CONNECTIONS },
      builds:
        values.SLIPWAY_S3_ENDPOINT === undefined
          ? { folder }
          : {
              endpoint: values.SLIPWAY_S3_ENDPOINT,
              region: values.SLIPWAY_S3_REGION,
              bucket: values.SLIPWAY_S3_BUCKET ?? '',
              accessKeyId: values.SLIPWAY_S3_ACCESS_KEY_ID ?? '',
              secretAccessKey: values.SLIPWAY_S3_SECRET_ACCESS_KEY ?? '',
              pathStyle: values.SLIPWAY_S3_PATH_STYLE,
              prefix: values.SLIPWAY_S3_PREFIX,
            },
      redirectDownloads: values.SLIPWAY_S3_REDIRECT,
    },
    host: values.SLIPWAY_HOST,
    port: values.SLIPWAY_PORT,
    publicUrl: values.SLIPWAY_PUBLIC_URL,
    proxyHops: values.SLIPWAY_PROXY_HOPS,
    smtp: smtpOf(values),
    mailLanguage: values.SLIPWAY_MAIL_LANGUAGE,
    maxBuildBytes: values.SLIPWAY_LARGEST_BUILD,
    parallelUploads: values.SLIPWAY_PARALLEL_UPLOADS,
    logLevel: values.SLIPWAY_LOG_LEVEL,
    drainMs: values.SLIPWAY_DRAIN_SECONDS,
    drainLimitMs: values.SLIPWAY_DRAIN_LIMIT_SECONDS,
  };
}

function smtpOf(values: Values): SmtpSettings | null {
  const { SLIPWAY_SMTP_HOST: host, SLIPWAY_SMTP_SECURITY: security } = values;
  if (host === undefined) return null;
  return {
    host,
    port: values.SLIPWAY_SMTP_PORT ?? (security === 'tls' ? 465 : 587),
    secure: security === 'tls',
    requireTls: security === 'starttls',
    ...(security === 'none' ? { plainText: true } : {}),
    userName: values.SLIPWAY_SMTP_USER ?? null,
    password: values.SLIPWAY_SMTP_PASSWORD ?? null,
    from: values.SLIPWAY_SMTP_FROM ?? '',
  };
}

export function secretsIn({ storage: { database, builds }, smtp }: Configuration): readonly string[] {
  const ofDatabase = 'url' in database ? [decodeURIComponent(new URL(database.url).password)] : [];
  const ofBuilds = 'folder' in builds ? [] : [builds.secretAccessKey];
  return [...ofDatabase, ...ofBuilds, smtp?.password ?? ''].filter((secret) => secret !== '');
}

function configurationError(mistakes: readonly string[], cause?: unknown): CodedError {
  return cliErrors.configuration({ mistakes: mistakes.map((mistake) => `${mistake}.`).join(' ') }, { cause });
}

async function readVariables(path: string): Promise<NodeJS.Dict<string>> {
  try {
    return parseEnv(await readTextFile(expandHome(path)));
  } catch (error) {
    throw configurationError(
      [`The file ${path} cannot be read (${systemCode(error) ?? 'it is not text'})`],
      error,
    );
  }
}

async function readSecret(name: string, path: string, mistakes: string[]): Promise<string> {
  try {
    return (await readTextFile(expandHome(path))).trim();
  } catch (error) {
    mistakes.push(`${name}: the file ${path} cannot be read (${systemCode(error) ?? 'it is not text'})`);
    return '';
  }
}

/** Checks all names in the file, but only names with a server prefix in the environment. */
function unknownNames(inFile: readonly string[], environment: Environment): string[] {
  const valid = new Set<string>([...variableNames, ...secretNames.map((name) => `${name}_FILE`)]);
  const prefixed = Object.keys(environment).filter((name) => /^SLIPWAY_(DATABASE|S3|SMTP|DRAIN)_/.test(name));
  return [...new Set([...inFile, ...prefixed])]
    .filter((name) => !valid.has(name) && !otherNames.test(name))
    .map((name) => `${name} is not a variable of the server; assets/deploy/server.env lists them`);
}
