/** Sends messages over either provider interface. Caches tokens in memory until they expire. */
import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import type { PushMessage } from './message.ts';
import {
  type Accepted,
  type PushAnswer,
  readHttpV1Answer,
  readServerKeyAnswer,
  readTokenAnswer,
} from './read-responses.ts';
import {
  type Credentials,
  httpV1Request,
  type PushRequest,
  serverKeyRequest,
  tokenRequest,
} from './send-requests.ts';
import { type ServiceAccount, signAssertion } from './service-account.ts';

/** Sends one HTTP request without following redirects. Throws transport errors. */
export type PostRequest = (request: PushRequest, signal?: AbortSignal) => Promise<PushAnswer>;

export type Sender = {
  /** Throws `push/…` if the provider rejects the message, and transport errors. */
  send(credentials: Credentials, message: PushMessage, signal?: AbortSignal): Promise<Accepted>;
};

/** Renews tokens this long before they expire, so that no token expires in transit. */
const renewBeforeMs = 60_000;

type CachedToken = { readonly token: string; readonly endsAt: number };

export function createSender(deps: {
  readonly clock: Clock;
  readonly post: PostRequest;
  /** Registers a token to be redacted in logs. */
  readonly hide: (secret: string) => void;
}): Sender {
  const { clock, post } = deps;
  const tokens = new Map<string, CachedToken>();
  const keyOf = ({ clientEmail, tokenUri, keyId }: ServiceAccount): string =>
    JSON.stringify([clientEmail, tokenUri, keyId]);
  const factsOf = (answer: PushAnswer, request: PushRequest) => ({
    answer,
    host: new URL(request.url).host,
    now: clock.now(),
  });

  const tokenFor = async (account: ServiceAccount, signal?: AbortSignal): Promise<string> => {
    const cached = tokens.get(keyOf(account));
    if (cached && clock.now() < cached.endsAt - renewBeforeMs) return cached.token;
    const request = tokenRequest(account, signAssertion(account, clock.now()));
    const answer = await post(request, signal);
    const { token, seconds } = readTokenAnswer(factsOf(answer, request));
    deps.hide(token);
    tokens.set(keyOf(account), { token, endsAt: clock.now() + seconds * 1000 });
    return token;
  };
  const sendHttpV1 = async (
    credentials: Extract<Credentials, { readonly mode: 'http-v1' }>,
    message: PushMessage,
    signal?: AbortSignal,
  ): Promise<Accepted> => {
    const { account } = credentials;
    const hadToken = tokens.has(keyOf(account));
    const request = httpV1Request(credentials, await tokenFor(account, signal), message);
    const answer = await post(request, signal);
    try {
      return readHttpV1Answer(factsOf(answer, request));
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'push/wrongKey') throw error;
      tokens.delete(keyOf(account));
      // A cached token may have been revoked. If a new token is rejected too, retrying does not help.
      if (hadToken) return sendHttpV1(credentials, message, signal);
      throw error;
    }
  };
  return {
    send: async (credentials, message, signal) => {
      if (credentials.mode === 'http-v1') return sendHttpV1(credentials, message, signal);
      const request = serverKeyRequest(credentials, message);
      return readServerKeyAnswer(factsOf(await post(request, signal), request));
    },
  };
}
