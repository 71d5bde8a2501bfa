import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { z } from 'zod';
import { CodedError, toFailure } from '../base/errors.ts';
import type { ErrorDetails } from '../base/failure.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import { type Keys, type Message, messageOf } from '../messages/message.ts';
import type { Account } from '../settings/settings-schema.ts';
import { apiErrors, withDetails } from './errors.ts';
import { createLinks, type Links, type Target } from './links.ts';
import { type Kind, type Operation, rootPath } from './operations.ts';
import { createRememberedLists } from './remembered-lists.ts';
import { createFindResumable, type FindResumable } from './resources/find-resumable.ts';
import { createFindTarget, type FindTarget } from './resources/find-target.ts';
import { isObject, property, readResource, unwrap } from './resources/read.ts';
import { readRoot } from './resources/read-links.ts';
import { type AnsweredAddresses, isForeignResponse, toCaptivePortalError } from './response-origin.ts';
import type { TokenProvider } from './token.ts';
import { displayUrl } from './transport/http.ts';
import type { Http, HttpRequest, HttpResponse } from './transport/http-types.ts';
import { displayHost } from './transport/proxy/proxy.ts';
import { mayBePublic } from './transport/public-network.ts';
import { parseJson } from './transport/response/error-message.ts';
import { rejectWebPage, responseDetails, responseError } from './transport/response/response-error.ts';
import { resolveSameOrigin } from './transport/same-origin.ts';
import type { Root } from './wire.ts';

export type ExpectedBody<Schema extends z.ZodType> = {
  readonly schema: Schema;
  /** Name of the resource in messages, such as "the list of test apps". */
  readonly label: Message;
  /** Kind of the resource whose links the response contains, in link mode. */
  readonly kind: Kind;
  /** Name of the child list. A response without it is rejected, as an empty list would repeat uploads. */
  readonly requiredList?: string;
};

export function expectedBody<Schema extends z.ZodType>(
  schema: Schema,
  kind: Kind,
  what: Keys<'answer'>,
  requiredList?: string,
): ExpectedBody<Schema> {
  return {
    schema,
    kind,
    label: messageOf(`answer/${what}`),
    ...(requiredList === undefined ? {} : { requiredList }),
  };
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
  readonly awaitsAcknowledgement?: () => boolean;
  /** Size of the uploaded file in bytes; undefined if the request is not an upload. */
  readonly fileSize?: number;
  /** Entity tag of a response that the caller has. If the tag is current, the response has status 304. */
  readonly knownEtag?: string | undefined;
  /** Other statuses that are not errors. */
  readonly accepted?: readonly number[];
};

export type ReadOptions = {
  /**
   * If true, a 304 returns the previous result. Unsuitable for decisions that depend on a current list,
   * because an intermediary may respond from its cache.
   */
  readonly reuse?: boolean;
};

export type BytesOptions = {
  readonly signal?: AbortSignal;
  /** Allows other origins, over https and at public addresses only, and never sends the token to them. */
  readonly allowOtherOrigins?: boolean;
};

/** Requests to the distribution API with the account's token, mode and links. */
export type Calls = {
  /** Returns a 2xx response that is not a web page, 304 for `knownEtag`, or `accepted`; throws coded errors. */
  send(operation: Operation, options?: CallOptions): Promise<HttpResponse>;
  sendTo(target: Target, about: 'endpoint' | 'item', options?: CallOptions): Promise<HttpResponse>;
  /** Returns the expected resource; null if the body is empty. Throws `api/unexpectedResponse`. */
  read<Schema extends z.ZodType>(
    answer: HttpResponse,
    promised: ExpectedBody<Schema>,
  ): z.output<Schema> | null;
  /** Throws `api/unexpectedResponse`, also for an empty body. */
  get<Schema extends z.ZodType>(
    operation: Operation,
    promised: ExpectedBody<Schema>,
    signal?: AbortSignal,
    options?: ReadOptions,
  ): Promise<z.output<Schema>>;
  root(signal?: AbortSignal): Promise<Root>;
  readonly findResumable: FindResumable;
  /** Runs read-only requests. Throws `api/captivePortal` if an intermediary responded. */
  detectPortal<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Returns the content of a URL from a service response, such as an icon. Null for 404 and 410, and for
   * other origins unless allowed. A 401 or 403 does not change the session, because such URLs may be outside
   * the API. Throws `api/responseTooLarge`.
   */
  bytes(address: string, maxBytes: number, options?: BytesOptions): Promise<Buffer | null>;
};

const idleTimeoutMs = 60_000;

const maxLoggedFields = 20;

