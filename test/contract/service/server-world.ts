/** `slipway server` as separate processes with a real PostgreSQL and the strict S3 server. */
import { afterAll, beforeAll } from 'vitest';
import type { FirstUser } from '../../../main/service/service.ts';
import { type PostgresServer, startPostgres } from '../../fakes/postgres.ts';
import { type S3Server, startS3 } from '../../fakes/s3/s3-server.ts';
import { type RunningProgram, startSlipway } from '../../unit/cli/run-slipway.ts';
import { unique } from '../storage/world.ts';

export type Variables = Readonly<Record<string, string>>;

export type Instance = { readonly program: RunningProgram; readonly url: string };

/** Starts PostgreSQL and the S3 server, which all tests of the file share. */
export function startSharedServers() {
  let postgres: PostgresServer;
  let s3: S3Server;
  beforeAll(async () => {
    [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  }, 60_000);
  afterAll(() => Promise.all([postgres.remove(), s3.close()]));
  /** Returns the environment variables of a new service without records or builds. */
  const variables = async (): Promise<Variables> => {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings;
    return {
      SLIPWAY_DATABASE_URL: await postgres.newSchema(),
      SLIPWAY_DATABASE_CONNECTIONS: '5',
      SLIPWAY_S3_ENDPOINT: endpoint,
      SLIPWAY_S3_REGION: region,
      SLIPWAY_S3_BUCKET: bucket,
      SLIPWAY_S3_PREFIX: `${unique('server')}/`,
      SLIPWAY_S3_ACCESS_KEY_ID: accessKeyId,
      SLIPWAY_S3_SECRET_ACCESS_KEY: secretAccessKey,
      SLIPWAY_PUBLIC_URL: 'https://builds.example.org',
      SLIPWAY_PORT: '0',
      SLIPWAY_DRAIN_SECONDS: '0',
    };
  };
  return { variables, postgres: () => postgres };
}

export async function startInstance(given: Variables): Promise<Instance> {
  const program = startSlipway(['server'], given);
  const log = await program.until('stdout', '"message":"Service started"');
  return {
    program,
    url: entries(log).find(({ message }) => message === 'Service started')?.localUrl as string,
  };
}

/** Parses the complete lines of a log. */
export function entries(log: string): Record<string, unknown>[] {
  return log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Returns the first user, whose credentials the program prints at its first start. */
export async function firstUserOf({ program }: Instance): Promise<FirstUser> {
  return firstUserIn(await program.until('stderr', 'client secret'));
}

/** Parses the credentials of the first user from stderr. */
export function firstUserIn(output: string): FirstUser {
  const word = (label: string): string => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? '';
  return {
    userName: word('user name'),
    password: word('password'),
    clientId: word('client id'),
    clientSecret: word('client secret'),
  };
}

/** Stops an instance and returns its exit code. */
export const stopped = async ({ program }: Instance): Promise<number | null> => {
  program.signal('SIGTERM');
  return (await program.ended).code;
};
