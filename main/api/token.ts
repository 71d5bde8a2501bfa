import type { Clock } from '../base/clock.ts';
import { CodedError, toFailure } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import type { Account } from '../settings/settings-schema.ts';
import { errorOf, parsedAnswer } from './answers.ts';
import { apiErrors } from './errors.ts';
import { reasonIn } from './failed-answer.ts';
import { type Http, type HttpAnswer, serviceName } from './http.ts';
import { isFresh, next, type Session, type SessionEvent, type Token } from './session.ts';
import { tokenResponse } from './wire.ts';

export type Credentials = { readonly password: string; readonly clientSecret: string };

export type TokenKeeper = {
  readonly session: Session;
  /** A token that is still good; asked for once however many callers wait. Throws why the last sign-in was refused. */
  token(): Promise<string>;
  /** After a 401 with `stale`: a newer token, asked for once. */
  renewed(stale: string): Promise<string>;
  /** Asks for a token in any case: the connection test. */
  signIn(): Promise<void>;
  /** The service does not accept a token it has just given: somebody has to sign in. */
  reject(error: CodedError): void;
};

type Held = { readonly token: Token; readonly lifetimeMs: number };

export function createTokenKeeper(deps: {
  readonly account: Account;
  readonly credentials: () => Promise<Credentials>;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly onChange: (session: Session) => void;
}): TokenKeeper {
  let session: Session = { kind: 'signed-out' };
  let lifetimeMs = 0;
  let asking: Promise<string> | null = null;

  const become = (event: SessionEvent): void => {
    const before = session.kind;
    session = next(session, event);
    if (before === session.kind) return;
    deps.log.info(`session of ${deps.account.name}: ${before} → ${session.kind}`);
    deps.onChange(session);
  };

  const ask = async (): Promise<string> => {
    become({ kind: 'ask' });
    try {
      const held = await requestToken(deps);
      lifetimeMs = held.lifetimeMs;
      become({ kind: 'token', token: held.token });
      return held.token.value;
    } catch (error) {
      const failure = toFailure(error);
      become(failure.remedy === 'sign-in' ? { kind: 'refused', failure } : { kind: 'interrupted' });
      throw error;
    }
  };
  const askOnce = (): Promise<string> => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  return {
    get session() {
      return session;
    },
    token: async () => {
      if (asking !== null) return asking;
      if (session.kind === 'sign-in-needed') throw new CodedError(session.failure);
      if (session.kind === 'signed-in' && isFresh(session.token, lifetimeMs, deps.clock.now())) {
        return session.token.value;
      }
      become({ kind: 'expired' });
      return askOnce();
    },
    renewed: async (stale) => {
      if (asking !== null) return asking;
      if (session.kind === 'signed-in' && session.token.value !== stale) return session.token.value;
      return askOnce();
    },
    signIn: async () => {
      await askOnce();
    },
    reject: (error) => become({ kind: 'refused', failure: toFailure(error) }),
  };
}

async function requestToken(deps: {
  readonly account: Account;
  readonly credentials: () => Promise<Credentials>;
  readonly http: Http;
  readonly clock: Clock;
  readonly redactor: Redactor;
}): Promise<Held> {
  const { account, clock, redactor } = deps;
  const { password, clientSecret } = await deps.credentials();
  redactor.add(password);
  redactor.add(clientSecret);
  const url = `${account.authUrl}/identity/connect/token`;
  const body = new URLSearchParams({
    username: account.userName,
    password,
    client_id: account.clientId,
    client_secret: clientSecret,
    grant_type: 'password',
    scope: account.scope,
  });
  const askedAt = clock.now();
  const answer = await deps.http.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: body.toString(),
  });
  if (answer.status >= 300) throw signInError(answer, url);
  const token = parsedAnswer(tokenResponse, answer, url);
  redactor.add(token.access_token);
  const lifetimeMs = token.expires_in * 1000;
  return { token: { value: token.access_token, expiresAt: askedAt + lifetimeMs }, lifetimeMs };
}

/** A token endpoint says 400 or 401 for wrong credentials (RFC 6749 5.2); the rest are troubles of the service. */
function signInError(answer: HttpAnswer, url: string): CodedError {
  if (answer.status !== 400 && answer.status !== 401 && answer.status !== 403) return errorOf(answer, url);
  const reason = reasonIn(answer.contentType, answer.text) || 'authentication could not be completed.';
  return apiErrors.signInFailed({ service: serviceName(url), reason }, { details: answer.details });
}
