/** `slipway server`: several instances as separate processes with one PostgreSQL and one S3 server. */
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TestApplication } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { startService } from '../../../main/service/service.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { signInForm, tokenOf } from '../../sign-in.ts';
import { slipwayHere } from '../../unit/cli/run-here.ts';
import { slipway } from '../../unit/cli/run-slipway.ts';
import { mailLogin, startMailServer } from './mail-server.ts';
import {
  entries,
  firstUserOf,
  startInstance,
  startSharedServers,
  stopped,
  type Variables,
} from './server-world.ts';
import { caller, requestToken, sampleApk } from './service-host.ts';

const { variables, postgres } = startSharedServers();

const base = '/api/v3/testingdist/profiles';

test('instances started together share users, uploads and the rate limiter', async () => {
  const given = await variables();
  const both = await Promise.all([startInstance(given), startInstance(given)]);
  const user = await Promise.any(both.map(firstUserOf));
  const [one, other] = both.map(({ url }) => url) as [string, string];
  const token = await tokenOf(one, user);
  const uploaded = await caller(one, token).upload(base, await sampleApk());
  const { id } = (await uploaded.json()) as TestApplication;
  expect(await caller(other, token).json(`GET`, `${base}/${id}`)).toMatchObject({ id });

  const wrong = { ...signInForm(user), password: 'wrong' };
  const statuses: number[] = [];
  // Guesses until the rate limiter refuses. On a slow computer, its first delays may already have passed.
  while (statuses.at(-1) !== 429 && statuses.length < 10)
    statuses.push((await requestToken(statuses.length % 2 === 0 ? one : other, wrong)).status);
  expect(statuses.slice(0, 3)).toEqual([400, 400, 400]);
  expect(statuses.at(-1)).toBe(429);

  expect(await Promise.all(both.map(stopped))).toEqual([0, 0]);
  const { stdout } = await slipway(['server', 'user', 'list'], given);
  expect(stdout.trim().split('\n')).toEqual([user.userName]);
  const listed = await slipway(['server', 'requests', '--json'], given);
  const requests = JSON.parse(listed.stdout) as { path: string; status: number }[];
  expect(requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1 + statuses.length);
  expect(requests).toContainEqual(expect.objectContaining({ path: `${base}/${id}`, status: 200 }));
  const outputs = await Promise.all(both.map(async ({ program }) => (await program.ended).stdout));
  expect(outputs.join('')).not.toContain(user.password);
  const seen = outputs.flatMap(entries).filter(({ message }) => message === 'Request');
  expect(seen).toContainEqual(expect.objectContaining({ method: 'POST', path: base, level: 'info' }));
});

/** Returns the status for a path that is sent unchanged. `fetch` would normalise the path. */
function rawStatusOf(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });
}

test('health, readiness and metrics reflect the state of an instance', async () => {
  const given = await variables();
  const instance = await startInstance(given);
  const { url } = instance;
  const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
  const token = await tokenOf(url, await firstUserOf(instance));
  const apk = await sampleApk({ padding: 100_000 });
  expect((await caller(url, token).upload(base, apk)).ok).toBe(true);
  await caller(url, token).upload(base, new Uint8Array([1, 2, 3]));
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);

  for (const path of ['//metrics', '/%6detrics', '/metrics/', '//healthz', '/./readyz'])
    expect(await rawStatusOf(url, path), path).toBe(404);
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    for (const path of ['/metrics', '/healthz', '/readyz'])
      expect(await rawStatusOf(url, path, { [header]: '203.0.113.7' }), `${path} ${header}`).toBe(404);
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  const figure = figuresIn(await answer.text());
  expect(figure('slipway_http_received_bytes_total')).toBeGreaterThan(apk.length);
  expect(figure('slipway_http_received_bytes_total')).toBeLessThan(apk.length + 10_000);
  const puts = 'slipway_s3_request_duration_seconds_count{command="PutObjectCommand",outcome="done"}';
  expect({
    created: figure('slipway_uploads_total{status="201"}'),
    refused: figure('slipway_uploads_total{status="422"}'),
    running: figure('slipway_http_requests_running'),
    mailWaiting: figure('slipway_mail_waiting'),
    // The three objects are the build, its icon and the ownership mark of the service.
    puts: figure(puts),
  }).toEqual({ created: 1, refused: 1, running: 1, mailWaiting: 0, puts: 3 });
  expect(figure('slipway_database_connections{state="idle"}')).toBeGreaterThan(0);

  await postgres().stop();
  try {
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
    expect(figuresIn(await (await fetch(`${url}/metrics`)).text())('slipway_mail_waiting')).toBeNaN();
    const away = await caller(url, token).call('GET', base);
    expect([away.status, Number(away.headers.get('retry-after')) > 0]).toEqual([503, true]);
  } finally {
    await postgres().start();
  }
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect(await stopped(instance)).toBe(0);
});

