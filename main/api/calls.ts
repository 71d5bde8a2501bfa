import { setImmediate as otherWork } from 'node:timers/promises';
import type { z } from 'zod';
import { CodedError, toFailure } from '../base/errors.ts';
import type { ErrorDetails } from '../base/failure.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import { type Keys, type Message, messageOf } from '../messages/message.ts';
import type { Account } from '../settings/settings-schema.ts';
import { apiErrors, withDetails } from './errors.ts';
import type { Links, Target } from './links.ts';
import { type Kind, type Operation, rootPath } from './operations.ts';
import { createFindTarget } from './resources/find-target.ts';
import { isObject, property, readResource, unwrap } from './resources/read.ts';
import { readRoot } from './resources/read-links.ts';
import type { TokenProvider } from './token.ts';
import { addressWithin } from './transport/address-within.ts';
import { shownUrl } from './transport/http.ts';
import type { Http, HttpRequest, HttpResponse } from './transport/http-types.ts';
import { shownHost } from './transport/proxy/proxy.ts';
import { mayBePublic } from './transport/public-network.ts';
import { isWebPage, pageTitle, parseJson } from './transport/response/error-message.ts';
import { accountPath, responseDetails, responseError } from './transport/response/response-error.ts';
import { asOfNetwork, isForeign, type KnownAddresses } from './who-answered.ts';
import type { Root } from './wire.ts';

/** Expected body of a successful response. */
export type Promised<Schema extends z.ZodType> = {
  readonly schema: Schema;
  /** Name of the resource in messages, such as "the list of test applications". */
  readonly what: Message;
  /** Kind of the resource whose links the response contains, in link mode. */
  readonly kind: Kind;
  /**
   * Property with the child list, which at least one resource must contain, even if it is empty or null. An
   * omitted list would look empty, and builds that exist would be sent again.
   */
  readonly list?: string;
};

export function promised<Schema extends z.ZodType>(
  schema: Schema,
  kind: Kind,
  what: Keys<'answer'>,
  list?: string,
): Promised<Schema> {
  return { schema, kind, what: messageOf(`answer/${what}`), ...(list === undefined ? {} : { list }) };
}

/** Headers and body of a request; created again for each attempt. */
export type Payload = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array>;
};

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly payload?: () => Payload;
  readonly idleTimeoutMs?: number;
  readonly onUnacknowledged?: (bytes: number | null) => void;
  readonly isCareful?: () => boolean;
  /** Bytes of the uploaded file; undefined if the request is not an upload. */
  readonly fileSize?: number;
};

export type BytesOptions = {
  readonly signal?: AbortSignal;
  /** Also reads from other origins: over https, from public addresses only, without the token. */
  readonly elsewhere?: boolean;
};

