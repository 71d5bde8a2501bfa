import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oauthError, tokenResponse } from '../../../main/api/wire.ts';
import { defaultPasswordCost } from '../../../main/service/identity/secrets.ts';
import type { ServiceOptions } from '../../../main/service/service.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { signInForm } from '../../sign-in.ts';
import { startSlipway } from '../../unit/cli/run-slipway.ts';
import { requestToken, sha256, startHost } from './service-host.ts';

async function prepare(options: Partial<ServiceOptions> = {}) {
  const host = await startHost(options);
  const user = host.service.firstUser;
  if (!user) throw new Error('The first start created no user.');
  const form = signInForm(user);
  return {
    host,
    user,
    form,
    ask: (values: Record<string, string>) => requestToken(host.service.url, values),
  };
}

test('valid credentials return an uncacheable bearer token for 72000 s', async () => {
  const { form, ask } = await prepare();
  const response = await ask(form);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const token = tokenResponse.parse(await response.json());
  expect(token).toMatchObject({ expires_in: 72_000, token_type: 'Bearer' });
});

test('the token endpoint names each missing required field', async () => {
  const { form, ask } = await prepare();
  for (const field of Object.keys(form)) {
    const { [field as keyof typeof form]: _, ...rest } = form;
    for (const given of [rest, { ...form, [field]: '' }]) {
      const response = await ask(given);
      expect(response.status).toBe(400);
      const error = oauthError.strict().parse(await response.json());
      expect(error).toEqual({ error: 'invalid_request', error_description: `Missing fields: ${field}.` });
    }
  }
});

test('the token endpoint reads fields only from a urlencoded body', async () => {
  const { host, form } = await prepare();
  const post = async (body: BodyInit | null, type?: string, query = '') => {
    const response = await fetch(`${host.service.url}/identity/connect/token${query}`, {
      method: 'POST',
      body,
      ...(type ? { headers: { 'content-type': type } } : {}),
    });
    return [response.status, ((await response.json()) as { error?: string }).error];
  };
  const encoded = new URLSearchParams(form).toString();
  expect(await post(encoded, 'application/x-www-form-urlencoded')).toEqual([200, undefined]);
  expect(await post(encoded, 'Application/X-WWW-Form-Urlencoded; charset=UTF-8')).toEqual([200, undefined]);
  const multipart = new FormData();
  for (const [name, value] of Object.entries(form)) multipart.append(name, value);
  expect(await post(multipart)).toEqual([400, 'invalid_request']);
  expect(await post(new TextEncoder().encode(encoded))).toEqual([400, 'invalid_request']);
  expect(await post(null, undefined, `?${encoded}`)).toEqual([400, 'invalid_request']);
  expect(await post('', 'application/x-www-form-urlencoded', `?${encoded}`)).toEqual([
    400,
    'invalid_request',
  ]);
  expect(await post('x'.repeat(1_100_000), 'application/x-www-form-urlencoded')).toEqual([
    413,
    'invalid_request',
  ]);
});

