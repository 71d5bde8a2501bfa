import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StoreProfile, TestApplication } from '../../../main/api/wire.ts';
import type { Identity, Service } from '../../../main/service/service.ts';
import { tokenOf } from '../../sign-in.ts';
import { describeService } from './described-service.ts';
import { pieceType, started, tus, uploads } from './resumable-client.ts';
import { type ServiceHost, sampleApk, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

type Operation = { readonly operationId: string; readonly method: string; readonly path: string };
type Paths = Record<string, Record<string, { readonly operationId?: string; readonly security?: unknown[] }>>;

let writes: readonly Operation[] = [];
beforeAll(async () => {
  const { paths } = (await describeService()) as { paths: Paths };
  writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, security }]) =>
      // Cancelling an upload changes no record.
      operationId === undefined ||
      operationId === 'cancelUpload' ||
      /^(get|head)$/.test(method) ||
      security?.length === 0
        ? []
        : [{ operationId, method: method.toUpperCase(), path }],
    ),
  );
});

/** Operations that an access token's scope can include. */
const scoped: ReadonlySet<string> = new Set([
  'createTestApplication',
  'createTestVersion',
  'activateTestVersion',
  'deactivateTestVersion',
  'sendTestVersion',
  'createStoreProfile',
  'createStoreItem',
  'startTestApplicationUpload',
  'startTestVersionUpload',
  'startStoreProfileUpload',
  'startStoreItemUpload',
  'appendToUpload',
]);

let count = 0;

/** Creates a user and a client, and signs in with them. */
async function newSignIn({ identity, url }: Service) {
  count += 1;
  const user = await identity.createUser(`ann ${count}`);
  const client = await identity.createClient(`builds ${count}`);
  return { ...user, ...client, token: await tokenOf(url, { ...user, ...client }) };
}

type SignedIn = Awaited<ReturnType<typeof newSignIn>>;

const ends: readonly (readonly [string, (identity: Identity, signedIn: SignedIn) => Promise<unknown>])[] = [
  ['the user is removed', (identity, { userName }) => identity.removeUser(userName)],
  ['the password is reset', (identity, { userName }) => identity.resetPassword(userName)],
  ['the client is removed', (identity, { clientId }) => identity.removeClient(clientId)],
  ['the client secret is renewed', (identity, { clientId }) => identity.renewClient(clientId)],
];

type Body = { readonly type: string; readonly bytes: Uint8Array; readonly headers?: Record<string, string> };

async function bodyOf({ operationId }: Operation): Promise<Body> {
  if (isResumable(operationId)) {
    const bytes = await sampleApk({ version: '9' });
    const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-offset': '0' };
    return { type: pieceType, bytes, headers };
  }
  if (operationId.startsWith('create')) {
    const form = new FormData();
    form.append('file', new Blob([await sampleApk({ version: '9' })]), 'build.apk');
    const sent = new Response(form);
    return { type: sent.headers.get('content-type') ?? '', bytes: await sent.bytes() };
  }
  const json = operationId === 'sendTestVersion' ? { emails: ['ben@example.com'] } : { Name: 'Till' };
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
}

const isResumable = (operationId: string): boolean => /Upload$/.test(operationId);

/** Sends the body only after `duringRequest` has run, when the service has accepted the token. */
async function statusOf(
  url: string,
  operation: Operation,
  token: string,
  duringRequest: () => Promise<unknown>,
) {
  const { type, bytes, headers: own } = await bodyOf(operation);
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': bytes.length };
  const isAppend = operation.operationId === 'appendToUpload';
  const address = isAppend ? await started({ url: new URL(url).origin, token }, bytes.length) : url;
  const sent = request(address, {
    method: operation.method,
    headers: { ...headers, ...own, expect: '100-continue', connection: 'close' },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await once(sent, 'continue');
  await duringRequest();
  sent.end(bytes);
  const [response] = await answered;
  const { code } = JSON.parse((await text(response)) || '{}') as { code?: string };
  return code ?? response.statusCode;
}

async function startFilled() {
  const host = await startHost();
  const bytes = await sampleApk();
  const shop = await host.add<TestApplication>(testing, bytes);
  const profile = await host.add<StoreProfile>(store, bytes);
  const version = shop.profiles[0]?.id ?? 0;
  await host.call('POST', `${testing}/items/${version}/activate`);
  const ids: Readonly<Record<string, number>> = {
    [`${testing}/{id}`]: shop.id,
    [`${testing}/items/{id}`]: version,
    [`${store}/{id}`]: profile.id,
    [`${store}/items/{id}`]: profile.items[0]?.id ?? 0,
    [`${uploads}/testingdist/{id}`]: shop.id,
    [`${uploads}/appstore/{id}`]: profile.id,
  };
  const urlOf = ({ path }: Operation): string => {
    const [, prefix = ''] = /^(.*\{id\})/.exec(path) ?? [];
    return host.service.url + path.replace('{id}', String(ids[prefix] ?? ''));
  };
  return { ...host, urlOf };
}

const recordsOf = async ({ json }: ServiceHost) => [await json('GET', testing), await json('GET', store)];

describe('a request in progress', () => {
  test.each(ends)('has no effect once %s', async (_name, end) => {
    const host = await startFilled();
    const before = await recordsOf(host);
    expect(writes.length).toBeGreaterThanOrEqual(12);
    for (const write of writes) {
      const signedIn = await newSignIn(host.service);
      const status = await statusOf(host.urlOf(write), write, signedIn.token, () =>
        end(host.service.identity, signedIn),
      );
      expect(status, write.operationId).toBe('service/token');
    }
    expect(await recordsOf(host)).toEqual(before);
  });

  test('has no effect once its access token is revoked', async () => {
    const host = await startFilled();
    const before = await recordsOf(host);
    const { accessTokens } = host.service;
    const scope = { apps: 'all', scopes: ['upload', 'activate', 'send'], expiresAt: null } as const;
    for (const write of writes.filter(({ operationId }) => scoped.has(operationId))) {
      const { token } = await accessTokens.add({ ...scope, name: 'builds' });
      const status = await statusOf(host.urlOf(write), write, token, () => accessTokens.revoke('builds'));
      expect(status, write.operationId).toBe('service/token');
    }
    expect(await recordsOf(host)).toEqual(before);
    expect(await readdir(join(host.dataDir, 'incoming'))).toEqual([]);
  });
});

describe('a token', () => {
  test.each(ends)('stops working once %s, while other tokens remain valid', async (_name, end) => {
    const { service, call } = await startHost();
    const signedIn = await newSignIn(service);
    await end(service.identity, signedIn);
    const authorization = `Bearer ${signedIn.token}`;
    expect((await fetch(service.url + testing, { headers: { authorization } })).status).toBe(401);
    expect((await call('GET', testing)).status).toBe(200);
  });
});
