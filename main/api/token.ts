import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { CodedError, cancelled } from '../base/errors.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import { messageOf } from '../messages/message.ts';
import type { Account } from '../settings/settings-schema.ts';
import { apiErrors } from './errors.ts';
import { rootPath } from './operations.ts';
import { readResource } from './resources/read.ts';
import { type AnsweredAddresses, toCaptivePortalError } from './response-origin.ts';
import { type AccountSessionState, reduceSession, type SessionEvent, signedOut } from './session.ts';
import type { Http } from './transport/http-types.ts';
import { displayHost } from './transport/proxy/proxy.ts';
import { parseJson } from './transport/response/error-message.ts';
import {
  rejectWebPage,
  responseDetails,
  responseError,
  signInError,
} from './transport/response/response-error.ts';
import { unlessAborted } from './transport/unless-aborted.ts';
import { tokenResponse } from './wire.ts';

/** Account credentials. An access token is sent as it is, without a token request. */
export type Credentials =
  | { readonly password: string; readonly clientSecret: string }
  | { readonly accessToken: string };

/** One account's token, stored in memory only. Concurrent calls share one token request. */
export type TokenProvider = {
  /**
   * Returns a token that does not expire soon. In the state `sign-in-needed`, throws the failure of that
   * state without a request. Throws the errors of `api`. An abort ends only the wait.
   */
  get(signal?: AbortSignal): Promise<string>;
  /** Returns a new token after the service rejected `rejected`. */
  renew(rejected: string, signal?: AbortSignal): Promise<string>;
  signIn(signal?: AbortSignal): Promise<void>;
  /** Reports that the service also rejected a renewed token. Ignores a token that is not current. */
  reject(rejected: string, error: CodedError): void;
  state(): AccountSessionState;
};

type Token = {
  readonly value: string;
  readonly lifetimeMs: number;
  readonly now: number;
  readonly monotonic: number;
};

const requestTimeoutMs = 60_000;

/** RFC 6749 section 5.1 makes the lifetime optional, and some services send fractions. */
const lenientTokenResponse = tokenResponse.extend({ expires_in: z.number().nullable() });

/** Lifetime of a token without `expires_in`. A token that expires earlier is renewed after a 401. */
const defaultLifetimeSeconds = 3_600;

export function createTokenProvider(deps: {
  readonly account: Account;
  readonly credentials: () => Promise<Credentials>;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly answeredBefore: AnsweredAddresses;
  readonly onState: (state: AccountSessionState) => void;
}): TokenProvider {
  const { clock, log } = deps;
  let state: AccountSessionState = signedOut;
  let token: Token | null = null;
  let pendingRequest: Promise<Token> | null = null;

  const apply = (event: SessionEvent): void => {
    const before = state;
    state = reduceSession(state, event);
    if (state.kind === before.kind) return;
    log.info('Session', { account: deps.account.id, from: before.kind, to: state.kind });
    deps.onState(state);
  };
  const requestOnce = (): Promise<Token> => {
    pendingRequest ??= request().finally(() => {
      pendingRequest = null;
    });
    return pendingRequest;
  };
  const request = async (): Promise<Token> => {
    apply({ kind: 'request' });
    token = null;
    try {
      token = await requestToken(deps);
      apply({ kind: 'granted' });
      return token;
    } catch (error) {
      const refused = error instanceof CodedError && error.remedy === 'sign-in';
      apply(refused ? { kind: 'refused', failure: failureOf(error) } : { kind: 'unavailable' });
      throw error;
    }
  };
  const get = async (signal?: AbortSignal): Promise<string> => {
    if (signal?.aborted) throw cancelled({ cause: signal.reason });
    if (!pendingRequest && state.kind === 'sign-in-needed') throw new CodedError(state.failure);
    if (token && isFresh(token, clock)) return token.value;
    return (await awaitShared(requestOnce(), signal)).value;
  };
  return {
    get,
    renew: (rejected, signal) => {
      if (token?.value === rejected) token = null;
      return get(signal);
    },
    signIn: async (signal) => {
      if (signal?.aborted) throw cancelled({ cause: signal.reason });
      await awaitShared(requestOnce(), signal);
    },
    reject: (rejected, error) => {
      if (token?.value !== rejected) return;
      token = null;
      apply({ kind: 'rejected', failure: failureOf(error) });
    },
    state: () => state,
  };
}