test('the token endpoint rejects invalid requests as RFC 6749 requires', async () => {
  const { host, form, ask } = await prepare();
  const post = (body: string | URLSearchParams, type?: string) =>
    fetch(`${host.service.url}/identity/connect/token`, {
      method: 'POST',
      body,
      ...(type ? { headers: { 'content-type': type } } : {}),
    });
  const json = await post(JSON.stringify(form), 'application/json');
  const notJson = oauthError.strict().parse(await json.json());
  expect([json.status, notJson.error]).toEqual([400, 'invalid_request']);
  expect(json.headers.get('cache-control')).toBe('no-store');
  // RFC 6749 section 5.2 allows only printable ASCII without quotes and backslashes in descriptions.
  const odd = await post(JSON.stringify(form), 'application/json; charset="utf-8"');
  expect((await odd.json()).error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
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
  expect((await ask({ ...form, scope: 'a b:c offline_access' })).status).toBe(200);
  const get = await fetch(`${host.service.url}/identity/connect/token`);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
});

test('wrong credentials are rejected, and repeated attempts rate-limited', async () => {
  const { form, ask } = await prepare();
  const wrongUser = await ask({ ...form, username: 'nobody', password: 'not the password' });
  expect(wrongUser.status).toBe(400);
  expect(await wrongUser.json()).toMatchObject({
    error: 'invalid_grant',
    error_description: expect.stringContaining('Authentication could not be completed'),
  });
  const wrongClient = await ask({ ...form, client_secret: 'wrong' });
  expect([wrongClient.status, (await wrongClient.json()).error]).toEqual([400, 'invalid_client']);
  for (let attempt = 0; attempt < 2; attempt += 1) await ask({ ...form, password: 'wrong' });
  const slowed = await ask({ ...form, password: 'wrong' });
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the rate limiter doubles the delay of a user after each failure', async () => {
  const clock = createFakeClock();
  const { host, form, ask } = await prepare({ clock });
  const wrong = { ...form, password: 'wrong' };
  const after = async (values: Record<string, string>) => {
    const response = await ask(values);
    await response.body?.cancel();
    return [response.status, response.headers.get('retry-after')];
  };
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await after(wrong)).toEqual([400, null]);
  for (const seconds of [1, 2, 4]) {
    expect(await after(wrong)).toEqual([429, String(seconds)]);
    expect(await after({ ...form, username: form.username.toUpperCase() })).toEqual([429, String(seconds)]);
    expect(await after(form)).toEqual([429, String(seconds)]);
    await clock.advance(seconds * 1_000);
    expect(await after(wrong)).toEqual([400, null]);
  }
  const { password } = await host.service.identity.createUser('somebody');
  expect(await after({ ...form, username: 'somebody', password })).toEqual([200, null]);
  expect((await ask(form)).status).toBe(429);
  await clock.advance(8_000);
  expect(await after(form)).toEqual([200, null]);
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await after(wrong)).toEqual([400, null]);
});

test('a missing, wrong or expired token is rejected with a 401 challenge', async () => {
  const clock = createFakeClock();
  const host = await startHost({ clock });
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
  await clock.advance(71_999_999);
  expect((await host.call('GET', '/api/v3/root')).status).toBe(200);
  await clock.advance(1);
  expect((await host.call('GET', '/api/v3/root')).status).toBe(401);
});

test('setting a new password revokes existing tokens', async () => {
  const { host, user, form, ask } = await prepare();
  const { password } = await host.service.identity.resetPassword(user.userName);
  expect((await host.call('GET', '/api/v3/root')).status).toBe(401);
  expect((await ask(form)).status).toBe(400);
  expect((await ask({ ...form, password })).status).toBe(200);
});

test('users and clients can be created and removed', async () => {
  const { host, form, ask } = await prepare();
  const { identity } = host.service;
  const made = await identity.createUser('Łukasz');
  expect((await ask({ ...form, username: 'Łukasz', password: made.password })).status).toBe(200);
  await expect(identity.createUser('Łukasz')).rejects.toMatchObject({ code: 'service/taken' });
  await expect(identity.createUser('short', 'elevenchars')).rejects.toMatchObject({
    code: 'service/weakPassword',
  });
  await expect(identity.createUser(' ')).rejects.toMatchObject({ code: 'service/badName' });
  await expect(identity.resetPassword('nobody')).rejects.toMatchObject({ code: 'service/noPerson' });
  const { access_token: token } = await (
    await ask({ ...form, username: 'Łukasz', password: made.password })
  ).json();
  const asLukasz = { headers: { authorization: `bearer ${token}` } };
  expect((await fetch(`${host.service.url}/api/v3/root`, asLukasz)).status).toBe(200);
  await identity.removeUser('Łukasz');
  expect((await fetch(`${host.service.url}/api/v3/root`, asLukasz)).status).toBe(401);
  expect(await identity.users()).toEqual([host.service.firstUser?.userName]);
  const machine = await identity.createClient('build-machine');
  const signedIn = await ask({ ...form, client_id: machine.clientId, client_secret: machine.clientSecret });
  expect(signedIn.status).toBe(200);
  await identity.removeClient('build-machine');
  expect((await identity.clients()).length).toBe(1);
});

