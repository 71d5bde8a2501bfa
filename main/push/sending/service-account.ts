/** Service account of HTTP v1 and its signed token request (RFC 7523). */

import { createPrivateKey, sign } from 'node:crypto';
import { z } from 'zod';
import { messageOf } from '../../messages/message.ts';
import { pushErrors } from '../errors.ts';

const accountSchema = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  client_email: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }),
});

export type ServiceAccount = {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly keyId: string | null;
  readonly tokenUri: string;
};

/** Reads the provider's key file. Throws `push/badServiceAccount`, which contains no part of the key. */
export function readServiceAccount(text: string): ServiceAccount {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Omits the cause: the parser quotes text near the error, which may be the key.
    throw pushErrors.badServiceAccount({ problem: messageOf('mapping/accountNoJson') });
  }
  const read = accountSchema.safeParse(value);
  if (!read.success) {
    const names = [...new Set(read.error.issues.map(({ path }) => path.join('.')))];
    const problem = names.includes('')
      ? messageOf('mapping/accountNoObject')
      : messageOf('mapping/accountIncomplete', { names });
    throw pushErrors.badServiceAccount({ problem });
  }
  const { project_id, client_email, private_key, private_key_id, token_uri } = read.data;
  try {
    createPrivateKey(private_key);
  } catch {
    throw pushErrors.badServiceAccount({ problem: messageOf('mapping/accountWrongKey') });
  }
  return {
    projectId: project_id,
    clientEmail: client_email,
    privateKey: private_key,
    keyId: private_key_id ?? null,
    tokenUri: token_uri,
  };
}

export const messagingScope = 'https://www.googleapis.com/auth/firebase.messaging';
/** Maximum lifetime that the provider accepts. */
const assertionSeconds = 3600;

/** Returns the signed JWT that the provider exchanges for a token. `now`: milliseconds since 1970 UTC. */
export function signAssertion(account: ServiceAccount, now: number): string {
  const issued = Math.floor(now / 1000);
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = { alg: 'RS256', typ: 'JWT', ...(account.keyId === null ? {} : { kid: account.keyId }) };
  const claims = {
    iss: account.clientEmail,
    scope: messagingScope,
    aud: account.tokenUri,
    iat: issued,
    exp: issued + assertionSeconds,
  };
  const content = `${encode(head)}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), account.privateKey).toString('base64url')}`;
}