/** False a minute before expiry, or at 90 % of a short lifetime. Uses the clock that advanced more. */
function isFresh(token: Token, clock: Clock): boolean {
  const age = Math.max(clock.monotonic() - token.monotonic, clock.now() - token.now);
  return age < Math.max(token.lifetimeMs - 60_000, token.lifetimeMs * 0.9);
}

type Request = {
  readonly account: Account;
  readonly credentials: () => Promise<Credentials>;
  readonly http: Http;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly answeredBefore: AnsweredAddresses;
};

async function requestToken(deps: Request): Promise<Token> {
  const { account, answeredBefore } = deps;
  const credentials = await deps.credentials();
  const hasAccessToken = 'accessToken' in credentials;
  const address = hasAccessToken ? account.baseUrl : account.authUrl;
  try {
    const token = await (hasAccessToken
      ? verifyAccessToken(deps, credentials.accessToken)
      : requestPasswordToken(deps, credentials));
    answeredBefore.add(address);
    return token;
  } catch (error) {
    throw toCaptivePortalError(error, address, answeredBefore);
  }
}

async function requestPasswordToken(
  deps: Request,
  { password, clientSecret }: Exclude<Credentials, { readonly accessToken: string }>,
): Promise<Token> {
  const { account, clock, redactor } = deps;
  redactor.add(password);
  redactor.add(clientSecret);
  const url = new URL(`${account.authUrl}/identity/connect/token`);
  // Measured before the request, so the token never expires earlier than assumed.
  const requestedAt = { now: clock.now(), monotonic: clock.monotonic() };
  const answer = await deps.http.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      username: account.userName,
      password,
      client_id: account.clientId,
      client_secret: clientSecret,
      grant_type: 'password',
      scope: account.scope,
    }).toString(),
    idleTimeoutMs: requestTimeoutMs,
  });
  const options = { details: responseDetails(answer) };
  if (answer.status < 200 || answer.status >= 300) throw signInError(answer, (text) => redactor.text(text));
  rejectWebPage(answer);
  const host = displayHost(url, answer.proxy);
  const read = readResource(lenientTokenResponse, parseJson(answer.text));
  const what = messageOf('answer/token');
  if (!read.ok) throw apiErrors.unexpectedResponse({ host, what, problem: read.problem }, options);
  const { access_token: value, token_type: type } = read.value;
  const seconds = read.value.expires_in ?? defaultLifetimeSeconds;
  redactor.add(value);
  const problem = !/^[\x21-\x7e]+$/.test(value)
    ? messageOf('problem/unsendable')
    : !/^bearer$/i.test(type.trim()) && messageOf('problem/notBearer');
  if (problem) throw apiErrors.unexpectedResponse({ host, what, problem }, options);
  return { value, lifetimeMs: seconds * 1000, ...requestedAt };
}

/** Requests the API root to check an access token before use and after a 401. Throws `api/tokenRefused`. */
async function verifyAccessToken({ account, clock, http, redactor }: Request, value: string): Promise<Token> {
  redactor.add(value);
  const asked = { now: clock.now(), monotonic: clock.monotonic() };
  const answer = await http.send({
    method: 'GET',
    url: new URL(account.baseUrl + rootPath),
    headers: { accept: 'application/json', authorization: `Bearer ${value}` },
    idleTimeoutMs: requestTimeoutMs,
  });
  const details = responseDetails(answer);
  if (answer.status === 401)
    throw apiErrors.tokenRefused({ host: displayHost(answer.url, answer.proxy) }, { details });
  if (answer.status < 200 || answer.status >= 300) {
    const redact = (text: string): string => redactor.text(text);
    throw responseError(answer, { about: 'endpoint', fileSize: null, redact });
  }
  rejectWebPage(answer);
  return { value, lifetimeMs: Number.POSITIVE_INFINITY, ...asked };
}

/** Waits for shared work. An abort ends only this wait, with `base/cancelled`. */
async function awaitShared<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  try {
    return await unlessAborted(work, signal);
  } catch (error) {
    throw signal.aborted && error === signal.reason ? cancelled({ cause: error }) : error;
  }
}

function failureOf({ code, message, remedy }: CodedError) {
  return { code, message, remedy };
}