type CallDependencies = {
  readonly account: Account;
  readonly http: Http;
  /** HTTP client for other hosts, limited to public addresses. */
  readonly publicHttp: Http;
  readonly token: TokenProvider;
  readonly links: Links;
  readonly answeredBefore: AnsweredAddresses;
  readonly redactor: Redactor;
  readonly log: Log;
};

export function createCalls(parts: CallDependencies): Calls {
  const { account, links } = parts;
  const linked = account.mode === 'link';
  const sendTo = createSendTo(parts, linked);
  const readValue = createReadValue(parts);
  const read: Calls['read'] = (answer, promised) =>
    isEmpty(answer) ? null : readValue(answer, parseJson(answer.text), promised);
  const readRootInto = async (stored: Links | null, signal?: AbortSignal): Promise<Root> => {
    const target: Target = { method: 'GET', url: new URL(account.baseUrl + rootPath) };
    const answer = await sendTo(target, 'endpoint', { signal });
    const found = readRoot(parseJson(answer.text));
    if (found === null) {
      throw unexpectedBody(answer, messageOf('answer/root'), messageOf('problem/noAreas'));
    }
    stored?.addRoot(found, answer.url);
    return found;
  };
  const root: Calls['root'] = (signal) => readRootInto(linked ? links : null, signal);
  const walk = (stored: Links, sendLinked: Calls['sendTo']): FindTarget =>
    createFindTarget({
      links: stored,
      readRoot: (signal) => readRootInto(stored, signal),
      send: (target, about, signal) => sendLinked(target, about, { signal }),
    });
  const targets = walk(links, sendTo);
  // In plain mode, only resumable uploads need links. No other request may follow them.
  const uploadLinks = linked ? links : createLinks(account.baseUrl, parts.log);
  const findResumable = createFindResumable({
    links: uploadLinks,
    targets: linked ? targets : walk(uploadLinks, createSendTo(parts, true)),
    linked,
  });
  const detectPortal: Calls['detectPortal'] = async (work) => {
    try {
      return await work();
    } catch (error) {
      throw toCaptivePortalError(error, account.baseUrl, parts.answeredBefore);
    }
  };
  const send: Calls['send'] = async (operation, options = {}) => {
    const about = operation.owner.kind === 'area' ? 'endpoint' : 'item';
    if (!linked) return sendTo(links.target(operation), about, options);
    const target = await targets.find(operation, options.signal);
    try {
      return await sendTo(target, about, options);
    } catch (error) {
      if (!isNotFound(error) || !isRetryable(options, error.details)) throw error;
      const other = await targets.findFresh(operation, target, options.signal);
      if (other === null) throw error;
      return sendTo(other, about, options);
    }
  };
  const remembered = createRememberedLists();
  const get: Calls['get'] = async (operation, promised, signal, { reuse = false } = {}) => {
    const known = reuse ? remembered.get(operation) : null;
    return detectPortal(async () => {
      const answer = await send(operation, { signal, knownEtag: known?.etag });
      // Each operation is always read with the same schema.
      if (known && answer.status === 304) return known.value as z.output<typeof promised.schema>;
      if (isEmpty(answer)) throw unexpectedBody(answer, promised.label, messageOf('problem/empty'));
      const value = parseJson(answer.text);
      // Yields to the event loop, because parsing and validating a long list each take a while.
      await yieldToEventLoop();
      const result = readValue(answer, value, promised);
      if (reuse) remembered.set(operation, answer.header('etag'), result);
      return result;
    });
  };
  return { send, sendTo, read, get, root, findResumable, detectPortal, bytes: createReadBytes(parts) };
}

function createSendTo(
  { account, http, token, answeredBefore, redactor }: CallDependencies,
  linked: boolean,
): Calls['sendTo'] {
  const redact = (text: string): string => redactor.text(text);
  const accept = linked ? `application/vnd.${account.vendor}.hateaos+json` : 'application/json';
  const withCaptivePortal = (error: unknown): unknown =>
    toCaptivePortalError(error, account.baseUrl, answeredBefore);
  return async (target, about, options = {}) => {
    const { signal } = options;
    const attempt = (value: string): Promise<HttpResponse> =>
      http
        .send(requestFor(target, options, { accept, authorization: `Bearer ${value}` }))
        .catch((error: unknown) => {
          throw withCaptivePortal(error);
        });
    let used = await token.get(signal);
    let answer = await attempt(used);
    if (answer.status === 401 && isRetryable(options, responseDetails(answer))) {
      used = await renewToken(token, used, signal);
      answer = await attempt(used);
    }
    if (answer.status === 304 && options.knownEtag !== undefined) return answer;
    if (options.accepted?.includes(answer.status)) return answer;
    if (answer.status >= 200 && answer.status < 300) {
      if (!isEmpty(answer)) rejectWebPage(answer);
      if (responseDetails(answer).bodyKind === 'service') answeredBefore.add(account.baseUrl);
      return answer;
    }
    const error = responseError(answer, { about, fileSize: options.fileSize ?? null, redact });
    const isRejected = answer.status === 401 && isRetryable(options, error.details);
    if (isRejected && withCaptivePortal(error) === error) token.reject(used, error);
    if (answer.status !== 403 || account.kind !== 'token') throw error;
    const values = { reason: toFailure(error).values?.['reason'] ?? '' };
    throw apiErrors.tokenForbidden(values, { details: error.details, cause: error });
  };
}

