import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { problem } from '../../../main/api/wire.ts';
import type { Exchange } from '../api/response-recorder.ts';

/** Code of a problem or OAuth error. */
const failure = z.union([
  z.object({ code: z.string() }).transform(({ code }) => code),
  z.object({ error: z.string() }).transform(({ error }) => error),
]);
const example = z.object({ value: failure });
const media = z.object({
  schema: z.record(z.string(), z.unknown()),
  examples: z.record(z.string(), z.union([example, z.object({ $ref: z.string() })])).optional(),
});
const response = z.object({
  headers: z.record(z.string(), z.object({ $ref: z.string() })),
  content: z.record(z.string(), media).optional(),
});
const operation = z.object({ operationId: z.string(), responses: z.record(z.string(), response) });
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    examples: z.record(z.string(), example),
    headers: z.record(z.string(), z.object({ required: z.literal(true) })),
  }),
});

type Description = z.infer<typeof description>;
type Operation = z.infer<typeof operation>;
type Media = z.infer<typeof media>;

/** Describes each deviation of a response from the document in one line. */
export type DescriptionCheck = (exchange: Exchange) => readonly string[];

/** Compares responses with the OpenAPI document. Undocumented fields in a body are deviations. */
export function createDescriptionCheck(document: unknown): DescriptionCheck {
  const { paths, components } = description.parse(document);
  const validate = createValidator(components);
  return (exchange) => {
    const path = findPath(Object.keys(paths), exchange.path);
    if (path === null) {
      return isEncoded(exchange.path)
        ? checkRefusal(exchange, 404, 'service/noRoute')
        : checkRefusal(exchange, 400, 'service/badPath');
    }
    const methods = paths[path] ?? {};
    const found =
      methods[exchange.method.toLowerCase()] ?? (exchange.method === 'HEAD' ? methods['get'] : undefined);
    const complaints =
      found === undefined
        ? checkOtherMethod(exchange, Object.keys(methods))
        : checkAnswer(exchange, found, components, validate);
    return complaints.map((text) => `${exchange.method} ${path}, ${exchange.status}: ${text}`);
  };
}

/** Returns the name of an exchange, such as `getRoot 401 service/token`; null if not documented. */
export function describedAs(document: unknown, exchange: Exchange): string | null {
  const { paths } = description.parse(document);
  const path = findPath(Object.keys(paths), exchange.path);
  const found = path === null ? undefined : paths[path]?.[exchange.method.toLowerCase()];
  if (found === undefined) return null;
  return [found.operationId, exchange.status, failure.safeParse(parseJson(exchange)).data ?? []]
    .flat()
    .join(' ');
}

/** Returns the names of all documented responses and failures, in the format of `describedAs`. */
export function everyDescribed(document: unknown): readonly string[] {
  const { paths, components } = description.parse(document);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) => {
      const names = Object.values(content).flatMap((one) => failuresOf(one, components));
      return names.length === 0
        ? [`${operationId} ${status}`]
        : names.map((name) => `${operationId} ${status} ${name}`);
    }),
  );
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the documented path that matches. Fixed segments take precedence over `{id}`. */
function findPath(paths: readonly string[], given: string): string | null {
  const address = given.replaceAll(/\/{2,}/g, '/');
  const fitting = paths.filter((path) =>
    new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
  return fitting.sort((a, b) => a.indexOf('{') - b.indexOf('{')).at(-1) ?? null;
}

function checkAnswer(
  exchange: Exchange,
  { responses }: Operation,
  components: Description['components'],
  validate: Validator,
): readonly string[] {
  const described = responses[exchange.status];
  if (described === undefined) return ['this status is not described'];
  const missing = Object.keys(described.headers)
    .filter((name) => exchange.headers[name.toLowerCase()] === undefined)
    .map((name) => `the header ${name} is described as always there`);
  if (described.content === undefined) return [...missing, ...checkEmpty(exchange)];
  const type = mediaTypeOf(exchange);
  const found = described.content[type];
  if (found === undefined) return [...missing, `the content type ${type} is not described`];
  if (exchange.method === 'HEAD') return missing;
  return [...missing, ...checkBody(exchange, type, found, components, validate)];
}

function checkBody(
  exchange: Exchange,
  type: string,
  described: Media,
  components: Description['components'],
  validate: Validator,
): readonly string[] {
  if (!type.endsWith('json')) return exchange.body.length === 0 ? ['the body is empty'] : [];
  const complaints = validate(described.schema, parseJson(exchange));
  // Status 500 allows any code, because unexpected errors keep their own code.
  if (exchange.status < 400 || exchange.status === 500 || complaints.length > 0) return complaints;
  return checkFailure(exchange, failuresOf(described, components));
}

function failuresOf({ examples = {} }: Media, components: Description['components']): readonly string[] {
  return Object.values(examples).map((one) => {
    const name = 'value' in one ? one.value : components.examples[one.$ref.split('/').at(-1) ?? '']?.value;
    if (name === undefined) throw new Error('The document refers to an example it does not have.');
    return name;
  });
}

function checkFailure(exchange: Exchange, names: readonly string[]): readonly string[] {
  const body = parseJson(exchange);
  const name = failure.safeParse(body).data;
  const status = problem.safeParse(body).data?.status ?? exchange.status;
  return [
    ...(status === exchange.status ? [] : [`the body says status ${status}`]),
    ...(name !== undefined && names.includes(name) ? [] : [`the failure ${name} is not described`]),
  ];
}

function checkEmpty({ body, headers }: Exchange): readonly string[] {
  return body.length === 0 && headers['content-type'] === undefined ? [] : ['a body is not described'];
}

/** Expects 405 with the documented methods in `Allow`, or 401 without a token. */
function checkOtherMethod(exchange: Exchange, methods: readonly string[]): readonly string[] {
  if (exchange.status === 401) return checkRefusal(exchange, 401, 'service/token');
  // OPTIONS has no description: it returns only the limits of tus.
  if (exchange.method === 'OPTIONS' && exchange.headers['tus-version'] !== undefined) return [];
  const allowed = (exchange.headers['allow'] ?? '')
    .toLowerCase()
    .split(', ')
    .filter((method) => method !== 'options')
    .sort();
  return [
    ...checkRefusal(exchange, 405, 'service/method'),
    ...(allowed.join() === [...methods].sort().join()
      ? []
      : [`Allow names ${allowed}, described is ${methods}`]),
  ];
}

function checkRefusal(exchange: Exchange, status: number, code: string): readonly string[] {
  if (exchange.status !== status) {
    return [`${exchange.method} ${exchange.path} is not described, and answered with ${exchange.status}`];
  }
  const type = mediaTypeOf(exchange);
  if (type !== 'application/problem+json') return [`the content type ${type} is not that of a refusal`];
  return exchange.method === 'HEAD' ? [] : checkFailure(exchange, [code]);
}

type Validator = (schema: Media['schema'], value: unknown) => readonly string[];

function createValidator(components: Description['components']): Validator {
  const base = 'http://service/openapi.json';
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ components }, base);
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    const check = compiled.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/', `"${base}#/`)));
    compiled.set(key, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Returns the content type without its charset. Replaces any vendor with the document's vendor. */
function mediaTypeOf({ headers }: Exchange): string {
  const type = headers['content-type']?.split(';')[0] ?? '(none)';
  return /^application\/vnd\.[^/]+\.hateaos\+json$/.test(type)
    ? 'application/vnd.slipway.hateaos+json'
    : type;
}

function parseJson({ body }: Exchange): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