test('passwords, secrets and tokens are stored only as hashes', async () => {
  const { host, user, form, ask } = await prepare({ passwordCost: defaultPasswordCost });
  const { access_token: second } = tokenResponse.parse(await (await ask(form)).json());
  const secrets = [user.password, user.clientSecret, host.token, second];
  const expectOnlyHashes = async () => {
    const names = await readdir(host.dataDir, { recursive: true });
    const files = names.filter((name) => /service\.db/.test(name));
    const disk = (
      await Promise.all(files.map((name) => readFile(join(host.dataDir, name), 'latin1')))
    ).join();
    for (const secret of secrets) {
      expect(host.lines.join('\n')).not.toContain(secret);
      expect(disk).not.toContain(secret);
    }
    for (const token of [host.token, second, user.clientSecret]) {
      expect(disk).toContain(sha256(Buffer.from(token)));
    }
    expect(disk).toMatch(/scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}/);
  };
  await expectOnlyHashes();
  await host.service.stop();
  await expectOnlyHashes();
});

test('tokens are long, random and unique', async () => {
  const { form, ask } = await prepare();
  const tokens = new Set<string>();
  for (let index = 0; index < 5; index += 1) {
    tokens.add(tokenResponse.parse(await (await ask(form)).json()).access_token);
  }
  expect(tokens.size).toBe(5);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

test('each first start creates its own password and client secret', async () => {
  const one = await prepare();
  const other = await prepare();
  expect(one.user.password).not.toBe(other.user.password);
  expect(one.user.clientSecret).not.toBe(other.user.clientSecret);
  expect((await other.ask(one.form)).status).toBe(400);
  await one.host.service.stop();
  const again = await startHost({ dataDir: one.host.dataDir });
  expect(again.service.firstUser).toBeNull();
});

test('slipway serve shows the first password only at the first start', async () => {
  const dataDir = await temporaryFolder();
  const serve = async () => {
    const running = startSlipway(['serve', '--no-ui', '--data-dir', dataDir]);
    await running.until('stderr', 'Ctrl-C');
    running.signal('SIGINT');
    return (await running.ended).stdout;
  };
  const first = await serve();
  expect(first).toContain('shown only once');
  const password = /password +(\S+)/.exec(first)?.[1] ?? '';
  expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  const second = await serve();
  expect(second).not.toContain('password');
  expect(second).not.toContain(password);
});

describe('token endpoint', () => {
  test('accepts the client secret by HTTP Basic as well as in the form', async () => {
    const { host, form } = await prepare();
    const { client_id, client_secret, ...rest } = form;
    const post = (secret: string, fields: Record<string, string>) =>
      fetch(`${host.service.url}/identity/connect/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` },
        body: new URLSearchParams(fields),
      });
    expect((await post(client_secret, rest)).status).toBe(200);
    expect((await post(client_secret, { ...rest, client_id })).status).toBe(200);
    expect(await (await post('wrong', rest)).json()).toMatchObject({ error: 'invalid_client' });
    expect(await (await post(client_secret, form)).json()).toMatchObject({ error: 'invalid_request' });
  });

  test('treats user names as case-insensitive', async () => {
    const { host, form, ask } = await prepare();
    await host.service.identity.createUser('Ada', 'a long password');
    await expect(host.service.identity.createUser('ada', 'another password')).rejects.toMatchObject({
      code: 'service/taken',
    });
    expect((await ask({ ...form, username: 'ADA', password: 'a long password' })).status).toBe(200);
  });
});
