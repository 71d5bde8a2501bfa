import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { CodedError, type ErrorDetails } from '../base/errors.ts';
import type { Account } from '../settings/settings-schema.ts';
import { errorOf, jsonOf, parsedAnswer } from './answers.ts';
import { createIdleTimer, type Http, type HttpAnswer } from './http.ts';
import { type LinkBook, type LinkOwner, linksOf, type Step } from './links.ts';
import { isObject, property, unwrapped } from './read.ts';
import type { TokenKeeper } from './token.ts';
import { createUploadBody, type FileToUpload } from './upload-body.ts';

export type UploadOptions = {
  readonly signal?: AbortSignal;
  /** Bytes of the file handed over so far. */
  readonly onProgress?: (sentBytes: number) => void;
  /** Gives up when nothing moved for this long; never limits the whole upload. Default two minutes. */
  readonly idleTimeoutMs?: number;
};

export type Uploaded<Resource> = {
  readonly resource: Resource;
  /** Hex, of the bytes sent. */
  readonly sha256: string;
};

const uploadIdleMs = 120_000;

/** Calls with a token, in the account's mode; a 401 is answered once with a newer token. */
export type Calls = {
  json(step: Step, body: Body | null, signal?: AbortSignal): Promise<HttpAnswer>;
  upload<Resource>(
    step: Step,
    field: string,
    file: FileToUpload,
    options: UploadOptions,
    read: (answer: HttpAnswer, url: string) => Resource,
  ): Promise<Uploaded<Resource>>;
};

export type Body = { readonly contentType: string; readonly text: string };

export function jsonBody(value: unknown): Body {
  return { contentType: 'application/json', text: JSON.stringify(value) };
}

export function createCalls(deps: {
  readonly account: Account;
  readonly http: Http;
  readonly tokens: TokenKeeper;
  readonly clock: Clock;
}): Calls {
  const { account, http, tokens, clock } = deps;
  const accept =
    account.mode === 'link' ? `application/vnd.${account.vendor}.hateaos+json` : 'application/json';
  const headers = (token: string): Record<string, string> => ({ accept, authorization: `Bearer ${token}` });

  /** Runs one exchange; after a 401 once more with a renewed token. Gives the last answer, whatever its status. */
  const withToken = async (
    exchange: (token: string) => Promise<HttpAnswer>,
    url: string,
  ): Promise<HttpAnswer> => {
    const token = await tokens.token();
    const answer = await exchange(token);
    if (answer.status !== 401) return answer;
    const again = await exchange(await tokens.renewed(token));
    if (again.status === 401) tokens.reject(errorOf(again, url));
    return again;
  };

  return {
    json: async (step, body, signal) => {
      const answer = await withToken(
        (token) =>
          http.send({
            method: step.method,
            url: step.url,
            headers: { ...headers(token), ...(body ? { 'content-type': body.contentType } : {}) },
            ...(body ? { body: body.text } : {}),
            signal,
          }),
        step.url,
      );
      if (answer.status >= 300) throw errorOf(answer, step.url);
      return answer;
    },
    upload: async (step, field, file, options, read) => {
      let body = createUploadBody(field, file, () => {});
      const exchange = (token: string): Promise<HttpAnswer> => {
        const idle = createIdleTimer(clock, options.idleTimeoutMs ?? uploadIdleMs);
        body = createUploadBody(field, file, (sentBytes) => {
          idle.touch();
          options.onProgress?.(sentBytes);
        });
        return http.send({
          method: step.method,
          url: step.url,
          headers: {
            ...headers(token),
            'content-type': body.contentType,
            'content-length': String(body.contentLength),
          },
          body: body.chunks,
          signal: options.signal,
          idle,
        });
      };
      try {
        const answer = await withToken(exchange, step.url);
        if (answer.status >= 300) throw withOutcome(errorOf(answer, step.url, file.size), 'refused');
        return { resource: read(answer, step.url), sha256: body.sha256() };
      } catch (error) {
        throw withOutcome(error, body.complete ? 'unknown' : 'not-sent');
      }
    },
  };
}

/** The same error saying whether the upload may have been stored; an outcome that is known already stays. */
function withOutcome(error: unknown, outcome: NonNullable<ErrorDetails['outcome']>): unknown {
  if (!(error instanceof CodedError) || error.details.outcome !== undefined) return error;
  const { code, message, remedy, cause } = error;
  return new CodedError({ code, message, remedy }, { cause, details: { ...error.details, outcome } });
}

/** A resource of an answer, its links remembered. */
export function readOne<Schema extends z.ZodType<{ id: number }>>(
  schema: Schema,
  owner: LinkOwner,
  book: LinkBook,
): (answer: HttpAnswer, url: string) => z.output<Schema> {
  return (answer, url) => {
    const resource = parsedAnswer(schema, answer, url);
    rememberLinks(jsonOf(answer, url), owner, book);
    return resource;
  };
}

/** Remembers the links of a raw resource and of what it holds (`items` of a profile, `profiles` of an application). */
export function rememberLinks(raw: unknown, owner: LinkOwner, book: LinkBook): void {
  if (!isObject(raw)) return;
  const id = Number(property(raw, 'id'));
  if (Number.isInteger(id)) book.remember(owner, id, linksOf(raw));
  const inside =
    owner === 'profile' ? ['items', 'item'] : owner === 'application' ? ['profiles', 'version'] : null;
  if (inside === null) return;
  const [name, kind] = inside as [string, LinkOwner];
  const list = unwrapped(property(raw, name));
  if (Array.isArray(list)) for (const one of list) rememberLinks(one, kind, book);
}
