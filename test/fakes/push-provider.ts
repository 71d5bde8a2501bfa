import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type PushProvider = {
  readonly url: string;
  /** Received requests, oldest first. */
  readonly seen: readonly SeenRequest[];
  readonly serverKey: string;
  /** JSON key file of a registered service account. */
  readonly serviceAccount: string;
  /** JSON key file of a service account that is not registered with the provider. */
  readonly strangeAccount: string;
  /** Revokes every issued token. */
  forgetTokens(): void;
  /** Reported lifetime of tokens in seconds. */
  lifetime: number;
  close(): Promise<void>;
};

type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Legacy API: errors by device token. */
const serverKeyErrors: Readonly<Record<string, string>> = {
  gone: 'NotRegistered',
  odd: 'InvalidRegistration',
  other: 'MismatchSenderId',
  quota: 'DeviceMessageRateExceeded',
  large: 'MessageTooBig',
  apple: 'InvalidApnsCredential',
  busy: 'Unavailable',
};

/** HTTP v1 API: status, its name and the error code for each device token. */
const httpV1Errors: Readonly<Record<string, readonly [number, string, string | null]>> = {
  gone: [404, 'NOT_FOUND', 'UNREGISTERED'],
  odd: [400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'],
  other: [403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'],
  quota: [429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'],
  apple: [401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'],
  busy: [503, 'UNAVAILABLE', 'UNAVAILABLE'],
  role: [403, 'PERMISSION_DENIED', null],
};

type Keys = { readonly publicKey: KeyObject; readonly privateKey: KeyObject; readonly other: KeyObject };

let made: Keys | null = null;

/** Cached, because generating keys is slow. */
function keys(): Keys {
  made ??= {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
    other: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  };
  return made;
}

/** Opens a server with both APIs of a push provider and their documented errors. */
export async function openPushProvider(): Promise<PushProvider> {
  const { publicKey, privateKey, other } = keys();
  const seen: SeenRequest[] = [];
  const tokens = new Set<string>();
  const serverKey = 'AAAAserver-key:APA91b_0123456789';
  const server = createServer((request, response) => {
    read(request)
      .then((body) => {
        seen.push({ path: request.url ?? '', headers: request.headers, body });
        answer(response, answerTo(request, body));
      })
      .catch(() => response.destroy());
  });
  const provider = { lifetime: 3600 };
  const answerTo = (request: IncomingMessage, body: string): Answer => {
    const authorization = request.headers.authorization ?? '';
    switch (request.url) {
      case '/fcm/send':
        return authorization === `key=${serverKey}`
          ? serverKeyAnswer(JSON.parse(body))
          : { status: 401, body: '<HTML>Unauthorized</HTML>' };
      case '/token':
        return tokenAnswer(body, publicKey, (token) => tokens.add(token), `${url}/token`, provider.lifetime);
      case '/v1/projects/notes/messages:send':
        return tokens.has(authorization.replace('Bearer ', ''))
          ? httpV1Answer(JSON.parse(body))
          : errorV1(401, 'UNAUTHENTICATED', null);
      case '/page/fcm/send':
        return { status: 200, body: '<html>Welcome</html>' };
      default:
        return { status: 404, body: '<html>Not here</html>' };
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = (key: KeyObject): string =>
    JSON.stringify({
      type: 'service_account',
      project_id: 'notes',
      private_key_id: createHash('sha1')
        .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
        .digest('hex'),
      private_key: key.export({ type: 'pkcs8', format: 'pem' }),
      client_email: 'push@notes.example.org',
      token_uri: `${url}/token`,
    });
  return Object.assign(provider, {
    ...{ url, seen, serverKey, forgetTokens: () => tokens.clear() },
    serviceAccount: account(privateKey),
    strangeAccount: account(other),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

function serverKeyAnswer({
  to,
  data,
}: {
  to: string;
  data: { notification: Record<string, unknown> };
}): Answer {
  const isText = Object.values(data.notification).every((value) => typeof value === 'string');
  if (!isText) return { status: 400, body: 'JSON_PARSING_ERROR: the values must be texts' };
  if (to.startsWith('/topics/')) return { status: 200, body: { message_id: 6_177_433_633_397 } };
  if (to === 'late') return { status: 503, body: '', headers: { 'retry-after': '120' } };
  const error = serverKeyErrors[to];
  const result = error
    ? { error }
    : { message_id: '0:1500', ...(to === 'moved' ? { registration_id: 'moved-here' } : {}) };
  return {
    status: 200,
    body: { multicast_id: 1, success: error ? 0 : 1, failure: error ? 1 : 0, results: [result] },
  };
}

function httpV1Answer({ message }: { message: { token?: string; data: Record<string, unknown> } }): Answer {
  const isText = Object.values(message.data).every((value) => typeof value === 'string');
  const error = isText ? httpV1Errors[message.token ?? ''] : httpV1Errors.odd;
  if (error) return errorV1(...error);
  return { status: 200, body: { name: 'projects/notes/messages/1500' } };
}

function errorV1(status: number, name: string, code: string | null): Answer {
  const details = code === null ? [] : [{ '@type': 'type.example.org/FcmError', errorCode: code }];
  return {
    status,
    body: { error: { code: status, message: `The provider says ${name}.`, status: name, details } },
    ...(status === 429 || status === 503 ? { headers: { 'retry-after': '37' } } : {}),
  };
}

function tokenAnswer(
  body: string,
  key: KeyObject,
  give: (token: string) => void,
  audience: string,
  lifetime: number,
): Answer {
  const form = new URLSearchParams(body);
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  const { aud, iat, exp, scope, iss } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  const isRight =
    aud === audience && exp - iat <= 3600 && typeof scope === 'string' && iss === 'push@notes.example.org';
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || !isSigned || !isRight) {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
  }
  const token = `ya29.${createHash('sha256').update(`${body}${Math.random()}`).digest('hex')}`;
  give(token);
  return { status: 200, body: { access_token: token, expires_in: lifetime, token_type: 'Bearer' } };
}
