import { withoutTrailingSlash } from '../../base/trim-end.ts';
import type { PushMessage } from './message.ts';
import type { ServiceAccount } from './service-account.ts';

/** Addresses of the provider. The server key endpoint is disabled for most projects. */
export const defaultAddresses = {
  'server-key': 'https://fcm.googleapis.com/fcm/send',
  'http-v1': 'https://fcm.googleapis.com',
} as const;

export type SendMode = keyof typeof defaultAddresses;

export type Credentials =
  | { readonly mode: 'server-key'; readonly address: string; readonly serverKey: string }
  | { readonly mode: 'http-v1'; readonly address: string; readonly account: ServiceAccount };

export type PushRequest = {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export function serverKeyRequest(
  { address, serverKey }: Extract<Credentials, { readonly mode: 'server-key' }>,
  message: PushMessage,
): PushRequest {
  return {
    method: 'POST',
    url: address,
    headers: { authorization: `key=${serverKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  };
}

/** Sends `notification` as JSON text, because HTTP v1 accepts only text values. */
export function httpV1Request(
  { address, account }: Extract<Credentials, { readonly mode: 'http-v1' }>,
  token: string,
  { to, data }: PushMessage,
): PushRequest {
  const topic = /^\/topics\/(.+)$/.exec(to)?.[1];
  const texts = Object.entries(data).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const target = topic === undefined ? { token: to } : { topic };
  return {
    method: 'POST',
    url: `${withoutTrailingSlash(address)}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: { ...target, data: Object.fromEntries(texts) } }),
  };
}

export function tokenRequest({ tokenUri }: ServiceAccount, assertion: string): PushRequest {
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
  return {
    method: 'POST',
    url: tokenUri,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}

const hidden = '[hidden]';

/** Returns the requests in order, with all secrets hidden. */
export function redactedRequests(credentials: Credentials, message: PushMessage): readonly PushRequest[] {
  if (credentials.mode === 'server-key') {
    return [serverKeyRequest({ ...credentials, serverKey: hidden }, message)];
  }
  const asking = tokenRequest(credentials.account, hidden);
  return [
    { ...asking, body: asking.body.replace(encodeURIComponent(hidden), hidden) },
    httpV1Request(credentials, hidden, message),
  ];
}