function figuresIn(text: string): (name: string) => number {
  return (name) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? 0,
    );
}

test('an instance finishes running uploads and exits on SIGTERM', async () => {
  const given = { ...(await variables()), SLIPWAY_DRAIN_SECONDS: '1' };
  const instance = await startInstance(given);
  const { url, program } = instance;
  const token = await tokenOf(url, await firstUserOf(instance));
  const form = new FormData();
  form.append('file', new Blob([await sampleApk({ padding: 300_000 })]), 'shop.apk');
  const body = new Response(form);
  const bytes = Buffer.from(await body.clone().arrayBuffer());
  const upload = request(`${url}${base}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': body.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    upload.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
  });
  upload.write(bytes.subarray(0, 100_000));
  await expect.poll(async () => (await fetch(`${url}/metrics`)).text()).toContain('requests_running 2');
  program.signal('SIGTERM');
  await program.until('stdout', '"message":"Draining"');
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => 'answered',
          () => 'closed',
        ),
      { timeout: 10_000 },
    )
    .toBe('closed');
  upload.end(bytes.subarray(100_000));
  expect(await answered).toBe(201);
  expect((await program.ended).code).toBe(0);
});

test('commands log changes to users, clients and access tokens', async () => {
  const given = await variables();
  const logged = async (...words: string[]) => {
    const { code, stderr } = await slipwayHere(['server', ...words, '--json'], given);
    expect(code).toBe(0);
    return entries(
      stderr
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .concat('')
        .join('\n'),
    );
  };
  const lines = [
    ...(await logged('user', 'add', 'ada')),
    ...(await logged('client', 'add', 'ci')),
    ...(await logged('token', 'add', 'builds', '--all-apps')),
    ...(await logged('token', 'revoke', 'builds')),
  ];
  expect(lines).toMatchObject([
    { level: 'info', message: 'User added' },
    { level: 'info', message: 'Client added' },
    { level: 'info', message: 'Access token added', name: 'builds' },
    { level: 'info', message: 'Access token revoked', name: 'builds' },
  ]);
});

/** Returns a function that runs a command and returns its exit code and JSON. */
function jsonCommand(given: Variables) {
  return async (...words: string[]) => {
    const { code, stdout, stderr } = await slipwayHere(['server', ...words, '--json'], given);
    return [code, stdout === '' ? stderr : JSON.parse(stdout)];
  };
}

test('commands manage users, clients and tokens of a running service', async () => {
  const given = await variables();
  const instance = await startInstance(given);
  const user = await firstUserOf(instance);
  const token = await tokenOf(instance.url, user);
  const runJson = jsonCommand(given);
  expect(await runJson('check')).toEqual([0, { right: true }]);
  expect(await runJson('migrate')).toEqual([0, { migrated: true }]);
  const [, made] = await runJson('user', 'add', 'ada');
  expect(await tokenOf(instance.url, { ...user, ...made })).toEqual(expect.any(String));
  expect(await runJson('client', 'add', 'ci')).toEqual([
    0,
    { clientId: 'ci', clientSecret: expect.any(String) },
  ]);
  expect((await runJson('people', 'add-member', 'ada@example.org'))[0]).toBe(0);
  expect((await runJson('people', 'list'))[1]).toMatchObject({ members: [{ email: 'ada@example.org' }] });
  const [, tokens] = await runJson('session');
  expect(tokens).toMatchObject([
    { userName: 'ada', tokens: 1 },
    { userName: user.userName, tokens: 1 },
  ]);
  expect(await runJson('session', 'end', user.userName)).toEqual([0, { userName: user.userName, tokens: 1 }]);
  expect((await caller(instance.url, token).call('GET', base)).status).toBe(401);
  const [, ci] = await runJson('token', 'add', 'ci', '--all-apps');
  const withToken = () => caller(instance.url, ci.token).call('GET', base);
  expect((await withToken()).status).toBe(200);
  expect(await runJson('token')).toMatchObject([0, [{ name: 'ci', lastUsedAt: expect.any(String) }]]);
  expect(await runJson('token', 'revoke', 'ci')).toMatchObject([0, { name: 'ci' }]);
  expect((await withToken()).status).toBe(401);
  expect(await runJson('session', 'end', 'nobody')).toMatchObject([
    1,
    { error: { code: 'service/noPerson' } },
  ]);
});

test('commands report waiting mail and retry it after a restart', async () => {
  const given = await variables();
  const instance = await startInstance(given);
  const user = await firstUserOf(instance);
  const runJson = jsonCommand(given);
  const api = caller(instance.url, await tokenOf(instance.url, user));
  const { profiles } = await api.add<TestApplication>(base, await sampleApk());
  const version = `${base}/items/${profiles[0]?.id}`;
  await api.json('POST', `${version}/activate`);
  await api.json('POST', `${version}/send`, { body: { emails: ['ada@example.org'] } });
  const reasons = async () => (await runJson('mail'))[1].reasons;
  await expect.poll(reasons).toEqual([expect.stringContaining('mail server')]);
  const mail = await startMailServer();
  const sending = {
    ...given,
    SLIPWAY_SMTP_HOST: '127.0.0.1',
    SLIPWAY_SMTP_PORT: String(mail.port),
    SLIPWAY_SMTP_SECURITY: 'none',
    SLIPWAY_SMTP_FROM: 'builds@example.org',
    SLIPWAY_SMTP_USER: mailLogin.userName,
    SLIPWAY_SMTP_PASSWORD: mailLogin.password,
  };
  const testMessage = ['mail', '--to', 'tester@example.org'];
  expect(await runJson(...testMessage)).toMatchObject([1, { error: { code: 'service/mailServerMissing' } }]);
  expect((await slipwayHere(['server', ...testMessage], sending)).code).toBe(0);
  expect(mail.received.map(({ to }) => to)).toEqual([['tester@example.org']]);
  expect(await stopped(instance)).toBe(0);
  await startInstance(sending);
  expect(await runJson('outbox', 'retry')).toEqual([0, { id: null }]);
  const states = async () => (await runJson('outbox'))[1].map(({ state }: { state: string }) => state);
  await expect.poll(states).toEqual(['mailed']);
  expect(mail.received.map(({ to }) => to)).toEqual([['tester@example.org'], ['ada@example.org']]);
});

test('a command rejects an invalid configuration with an error code', async () => {
  const given = await variables();
  const code = async (environment: Variables, ...words: string[]) => {
    const { stdout, code: exitCode } = await slipway(['server', ...words, '--json'], environment);
    return [exitCode, (JSON.parse(stdout) as { error: { code: string } }).error.code];
  };
  expect(await code({}, 'check')).toEqual([2, 'cli/configuration']);
  expect(await code(given, 'check', '--data-dir', await temporaryFolder())).toEqual([2, 'cli/badOption']);
  expect(await code({ ...given, SLIPWAY_S3_BUCKET: 'none' }, 'check')).toEqual([
    1,
    expect.stringMatching(/^service\/s3/),
  ]);
  const wrong = new URL(given.SLIPWAY_DATABASE_URL ?? '');
  wrong.pathname = '/none';
  expect(await code({ ...given, SLIPWAY_DATABASE_URL: wrong.href }, 'check')).toEqual([
    1,
    'service/databaseRefused',
  ]);
});

async function desktopService() {
  const dataDir = join(await temporaryFolder(), 'service');
  const redactor = new Redactor();
  const { log } = collectedLog(redactor);
  const service = await startService({ dataDir, clock: systemClock, log, redactor, ...quickPasswords });
  onTestFinished(() => service.stop());
  if (!service.firstUser) throw new Error('the service created no first user');
  return { service, dataDir, user: service.firstUser };
}

test('import and export move a desktop service and keep its links valid', async () => {
  const given = await variables();
  const { service, dataDir, user } = await desktopService();
  const api = caller(service.url, await tokenOf(service.url, user));
  const { profiles } = await api.add<TestApplication>(base, await sampleApk());
  const [version] = profiles;
  await api.json('POST', `${base}/items/${version?.id}/activate`);
  const { pathname } = new URL((await service.installLink(version?.id ?? 0)) ?? '');
  await service.stop();
  const moved = await slipway(['server', 'import', dirname(dataDir), '--json'], given);
  expect([moved.code, moved.stderr]).toEqual([0, expect.stringContaining('1 builds')]);
  expect(JSON.parse(moved.stdout)).toMatchObject({ builds: { copied: 1 }, rows: { versions: 1 } });
  const instance = await startInstance(given);
  expect((await fetch(`${instance.url}${pathname}`)).status).toBe(200);
  const there = caller(instance.url, await tokenOf(instance.url, user));
  expect(await there.json('GET', `${base}/${version?.applicationId}`)).toMatchObject({
    profiles: [{ id: version?.id }],
  });
  const folder = await temporaryFolder();
  expect((await slipway(['server', 'export', folder], given)).code).toBe(0);
  expect(await readdir(join(folder, 'service'))).toContain('service.db');
  const again = await slipway(['server', 'import', dirname(dataDir), '--json'], {
    ...given,
    SLIPWAY_S3_PREFIX: '',
  });
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('service/buildsMissing')]);
});
