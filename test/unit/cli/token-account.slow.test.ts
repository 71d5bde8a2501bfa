/** Commands that work with the access token in SLIPWAY_TOKEN. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AccessToken } from '../../../main/service/service-view.ts';
import { startFaultProxy } from '../../contract/api/fault-proxy.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, slipway, startSlipway } from './run-slipway.ts';

async function setUp(given: Partial<Pick<AccessToken, 'apps' | 'scopes'>> = {}) {
  const { service, environment: signIn } = await runService();
  const [dataDir, builds] = [await temporaryFolder(), await temporaryFolder()];
  const own = { name: 'ci', apps: 'all', scopes: ['upload', 'activate', 'send'], expiresAt: null } as const;
  const { token } = await service.accessTokens.add({ ...own, ...given });
  const environment = { SLIPWAY_TOKEN: token, SLIPWAY_BASE_URL: service.url };
  const folder = ['--data-dir', dataDir];
  const run = (...words: readonly string[]) => slipwayHere([...words, ...folder, '--json'], environment);
  const posts = () => {
    void service.accessLog.flush();
    return service.accessLog.list().filter(({ method, path }) => method === 'POST' && /profiles/.test(path));
  };
  return { service, signIn, dataDir, builds, token, environment, folder, run, posts };
}

test('commands with a token need no sign-in and never store the token', async () => {
  const { run, builds, dataDir, token, service } = await setUp();
  const team = await service.people.createTeam('QA');
  const ann = await service.people.createMember({ email: 'ann@example.org' });
  await service.people.addToTeam(ann.id, team.id);
  const uploaded = await run('upload', await writeApk(builds), '--activate');
  expect([uploaded.code, JSON.parse(uploaded.stdout)]).toMatchObject([0, [{ state: 'done' }]]);
  expect(JSON.parse((await run('apps')).stdout)).toMatchObject([{ name: 'Notes' }]);
  expect(await run('deactivate', 'Notes@latest')).toMatchObject({ code: 0 });
  expect(await run('activate', 'Notes@latest')).toMatchObject({ code: 0 });
  const sent = await run('send', 'Notes@latest', '--team', 'QA', '--send-anyway');
  expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('for 1 team were not mailed')]);
  const status = await run('status');
  expect([status.code, JSON.parse(status.stdout)]).toMatchObject([
    0,
    { account: { name: expect.stringContaining('Access token at 127.0.0.1') }, error: null },
  ]);
  expect(JSON.parse((await run('history')).stdout)).toMatchObject({ total: 1 });
  const again = await run('upload', await writeApk(builds));
  expect(JSON.parse(again.stdout)).toMatchObject([{ state: 'already-there' }]);
  expect(JSON.parse((await slipwayHere(['accounts', '--data-dir', dataDir, '--json'])).stdout)).toEqual([]);
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(await readFile(join(file.parentPath, file.name), 'latin1'), file.name).not.toContain(token);
  for (const { stdout, stderr } of [uploaded, status]) expect(stdout + stderr).not.toContain(token);
});

test('commands with a revoked token exit with 3 and upload no build', async () => {
  const { run, builds, service, posts } = await setUp();
  await service.accessTokens.revoke('ci');
  for (const words of [['upload', await writeApk(builds)], ['status'], ['apps'], ['activate', '1']]) {
    const { code, stdout, stderr } = await run(...words);
    expect([code, stdout + stderr]).toEqual([3, expect.stringContaining('does not accept the access token')]);
  }
  expect(posts()).toEqual([]);
});

test('an upload with a token trusts the certificate of the built-in service', async () => {
  const [dataDir, builds] = [await temporaryFolder(), await temporaryFolder()];
  const folder = ['--data-dir', dataDir];
  const started = startSlipway(['serve', '--no-ui', '--json', '--tls', 'auto', ...folder]);
  const { local } = JSON.parse(await started.until('stdout', '}\n'));
  const token = (await slipwayHere(['service', 'token', 'add', 'ci', '--all-apps', ...folder])).stdout.trim();
  const environment = { SLIPWAY_TOKEN: token, SLIPWAY_BASE_URL: local };
  expect(local).toMatch(/^https:/);
  const { code, stderr } = await slipwayHere(['upload', await writeApk(builds), ...folder], environment);
  expect([code, stderr]).toEqual([0, '']);
  started.signal('SIGINT');
  await started.ended;
});

test('an upload is not retried when its token is revoked', async () => {
  const { builds, service, environment, folder, posts } = await setUp();
  const proxy = await startFaultProxy(service.url);
  const [came, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const onMatch = () => came.resolve();
  proxy.fault(/^POST .*profiles/, { kind: 'hold', release: released.promise }, { onMatch });
  const given = { ...environment, SLIPWAY_BASE_URL: proxy.url };
  const running = startSlipway(['upload', await writeApk(builds), ...folder], given);
  await came.promise;
  await service.accessTokens.revoke('ci');
  released.resolve();
  const { code, stdout } = await running.ended;
  expect([code, stdout]).toEqual([3, expect.stringContaining('does not accept the access token')]);
  expect(posts()).toMatchObject([{ status: 401 }]);
});

test('commands name the scope or application that the token lacks', async () => {
  const { run, builds, service } = await setUp({ scopes: ['upload'] });
  const activated = await run('upload', await writeApk(builds), '--activate');
  expect([activated.code, activated.stderr]).toEqual([
    1,
    expect.stringContaining(
      'The access token “ci” does not allow this: activating and deactivating versions. Run “slipway service token add NAME --all-apps --act upload --act activate” on the computer',
    ),
  ]);
  expect(await run('activate', 'Notes@latest')).toMatchObject({ code: 1 });
  const sent = await run('send', 'Notes@latest', '--team', 'QA');
  expect([sent.code, sent.stderr]).toEqual([
    1,
    expect.stringMatching(/this: sending versions\. .+ --act upload --act activate --act send”/),
  ]);
  const apps = [{ platform: null, packageId: 'org.example.other' }];
  const { token } = await service.accessTokens.add({
    name: 'other',
    apps,
    scopes: ['upload'],
    expiresAt: null,
  });
  const other = await slipwayHere(
    ['upload', await writeApk(builds, 'other.apk', 8), '--data-dir', await temporaryFolder()],
    { SLIPWAY_TOKEN: token, SLIPWAY_BASE_URL: service.url },
  );
  expect([other.code, other.stdout]).toEqual([
    1,
    expect.stringContaining('uploading org.example.notes for Android'),
  ]);
});

test('upload is handed over only to a Slipway with the same token', async () => {
  const { builds, service, signIn, environment, folder, run } = await setUp();
  const watched = await temporaryFolder();
  const owner = startSlipway(['watch', watched, ...folder], signIn);
  await owner.until('stderr', 'Watching ');
  const alone = await slipway(['upload', await writeApk(builds), ...folder, '--json'], environment);
  expect([alone.code, JSON.parse(alone.stdout)]).toMatchObject([0, [{ state: 'done' }]]);
  expect(alone.stderr).not.toContain('Another Slipway');
  expect((await service.accessTokens.list())[0]?.lastUsedAt).not.toBeNull();
  const theirs = await slipwayHere(['history', ...folder, '--json']);
  expect(JSON.parse(theirs.stdout)).toMatchObject({ total: 0 });

  const same = startSlipway(['watch', watched, ...folder], environment);
  await same.until('stderr', 'Watching ');
  const handed = await slipway(['upload', await writeApk(builds, 'b.apk', 8), ...folder], environment);
  expect([handed.code, handed.stderr]).toEqual([0, expect.stringContaining('Another Slipway')]);
  for (const running of [owner, same]) {
    running.signal('SIGINT');
    expect((await running.ended).code).toBe(0);
  }
  expect(JSON.parse((await run('history')).stdout)).toMatchObject({ total: 2 });
});

test.each([
  [{ SLIPWAY_USER: 'ada' }, [], 'Use either the token or the sign-in'],
  [{}, ['--account', 'Work'], 'Use either the token or the sign-in'],
  [{ SLIPWAY_BASE_URL: '' }, [], '--base-url'],
  [{ SLIPWAY_TOKEN: 'slw_two words' }, [], 'SLIPWAY_TOKEN contains characters'],
  [{}, ['--token', 'slw_secret'], 'SLIPWAY_TOKEN instead'],
])('apps rejects a token combined with %j and %j', async (given, words, reason) => {
  const environment = { SLIPWAY_TOKEN: 'slw_x', SLIPWAY_BASE_URL: 'http://127.0.0.1:9', ...given };
  const folder = await temporaryFolder();
  const { code, stderr } = await slipwayHere(['apps', ...words, '--data-dir', folder], environment);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

describe('upload with an access token', () => {
  test('prints the install link and the state of the mail last', async () => {
    const { builds, environment, folder } = await setUp();
    const words = ['upload', await writeApk(builds), '--activate', '--qr', '--email', 'ann@example.org'];
    const { code, stdout } = await slipwayHere([...words, '--send-anyway', ...folder], environment);
    expect(code).toBe(0);
    expect(stdout).toMatch(/[█▀▄]{3}/);
    expect(stdout.trim().split('\n').at(-1)).toMatch(
      /^active · not mailed to ann@example\.org \(1\) · http:\/\/127\.0\.0\.1:\d+\/install\/\S+$/,
    );
    const sent = await slipwayHere(
      ['send', 'Notes@latest', '--email', 'ben@example.org', '--send-anyway', ...folder],
      environment,
    );
    expect(sent.stdout).toMatch(/for 1 address were not mailed\./);
  });
});
