/** `slipway service token` creates, lists and revokes access tokens of the built-in service. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';
import { startSlipway } from './run-slipway.ts';

async function commands() {
  const dataDir = await temporaryFolder();
  const run = (...words: readonly string[]) =>
    slipwayHere(['service', 'token', ...words, '--data-dir', dataDir]);
  const runJson = async (...words: readonly string[]) => JSON.parse((await run(...words, '--json')).stdout);
  return { run, runJson };
}

test('an access token is created, listed and revoked by name or id', async () => {
  const { run, runJson } = await commands();
  const words = ['--app', 'com.example.shop', '--app', 'ios:com.example.till', '--act', 'upload'];
  const made = await run('add', 'ci', ...words, '--act', 'send', '--expires', '90d');
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^slw_[\w-]{43}\n$/) });
  expect(made.stderr).toContain('com.example.shop, ios:com.example.till: upload, send; expires ');
  const all = await runJson('add', 'nightly', '--all-apps', '--expires', 'never');
  expect(all).toMatchObject({ token: expect.stringMatching(/^slw_/), apps: 'all', scopes: ['upload'] });
  const list = await run('list');
  expect(list.stdout).toMatch(
    /^1 {2}ci +com\.example\.shop, ios:com\.example\.till +upload, send +never used/,
  );
  expect(list.stdout + JSON.stringify(await runJson())).not.toContain('slw_');
  const unused = { lastUsedAt: null, revokedAt: null };
  expect(await runJson('list')).toEqual([
    {
      id: 1,
      name: 'ci',
      apps: [
        { platform: null, packageId: 'com.example.shop' },
        { platform: 'ios', packageId: 'com.example.till' },
      ],
      scopes: ['upload', 'send'],
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      ...unused,
    },
    expect.objectContaining({ id: 2, name: 'nightly', apps: 'all', expiresAt: null, ...unused }),
  ]);
  const { createdAt, expiresAt } = await runJson('add', 'default', '--all-apps');
  expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000)).toBe(90);
  expect(await run('add', 'ci', '--all-apps')).toMatchObject({ code: 1, stdout: '' });
  expect(await run('revoke', 'ci')).toMatchObject({ code: 0 });
  expect(await runJson('revoke', '2')).toMatchObject({ name: 'nightly', revokedAt: expect.any(String) });
  expect(await run('revoke', 'ci')).toMatchObject({ code: 1 });
  expect((await run()).stdout.match(/revoked/g)).toHaveLength(2);
});

test('an access token keeps the daily limits given at creation', async () => {
  const { runJson } = await commands();
  const limits = ['--uploads-per-day', '50', '--bytes-per-day', '1000000', '--messages-per-day', '9'];
  await runJson('add', 'ci', '--all-apps', ...limits);
  const quota = { uploads: 50, bytes: 1_000_000, messages: 9 };
  expect(await runJson('list')).toEqual([expect.objectContaining({ name: 'ci', quota })]);
});

test.each([
  [[], 'either --app'],
  [['--app', 'com.example.shop', '--all-apps'], 'either --app'],
  [['--app', ''], 'Expected the id'],
  [['--app', 'symbian:com.example.shop'], 'Expected the id'],
  [['--all-apps', '--act', 'delete'], 'Allowed choices'],
  [['--all-apps', '--expires', '0d'], 'Expected a number'],
  [['--all-apps', '--expires', 'soon'], 'Expected a number'],
])('token add rejects %j', async (words, reason) => {
  const { run } = await commands();
  expect(await run('add', 'ci', ...words)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(reason),
  });
});

test('token add warns when no service has run from the data folder', async () => {
  const dataDir = await temporaryFolder();
  const add = (name: string) =>
    slipwayHere(['service', 'token', 'add', name, '--all-apps', '--data-dir', dataDir]);
  const client = () => slipwayHere(['service', 'client', 'add', 'builds', '--data-dir', dataDir]);
  const warning = `no built-in service has run from ${dataDir} yet`;
  expect((await add('ci')).stderr).toContain(warning);
  expect((await client()).stderr).toContain(warning);
  const served = startSlipway(['serve', '--no-ui', '--data-dir', dataDir]);
  await served.until('stderr', 'Ctrl-C');
  served.signal('SIGINT');
  await served.ended;
  expect((await add('nightly')).stderr).not.toContain('Warning');
});
