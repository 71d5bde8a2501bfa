import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';
import { slipway } from './run-slipway.ts';

test('slipway --help lists every command', async () => {
  const help = await slipway(['--help']);
  expect(help.code).toBe(0);
  expect(help.stderr).toBe('');
  for (const word of 'upload watch folders inspect apps versions activate deactivate send network push service serve web start completion demo'.split(
    ' ',
  )) {
    expect(help.stdout).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
  }
});

test('slipway --version prints a version number', async () => {
  expect((await slipway(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('invalid usage exits with 2, one error message and empty stdout', async () => {
  const cases: readonly (readonly [readonly string[], string])[] = [
    [['nothing'], 'unknown command'],
    [['versions'], 'app'],
    [['apps', '--nothing'], 'unknown option'],
    [['apps', '--mode', 'loud'], 'Allowed choices are plain, link'],
    [['serve', '--port', '70000'], 'Expected a whole number from 0'],
    [['activate', 'one'], 'Use its number, APP@VERSION'],
    [['send', '3'], 'No recipient was given'],
    [['upload', 'a.apk', '--area', 'appstore', '--activate'], 'store area'],
    [['apps'], 'No service was given'],
    [['apps', '--account', 'work'], 'There is no saved account “work”'],
    [
      ['apps', '--base-url', 'ftp://x', '--user', 'u', '--client-id', 'c'],
      'SLIPWAY_PASSWORD, SLIPWAY_CLIENT_SECRET',
    ],
    [['apps', '--password', 'geheim'], 'SLIPWAY_PASSWORD'],
  ];
  const dataDir = await temporaryFolder();
  const results = await Promise.all(cases.map(([words]) => slipwayHere([...words, '--data-dir', dataDir])));
  for (const [index, result] of results.entries()) {
    const [words, text] = cases[index] ?? [];
    expect([result.code, result.stdout], words?.join(' ')).toEqual([2, '']);
    expect(result.stderr).toContain(text);
    expect(result.stderr).not.toContain('geheim');
    expect(result.stderr).not.toMatch(/\n\s+at /);
  }
});

test.each([
  [['service', 'mail', '--smtp-password=geheim'], 'SLIPWAY_SMTP_PASSWORD'],
  [['service', 'mail', '--smtp-password', 'geheim'], 'SLIPWAY_SMTP_PASSWORD'],
  [['service', 'user', 'password', 'ann', '--new-password=geheim'], 'SLIPWAY_NEW_PASSWORD'],
  [['apps', '--password', '-geheim'], 'SLIPWAY_PASSWORD'],
  [['apps', '--password'], 'SLIPWAY_PASSWORD'],
  [['apps', '--token=geheim'], '--token is not an option'],
  [['--token=geheim', 'apps'], '--token is not an option'],
  [['apps', '--access_token', 'geheim'], '--access_token is not an option'],
  [['push', 'send', 'm.json', "--api-key=x='geheim'\n(geheim)"], '--api-key is not an option'],
  [['apps', '--client-secrets=geheim'], '--client-secrets is not an option'],
  [['apps', '-pgeheim'], '-p is not an option'],
  [['apps', '-xgeheim'], "unknown option '-x'"],
  [['apps', '--kennwort=geheim'], "unknown option '--kennwort'"],
  [['apps', "--kennwort=a'geheim'b"], "unknown option '--kennwort'\n"],
  [['apps', '--user=ann', '--kennwort=geheim'], "unknown option '--kennwort'"],
  [['service', 'user', 'add', 'ann', '--ask-password', 'geheim'], 'expected 1, but got 2'],
  [['serve', '--public-url', 'https://ann:geheim@example.org'], 'without “?”, “#”, user name or password'],
] as const)('usage errors do not repeat possible secrets: %j', async (words, text) => {
  const dataDir = ['--data-dir', await temporaryFolder()];
  for (const json of [[], ['--json']]) {
    const { code, stdout, stderr } = await slipwayHere([...words, ...dataDir, ...json]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(stdout + stderr).not.toContain('geheim');
  }
});

test('usage errors are JSON on stdout with --json', async () => {
  const dataDir = await temporaryFolder();
  const usage = await slipway(['versions', '--json']);
  expect(JSON.parse(usage.stdout)).toMatchObject({ error: { code: 'cli/usage' } });
  const nothing = await slipwayHere(['--json']);
  expect([nothing.code, JSON.parse(nothing.stdout)]).toMatchObject([
    2,
    { error: { code: 'cli/usage', message: expect.stringContaining('No command was given') } },
  ]);
  const help = await slipwayHere(['--json', '--help']);
  expect([help.code, help.stdout, help.stderr]).toEqual([
    0,
    '',
    expect.stringContaining('slipway help exit-codes'),
  ]);
  const account = await slipwayHere(['apps', '--json', '--data-dir', dataDir]);
  expect(JSON.parse(account.stdout)).toMatchObject({
    error: { code: 'cli/noAccount', remedy: 'check-input', message: expect.stringContaining('--base-url') },
  });
});

test('a read-only command creates no queue in the data folder', async () => {
  const dataDir = await temporaryFolder();
  await slipwayHere(['apps', '--data-dir', dataDir]);
  expect(existsSync(join(dataDir, 'journal.db'))).toBe(false);
});