/** Renews the token. A failure gets the outcome `refused`, because the service has rejected the request. */
async function renewToken(token: TokenProvider, rejected: string, signal?: AbortSignal): Promise<string> {
  try {
    return await token.renew(rejected, signal);
  } catch (error) {
    throw error instanceof CodedError ? withDetails(error, { outcome: 'refused' }) : error;
  }
}

function createReadValue({ account, links, log }: CallDependencies) {
  return <Schema extends z.ZodType>(
    answer: HttpResponse,
    value: unknown,
    promised: ExpectedBody<Schema>,
  ): z.output<Schema> => {
    if (value === undefined) throw unexpectedBody(answer, promised.label, messageOf('problem/noJson'));
    if (promised.requiredList !== undefined && !containsList(value, promised.requiredList)) {
      throw unexpectedBody(
        answer,
        promised.label,
        messageOf('problem/field', { name: promised.requiredList, problem: messageOf('problem/missing') }),
      );
    }
    const onRepair = (paths: readonly string[]): void =>
      log.warn('Could not read part of a response', {
        ...{ url: displayUrl(answer.url), paths: paths.slice(0, maxLoggedFields), count: paths.length },
      });
    const repairing = { isWhole: promised.requiredList !== undefined, onRepair };
    const result = readResource(promised.schema, value, repairing);
    if (!result.ok) throw unexpectedBody(answer, promised.label, result.problem);
    if (account.mode === 'link') links.add(value, promised.kind, answer.url);
    return result.value;
  };
}

function createReadBytes({ account, http, publicHttp, token, redactor }: CallDependencies): Calls['bytes'] {
  const redact = (text: string): string => redactor.text(text);
  return async (address, maxBytes, { signal, allowOtherOrigins = false } = {}) => {
    const base = new URL(account.baseUrl);
    const own = resolveSameOrigin(base, address, base);
    const url = typeof own !== 'string' ? own : allowOtherOrigins ? secureAddress(address) : null;
    if (url === null) return null;
    const target: Target = { method: 'GET', url };
    const headers: Record<string, string> = { accept: '*/*' };
    if (url === own) headers['authorization'] = `Bearer ${await token.get(signal)}`;
    const sender = url === own ? http : publicHttp;
    const answer = await sender.send({ ...requestFor(target, { signal }, headers), maxBytes });
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
    awaitsAcknowledgement: options.awaitsAcknowledgement,
    headers: {
      ...headers,
      ...(options.knownEtag === undefined ? {} : { 'if-none-match': options.knownEtag }),
      ...payload?.headers,
    },
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

export function unexpectedBody(answer: HttpResponse, what: Message, problem: Message): CodedError {
  const values = { host: displayHost(answer.url, answer.proxy), what, problem };
  return apiErrors.unexpectedResponse(values, { details: responseDetails(answer) });
}

/** Returns false for an upload refused by an intermediary: the service may have stored the file. */
function isRetryable({ fileSize }: CallOptions, { bodyKind }: ErrorDetails): boolean {
  return fileSize === undefined || bodyKind === 'service';
}

function isNotFound(error: unknown): error is CodedError {
  return error instanceof CodedError && [404, 405, 410].includes(error.details.status ?? 0);
}

/** Returns true if the resource or an item of the list has the property `name`, or the list is empty. */
function containsList(value: unknown, name: string): boolean {
  const unwrapped = unwrap(value);
  const resources = Array.isArray(unwrapped) ? unwrapped : [unwrapped];
  return (
    resources.length === 0 ||
    resources.some((resource) => {
      const resourceObject = unwrap(resource);
      return isObject(resourceObject) && property(resourceObject, name) !== undefined;
    })
  );
}

/** Returns true if the error leaves open whether a change took effect, as with a captive portal's page. */
export function isInconclusive(error: unknown): boolean {
  return isForeignResponse(error) || (error instanceof CodedError && error.code === 'api/unexpectedResponse');
}
