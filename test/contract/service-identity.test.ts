import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oauthError, tokenResponse } from '../../main/api/wire.ts';
import { requestToken, startHost } from './service-host.ts';

async function prepare() {
  const host = await startHost();
  const user = host.service.firstUser;
  if (!user) throw new Error('The first start made no user.');
  const form = {
    username: user.userName,
    password: user.password,
    client_id: user.clientId,
    client_secret: user.clientSecret,
    grant_type: 'password',
    scope: 'distribution',
  };
  return {
    host,
    user,
    form,
    ask: (values: Record<string, string>) => requestToken(host.service.url, values),
  };
}

test('the right credentials give a bearer token of 72000 s that nobody may cache', async () => {
  const { form, ask } = await prepare();
  const response = await ask(form);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const token = tokenResponse.parse(await response.json());
  expect(token).toMatchObject({ expires_in: 72_000, token_type: 'Bearer' });
});

test('every one of the six fields is required and named when missing', async () => {
  const { form, ask } = await prepare();
  for (const field of Object.keys(form)) {
    const { [field as keyof typeof form]: _, ...rest } = form;
    const response = await ask(rest);
    expect(response.status).toBe(400);
    const error = oauthError.parse(await response.json());
    expect(error.error).toBe('invalid_request');
    expect(error.error_description).toContain(field);
  }
});

test('a body that is no form, a repeated field, another grant and a blank scope are refused as RFC 6749 says', async () => {
  const { host, form, ask } = await prepare();
  const post = (body: string | URLSearchParams, type?: string) =>
    fetch(`${host.service.url}/identity/connect/token`, {
      method: 'POST',
      body,
      ...(type ? { headers: { 'content-type': type } } : {}),
    });
  const json = await post(JSON.stringify(form), 'application/json');
  expect([json.status, (await json.json()).error]).toEqual([400, 'invalid_request']);
  const text = await post('username=x', 'text/plain');
  expect([text.status, (await text.json()).error]).toEqual([400, 'invalid_request']);
  const repeated = new URLSearchParams(form);
  repeated.append('username', 'other');
  const twice = await post(repeated);
  expect([twice.status, (await twice.json()).error]).toEqual([400, 'invalid_request']);
  const grant = await ask({ ...form, grant_type: 'client_credentials' });
  expect([grant.status, (await grant.json()).error]).toEqual([400, 'unsupported_grant_type']);
  const scope = await ask({ ...form, scope: '  ' });
  expect([scope.status, (await scope.json()).error]).toEqual([400, 'invalid_scope']);
  const get = await fetch(`${host.service.url}/identity/connect/token`);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
});

test('wrong credentials say that authentication could not be completed, and repeated ones must wait', async () => {
  const { form, ask } = await prepare();
  const wrongUser = await ask({ ...form, username: 'nobody', password: 'not the password' });
  expect(wrongUser.status).toBe(400);
  expect(await wrongUser.json()).toMatchObject({
    error: 'invalid_grant',
    error_description: expect.stringContaining('Authentication could not be completed'),
  });
  const wrongClient = await ask({ ...form, client_secret: 'wrong' });
  expect([wrongClient.status, (await wrongClient.json()).error]).toEqual([401, 'invalid_client']);
  for (let attempt = 0; attempt < 2; attempt += 1) await ask({ ...form, password: 'wrong' });
  const slowed = await ask({ ...form, password: 'wrong' });
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a missing, wrong or expired token is a 401 problem with a challenge', async () => {
  let now = Date.parse('2026-11-21T08:00:00Z');
  const host = await startHost({
    clock: {
      now: () => now,
      monotonic: () => now,
      sleep: async () => undefined,
      after: () => () => undefined,
    },
  });
  const root = `${host.service.url}/api/v3/root`;
  const missing = await fetch(root);
  expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="distribution"',
  ]);
  const wrong = await fetch(root, { headers: { authorization: 'Bearer wrong' } });
  expect([wrong.status, wrong.headers.get('content-type')]).toEqual([
    401,
    'application/problem+json; charset=utf-8',
  ]);
  expect(await wrong.json()).toMatchObject({
    status: 401,
    code: 'service/token',
    detail: expect.stringContaining('incorrect or has expired'),
  });
  expect((await host.call('GET', '/api/v3/root')).status).toBe(200);
  now += 72_000_000;
  expect((await host.call('GET', '/api/v3/root')).status).toBe(401);
});

test('a new password ends the tokens of the old one', async () => {
  const { host, user, form, ask } = await prepare();
  const { password } = await host.service.identity.resetPassword(user.userName);
  expect((await host.call('GET', '/api/v3/root')).status).toBe(401);
  expect((await ask(form)).status).toBe(400);
  expect((await ask({ ...form, password })).status).toBe(200);
});

test('users and clients are made, refused and removed', async () => {
  const { host, form, ask } = await prepare();
  const { identity } = host.service;
  const made = await identity.createUser('Łukasz');
  expect((await ask({ ...form, username: 'Łukasz', password: made.password })).status).toBe(200);
  await expect(identity.createUser('Łukasz')).rejects.toMatchObject({ code: 'service/taken' });
  await expect(identity.createUser('short', 'short')).rejects.toMatchObject({ code: 'service/weakPassword' });
  await expect(identity.createUser(' ')).rejects.toMatchObject({ code: 'service/badName' });
  await expect(identity.resetPassword('nobody')).rejects.toMatchObject({ code: 'service/noPerson' });
  await identity.removeUser('Łukasz');
  expect(await identity.users()).toEqual([host.service.firstUser?.userName]);
  const machine = await identity.renewClient('build-machine');
  const signedIn = await ask({ ...form, client_id: machine.clientId, client_secret: machine.clientSecret });
  expect(signedIn.status).toBe(200);
  await identity.removeClient('build-machine');
  expect((await identity.clients()).length).toBe(1);
});

test('no password, secret or token reaches the log or the disk', async () => {
  const { host, user } = await prepare();
  await host.service.stop();
  const disk = await readFile(join(host.dataDir, 'service.db'), 'latin1');
  for (const secret of [user.password, user.clientSecret, host.token]) {
    expect(host.lines.join('\n')).not.toContain(secret);
    expect(disk).not.toContain(secret);
  }
});
