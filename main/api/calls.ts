import type { z } from 'zod';
import { CodedError } from '../base/errors.ts';
import type { Redactor } from '../base/redact.ts';
import type { Account } from '../settings/settings-schema.ts';
import { answerDetails, answerError } from './answer-error.ts';
import { apiErrors, withDetails } from './errors.ts';
import { isWebPage, pageTitle, parseJson } from './explanation.ts';
import type { Http, HttpAnswer, HttpRequest } from './http.ts';
import type { Links, Target } from './links.ts';
import { type Kind, type Operation, rootPath, selfOf } from './operations.ts';
import { shownHost } from './proxy.ts';
import { readResource } from './read.ts';
import type { TokenKeeper } from './token.ts';
import { root as rootSchema } from './wire.ts';

/** What a successful answer is expected to hold. */
export type Promised<Schema extends z.ZodType> = {
  readonly schema: Schema;
  /** In words, after "not with": "the list of test applications". */
  readonly what: string;
  /** Whose links the answer carries, in link mode. */
  readonly kind: Kind;
};

/** What a request carries. Asked for anew for every try. */
export type Payload = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array>;
};

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly payload?: () => Payload;
  readonly idleTimeoutMs?: number;
  /** Bytes of the file that is sent, for messages. */
  readonly fileSize?: number;
};

/** Requests to the distribution API with the account's token, mode and links. */
export type Calls = {
  /** The answer of a success (2xx, no web page). Throws every other as a coded error. */
  send(operation: Operation, options?: CallOptions): Promise<HttpAnswer>;
  sendTo(target: Target, about: 'entrance' | 'item', options?: CallOptions): Promise<HttpAnswer>;
  /** The promised resource in an answer; null when its body is empty. Throws `api/notPromised`. */
  read<Schema extends z.ZodType>(answer: HttpAnswer, promised: Promised<Schema>): z.output<Schema> | null;
  /** The resource an operation promises. An empty body is an error. */
  get<Schema extends z.ZodType>(
    operation: Operation,
    promised: Promised<Schema>,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
  root(signal?: AbortSignal): Promise<z.output<typeof rootSchema>>;
};

const idleTimeoutMs = 60_000;

export function createCalls(deps: {
  readonly account: Account;
  readonly http: Http;
  readonly token: TokenKeeper;
  readonly links: Links;
  readonly redactor: Redactor;
}): Calls {
  const { account, http, token, links } = deps;
  const linked = account.mode === 'link';
  const accept = linked ? `application/vnd.${account.vendor}.hateaos+json` : 'application/json';
  const redact = (text: string): string => deps.redactor.text(text);

  const sendTo: Calls['sendTo'] = async (target, about, options = {}) => {
    const { signal } = options;
    const attempt = (value: string): Promise<HttpAnswer> =>
      http.send(requestFor(target, options, { accept, authorization: `Bearer ${value}` }));
    let used = await token.get(signal);
    let answer = await attempt(used);
    if (answer.status === 401) {
      used = await renewed(used, signal);
      answer = await attempt(used);
    }
    if (answer.status >= 200 && answer.status < 300) return requireData(answer);
    const error = answerError(answer, { about, fileSize: options.fileSize ?? null, redact });
    if (answer.status === 401) token.reject(used, error);
    throw error;
  };
  /** Whatever was sent with the old token was refused; the error must not leave that open. */
  const renewed = async (rejected: string, signal?: AbortSignal): Promise<string> => {
    try {
      return await token.renew(rejected, signal);
    } catch (error) {
      throw error instanceof CodedError ? withDetails(error, { outcome: 'refused' }) : error;
    }
  };
  const read: Calls['read'] = (answer, promised) => {
    if (isEmpty(answer)) return null;
    const value = parseJson(answer.text);
    const result = readResource(promised.schema, value);
    if (!result.ok)
      throw notPromised(answer, promised.what, value === undefined ? 'it is no JSON' : result.problem);
    if (linked) links.learn(value, promised.kind);
    return result.value;
  };
  const root: Calls['root'] = async (signal) => {
    const target: Target = { method: 'GET', url: new URL(account.baseUrl + rootPath) };
    const answer = await sendTo(target, 'entrance', { signal });
    const result = readResource(rootSchema, parseJson(answer.text));
    if (!result.ok) throw notPromised(answer, 'the root of a distribution service', result.problem);
    if (linked) links.learnRoot(result.value);
    return result.value;
  };
  const learnLinks = async ({ owner, rel }: Operation, signal?: AbortSignal): Promise<void> => {
    if (!linked || rel === null || rel === 'self' || links.knows(owner)) return;
    if (owner.kind === 'area') {
      await root(signal).catch(unlessMissing);
      return;
    }
    if (owner.kind === 'storeItem') return;
    const answer = await sendTo(links.target(selfOf(owner.kind, owner.id)), 'item', { signal });
    links.learn(parseJson(answer.text), owner.kind);
  };
  const send: Calls['send'] = async (operation, options = {}) => {
    await learnLinks(operation, options.signal);
    const about = operation.owner.kind === 'area' ? 'entrance' : 'item';
    return sendTo(links.target(operation), about, options);
  };
  const get: Calls['get'] = async (operation, promised, signal) => {
    const answer = await send(operation, { signal });
    const value = read(answer, promised);
    if (value === null) throw notPromised(answer, promised.what, 'it is empty');
    return value;
  };
  return { send, sendTo, read, get, root };
}

function requestFor(
  target: Target,
  options: CallOptions,
  headers: Readonly<Record<string, string>>,
): HttpRequest {
  const payload = options.payload?.();
  return {
    method: target.method,
    url: target.url,
    signal: options.signal,
    idleTimeoutMs: options.idleTimeoutMs ?? idleTimeoutMs,
    headers: { ...headers, ...payload?.headers },
    ...(payload ? { body: payload.body } : {}),
  };
}

/** A body that says nothing: absent, blank or JSON `null`. */
export function isEmpty(answer: HttpAnswer): boolean {
  return /^\s*(null|"")?\s*$/.test(answer.text);
}

function requireData(answer: HttpAnswer): HttpAnswer {
  if (isEmpty(answer) || !isWebPage(answer)) return answer;
  const values = { host: shownHost(answer.url, answer.proxy), title: pageTitle(answer.text) };
  throw apiErrors.webPage(values, { details: answerDetails(answer) });
}

function notPromised(answer: HttpAnswer, what: string, problem: string): CodedError {
  const values = { host: shownHost(answer.url, answer.proxy), what, problem };
  return apiErrors.notPromised(values, { details: answerDetails(answer) });
}

/** A service without a root resource still has the addresses of the reference. */
function unlessMissing(error: unknown): void {
  if (!(error instanceof CodedError) || error.code !== 'api/wrongAddress') throw error;
}
