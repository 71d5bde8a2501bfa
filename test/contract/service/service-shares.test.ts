import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Problem } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { defaultPasswordCost } from '../../../main/service/identity/secrets.ts';
import { tokenOf } from '../../sign-in.ts';
import { head, openRaw } from '../api/raw-client.ts';
import { caller, requestToken, type ServiceHost, sampleApk, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';

/** Starts an upload without its body and resolves when the service waits for the body. */
async function beginUpload(url: string, token: string): Promise<ClientRequest> {
  const sent = request(url + testing, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
      expect: '100-continue',
    },
  });
  sent.on('error', () => undefined);
  onTestFinished(() => void sent.destroy());
  sent.flushHeaders();
  await once(sent, 'continue');
  return sent;
}

async function newUser({ service }: ServiceHost, name: string): Promise<string> {
  const [user, client] = [
    await service.identity.createUser(name),
    await service.identity.createClient(`client of ${name}`),
  ];
  return tokenOf(service.url, { ...user, ...client });
}

async function newToken({ service }: ServiceHost, name: string): Promise<string> {
  const scope = { apps: 'all', scopes: ['upload'], expiresAt: null } as const;
  return (await service.accessTokens.add({ ...scope, name })).token;
}

describe('parallel uploads', () => {
  test.each([
    ['user', newUser],
    ['access token', newToken],
  ] as const)('of one %s use at most half of the slots', async (_name, create) => {
    const host = await startHost({ limits: { maxParallelUploads: 4 } });
    const token = await create(host, 'first');
    for (let count = 0; count < 2; count += 1) await beginUpload(host.service.url, token);
    const refused = await caller(host.service.url, token).upload(testing, await sampleApk());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    for (const other of [host.token, await create(host, 'second')]) {
      expect((await caller(host.service.url, other).upload(testing, await sampleApk())).status).toBe(201);
    }
  });

  test('below the minimum speed are aborted when all slots are in use', async () => {
    let skew = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + skew };
    const host = await startHost({ clock, limits: { maxParallelUploads: 2 } });
    const slow = await beginUpload(host.service.url, await newUser(host, 'slow'));
    await beginUpload(host.service.url, await newToken(host, 'builds'));
    expect((await host.upload(testing, await sampleApk())).status).toBe(503);
    skew = 10_000;
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    expect((await host.upload(testing, await sampleApk())).status).toBe(201);
    const [answer] = await answered;
    expect([answer.statusCode, ((await json(answer)) as Problem).code]).toEqual([503, 'service/busy']);
  });
});

describe('an idle connection', () => {
  test('is closed when a new connection exceeds the limit', async () => {
    const host = await startHost({ limits: { maxConnections: 8 } });
    for (let count = 0; count < 20; count += 1) {
      const client = await openRaw(host.service.url);
      await client.send(head('GET', '/', {}));
      await client.answer();
    }
    expect((await host.call('GET', testing)).status).toBe(200);
  });
});

describe('parallel password checks', () => {
  test('are limited per client', async () => {
    const host = await startHost({ proxyHops: 1, passwordCost: defaultPasswordCost });
    const form = {
      password: 'wrong',
      client_id: 'x',
      client_secret: 'x',
      grant_type: 'password',
      scope: 'x',
    };
    const from = (address: string, username: string) =>
      fetch(`${host.service.url}/identity/connect/token`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
        body: new URLSearchParams({ ...form, username }),
      }).then(({ status }) => status);
    const guesses = Array.from({ length: 20 }, (_, at) => from('203.0.113.7', `user ${at}`));
    expect(await from('203.0.113.8', 'ann')).toBe(400);
    expect(await Promise.all(guesses)).toContain(429);
    expect((await requestToken(host.service.url, { ...form, username: 'ann' })).status).toBe(400);
  });
});