/** Requests to the distribution API with the account's token, mode and links. */
export type Calls = {
  /** Returns a 2xx response that is not a web page; throws a coded error for any other. */
  send(operation: Operation, options?: CallOptions): Promise<HttpResponse>;
  sendTo(target: Target, about: 'endpoint' | 'item', options?: CallOptions): Promise<HttpResponse>;
  /** Returns the promised resource; null if the body is empty. Throws `api/notPromised`. */
  read<Schema extends z.ZodType>(answer: HttpResponse, promised: Promised<Schema>): z.output<Schema> | null;
  /** Sends the operation and returns the promised resource. An empty body throws `api/notPromised`. */
  get<Schema extends z.ZodType>(
    operation: Operation,
    promised: Promised<Schema>,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
  root(signal?: AbortSignal): Promise<Root>;
  /**
   * Returns the bytes at an address that the service names, such as an icon, requested with the token. Null
   * for 404, 410 and other origins: the token is never sent there. A refusal does not change the session, as
   * paths outside the API may have other rules. Throws `api/tooMuch` above `longestBytes`.
   */
  bytes(address: string, longestBytes: number, options?: BytesOptions): Promise<Buffer | null>;
};

const idleTimeoutMs = 60_000;

/** Maximum number of unreadable fields in one log entry. */
const mostNamed = 20;

type CallParts = {
  readonly account: Account;
  readonly http: Http;
  /** For addresses on other hosts; see `publicNetwork`. */
  readonly publicHttp: Http;
  readonly token: TokenProvider;
  readonly links: Links;
  readonly known: KnownAddresses;
  readonly redactor: Redactor;
  readonly log: Log;
};

export function createCalls(parts: CallParts): Calls {
  const { account, links } = parts;
  const linked = account.mode === 'link';
  const sendTo = createSendTo(parts);
  const readValue = createReadValue(parts);
  const read: Calls['read'] = (answer, promised) =>
    isEmpty(answer) ? null : readValue(answer, parseJson(answer.text), promised);
  const root: Calls['root'] = async (signal) => {
    const target: Target = { method: 'GET', url: new URL(account.baseUrl + rootPath) };
    const answer = await sendTo(target, 'endpoint', { signal });
    const found = readRoot(parseJson(answer.text));
    if (found === null) {
      throw notPromised(answer, messageOf('answer/root'), messageOf('problem/noAreas'));
    }
    if (linked) links.learnRoot(found, answer.url);
    return found;
  };
  const targets = createFindTarget({
    links,
    readRoot: root,
    send: (target, about, signal) => sendTo(target, about, { signal }),
  });
  const send: Calls['send'] = async (operation, options = {}) => {
    const about = operation.owner.kind === 'area' ? 'endpoint' : 'item';
    if (!linked) return sendTo(links.target(operation), about, options);
    const target = await targets.find(operation, options.signal);
    try {
      return await sendTo(target, about, options);
    } catch (error) {
      if (!isNotThere(error) || !mayRepeat(options, error.details)) throw error;
      const other = await targets.findAnew(operation, target, options.signal);
      if (other === null) throw error;
      return sendTo(other, about, options);
    }
  };
  const get: Calls['get'] = async (operation, promised, signal) => {
    try {
      const answer = await send(operation, { signal });
      if (isEmpty(answer)) throw notPromised(answer, promised.what, messageOf('problem/empty'));
      const value = parseJson(answer.text);
      // Lets other work run between parsing and reading a long list.
      await otherWork();
      return readValue(answer, value, promised);
    } catch (error) {
      throw asOfNetwork(error, account.baseUrl, parts.known);
    }
  };
  return { send, sendTo, read, get, root, bytes: createReadBytes(parts) };
}

function createSendTo({ account, http, token, known, redactor }: CallParts): Calls['sendTo'] {
  const redact = (text: string): string => redactor.text(text);
  const accept =
    account.mode === 'link' ? `application/vnd.${account.vendor}.hateaos+json` : 'application/json';
  const ofNetwork = (error: unknown): unknown => asOfNetwork(error, account.baseUrl, known);
  return async (target, about, options = {}) => {
    const { signal } = options;
    const attempt = (value: string): Promise<HttpResponse> =>
      http
        .send(requestFor(target, options, { accept, authorization: `Bearer ${value}` }))
        .catch((error: unknown) => {
          throw ofNetwork(error);
        });
    let used = await token.get(signal);
    let answer = await attempt(used);
    if (answer.status === 401 && mayRepeat(options, responseDetails(answer))) {
      used = await renewed(token, used, signal);
      answer = await attempt(used);
    }
    if (answer.status >= 200 && answer.status < 300) {
      requireData(answer);
      if (responseDetails(answer).form === 'service') known.add(account.baseUrl);
      return answer;
    }
    const error = responseError(answer, { about, fileSize: options.fileSize ?? null, redact });
    const isRejected = answer.status === 401 && mayRepeat(options, error.details);
    if (isRejected && ofNetwork(error) === error) token.reject(used, error);
    if (answer.status !== 403 || account.kind !== 'token') throw error;
    const values = { said: toFailure(error).values?.['said'] ?? '' };
    throw apiErrors.tokenForbidden(values, { details: error.details, cause: error });
  };
}

/** Renews the token. Its failure counts as `refused`, as the service refused the request. */
async function renewed(token: TokenProvider, rejected: string, signal?: AbortSignal): Promise<string> {
  try {
    return await token.renew(rejected, signal);
  } catch (error) {
    throw error instanceof CodedError ? withDetails(error, { outcome: 'refused' }) : error;
  }
}

function createReadValue({ account, links, log }: CallParts) {
  return <Schema extends z.ZodType>(
    answer: HttpResponse,
    value: unknown,
    promised: Promised<Schema>,
  ): z.output<Schema> => {
    if (value === undefined) throw notPromised(answer, promised.what, messageOf('problem/noJson'));
    if (promised.list !== undefined && !brings(value, promised.list)) {
      throw notPromised(
        answer,
        promised.what,
        messageOf('problem/field', { name: promised.list, problem: messageOf('problem/missing') }),
      );
    }
    const onRepair = (places: readonly string[]): void =>
      log.warn('Part of an answer cannot be read', {
        ...{ url: shownUrl(answer.url), places: places.slice(0, mostNamed), count: places.length },
      });
    const repairing = { whole: promised.list !== undefined, onRepair };
    const result = readResource(promised.schema, value, repairing);
    if (!result.ok) throw notPromised(answer, promised.what, result.problem);
    if (account.mode === 'link') links.learn(value, promised.kind, answer.url);
    return result.value;
  };
}

function createReadBytes({ account, http, publicHttp, token, redactor }: CallParts): Calls['bytes'] {
  const redact = (text: string): string => redactor.text(text);
  return async (address, longestBytes, { signal, elsewhere = false } = {}) => {
    const base = new URL(account.baseUrl);
    const own = addressWithin(base, address, base);
    const url = typeof own !== 'string' ? own : elsewhere ? secureAddress(address) : null;
    if (url === null) return null;
    const target: Target = { method: 'GET', url };
    const headers: Record<string, string> = { accept: '*/*' };
    if (url === own) headers['authorization'] = `Bearer ${await token.get(signal)}`;
    const sender = url === own ? http : publicHttp;
    const answer = await sender.send({ ...requestFor(target, { signal }, headers), longestBytes });
    if (answer.status === 404 || answer.status === 410) return null;
    if (answer.bytes) return answer.bytes;
    throw responseError(answer, { about: 'item', fileSize: null, redact });
  };
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
    onUnacknowledged: options.onUnacknowledged,
    isCareful: options.isCareful,
    headers: { ...headers, ...payload?.headers },
    ...(payload ? { body: payload.body } : {}),
  };
}

/** Returns null unless the address is https, without credentials, and outside private networks. */
function secureAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '';
  return url.protocol === 'https:' && isPlain && mayBePublic(url.hostname) ? url : null;
}

export function isEmpty(answer: HttpResponse): boolean {
  return ['', 'null', '""'].includes(answer.text.trim());
}

function requireData(answer: HttpResponse): HttpResponse {
  if (isEmpty(answer) || !isWebPage(answer)) return answer;
  const { url, proxy, text } = answer;
  const values = { host: shownHost(url, proxy), path: accountPath(url), title: pageTitle(text) };
  throw apiErrors.webPage(values, { details: responseDetails(answer) });
}

function notPromised(answer: HttpResponse, what: Message, problem: Message): CodedError {
  const values = { host: shownHost(answer.url, answer.proxy), what, problem };
  return apiErrors.notPromised(values, { details: responseDetails(answer) });
}

/** Returns false for an upload refused by another server on the way: the service may have stored the file. */
function mayRepeat({ fileSize }: CallOptions, { form }: ErrorDetails): boolean {
  return fileSize === undefined || form === 'service';
}

function isNotThere(error: unknown): error is CodedError {
  return error instanceof CodedError && [404, 405, 410].includes(error.details.status ?? 0);
}

/** Returns true if the resource, or at least one of a list, contains the list `name`. */
function brings(value: unknown, name: string): boolean {
  const given = unwrap(value);
  const resources = Array.isArray(given) ? given : [given];
  return (
    resources.length === 0 ||
    resources.some((resource) => {
      const whole = unwrap(resource);
      return isObject(whole) && property(whole, name) !== undefined;
    })
  );
}

/** Returns true if the response does not show the result of a change, such as a captive portal's page. */
export function saysNothing(error: unknown): boolean {
  return isForeign(error) || (error instanceof CodedError && error.code === 'api/notPromised');
}
