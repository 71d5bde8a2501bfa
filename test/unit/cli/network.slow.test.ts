import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { networkSchema } from '../../../main/settings/settings-schema.ts';
import { openSettings } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { openForwardProxy } from '../../fakes/forward-proxy.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { makeCertificate } from '../api/certificates.ts';
import { slipwayHere } from './run-here.ts';
import { canMakeTerminals, runService, slipway, startSlipway } from './run-slipway.ts';

const defaults = {
  proxy: { mode: 'system', url: null, userName: null, bypass: [], hasPassword: false, failure: null },
  hasSystemProxy: false,
  caFiles: [],
  bytesPerSecond: null,
  schedule: [],
  pauseOnMetered: false,
  currentLimit: { bytesPerSecond: null, until: null },
  connection: { online: expect.any(Boolean), metered: null, waiting: null },
  connectTimeoutSeconds: 15,
};

test('network set changes the given settings and keeps the others', async () => {
  const dataDir = await temporaryFolder();
  const path = join(dataDir, 'authority.pem');
  await writeFile(path, (await makeCertificate('DNS:service.example')).authority);
  const run = (...words: readonly string[]) => slipwayHere(['network', ...words, '--data-dir', dataDir]);
  const json = async (...words: readonly string[]): Promise<unknown> =>
    JSON.parse((await run(...words, '--json')).stdout);

  expect(await json()).toEqual(defaults);
  expect((await run()).stdout).toContain('HTTP_PROXY, HTTPS_PROXY and NO_PROXY; in the desktop application');
  const proxy = { ...defaults.proxy, mode: 'manual', url: 'http://proxy.example:3128' };
  expect(await json('set', '--proxy', 'proxy.example:3128', '--bypass', 'example.org, 10.0.0.0/8')).toEqual({
    ...defaults,
    proxy: { ...proxy, bypass: ['example.org', '10.0.0.0/8'] },
  });
  expect(
    await json('set', '--limit', '2MB/s', '--ca', path, '--connect-timeout', '30', '--no-bypass'),
  ).toMatchObject({
    proxy,
    bytesPerSecond: 2_000_000,
    connectTimeoutSeconds: 30,
    caFiles: [{ path, certificates: [{ name: 'Test authority' }], failure: null }],
  });
  const shown = (await run('show')).stdout;
  expect(shown).toMatch(/^proxy +http:\/\/proxy\.example:3128$/m);
  expect(shown).toMatch(/authority\.pem: Test authority \(until \d{4}-\d\d-\d\d\)/);
  expect(shown).toMatch(/^limit +2\u00A0MB\/s for all uploads together$/m);
  expect(
    await json('set', '--proxy', 'system', '--limit', 'off', '--no-ca', '--connect-timeout', '15'),
  ).toEqual({
    ...defaults,
    proxy: { ...defaults.proxy, url: 'http://proxy.example:3128' },
  });
});

test('network set --schedule sets, prints and clears limits by hour', async () => {
  const dataDir = await temporaryFolder();
  const set = (...words: readonly string[]) =>
    slipwayHere(['network', 'set', ...words, '--data-dir', dataDir]);
  const hours = ['--schedule', 'mon-fri 08:00-18:00 2MB/s', '--schedule', 'daily 00:00-24:00 off'];
  const { stdout } = await set('--limit', '5MB/s', ...hours, '--pause-on-metered');
  expect(stdout).toMatch(/^limit +5\u00A0MB\/s for all uploads together$/m);
  expect(stdout).toMatch(/^ +mon–fri 08:00–18:00: 2\u00A0MB\/s$/m);
  expect(stdout).toMatch(/^ +daily 00:00–00:00: none$/m);
  expect(stdout).toMatch(/^ +now (2\u00A0MB\/s|no limit) until (Mon|Tue|Wed|Thu|Fri) (08:00|18:00)$/m);
  expect(stdout).toContain('uploads wait while the network is metered');
  const { schedule } = openSettings(dataDir, collectedLog().log, Date.now).get().network;
  expect(schedule.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([2_000_000, null]);
  const cleared = await set('--schedule', 'none', '--no-pause-on-metered');
  expect(cleared.stdout).not.toMatch(/mon–fri|metered/);
  expect(await set('--schedule', 'mon-fri 8-18 2MB/s')).toMatchObject({ code: 2 });
});

test('the proxy password is stored as a private secret and never printed', async () => {
  const dataDir = await temporaryFolder();
  const set = await slipway(
    [
      'network',
      'set',
      '--proxy',
      'http://proxy.example:3128',
      '--proxy-user',
      'builder',
      '--data-dir',
      dataDir,
      '--verbose',
    ],
    { SLIPWAY_PROXY_PASSWORD: 'proxy-word-1' },
  );
  expect(set.code).toBe(0);
  expect(set.stdout).toContain('http://proxy.example:3128 as builder, with a password');
  const secrets = join(dataDir, 'secrets.json');
  expect(await readFile(secrets, 'utf8')).toContain('proxy-word-1');
  if (hasModes) expect((await stat(secrets)).mode & 0o077).toBe(0);
  const moved = await slipwayHere([
    'network',
    'set',
    '--proxy',
    'http://elsewhere.example:1',
    '--data-dir',
    dataDir,
    '--json',
  ]);
  expect([moved.code, JSON.parse(moved.stdout)]).toMatchObject([
    2,
    { error: { code: 'settings/invalid', message: expect.stringContaining('password of the proxy again') } },
  ]);
  const gone = await slipwayHere(['network', 'set', '--no-proxy-user', '--data-dir', dataDir, '--json']);
  expect(JSON.parse(gone.stdout)).toMatchObject({ proxy: { userName: null, hasPassword: false } });
  expect(await readFile(secrets, 'utf8')).not.toContain('proxy-word-1');
  const settings = await readFile(join(dataDir, 'settings.json'), 'utf8');
  for (const text of [set.stdout, set.stderr, moved.stderr, settings])
    expect(text).not.toContain('proxy-word-1');
});

test.skipIf(!canMakeTerminals())('network set prompts for the proxy password without echo', async () => {
  const dataDir = await temporaryFolder();
  const parameters = ['network', 'set', '--proxy', 'proxy.example:3128', '--proxy-user', 'builder'];
  const running = startSlipway([...parameters, '--data-dir', dataDir], {}, { terminal: true });
  await running.until('stdout', 'Password of builder for the proxy');
  running.process.stdin?.write('proxy-word-1\r');
  const ended = await running.ended;
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('as builder, with a password') });
  expect(ended.stdout).not.toContain('proxy-word-1');
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toContain('proxy-word-1');
});

test('network set rejects invalid options and changes no setting', async () => {
  const folder = await temporaryFolder();
  const words = join(folder, 'words.pem');
  await writeFile(words, '\nDear Sir\n');
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [[], 2, 'No setting was given'],
    [['--proxy', 'socks5://proxy.example'], 2, 'SOCKS proxies are not supported'],
    [['--proxy', 'http://builder:geheim@proxy.example'], 2, 'without user name and password'],
    [
      ['--proxy', 'none', '--proxy-user', 'builder'],
      2,
      '--proxy-user and --bypass require the address of a proxy',
    ],
    [['--bypass', 'example.org'], 2, '--proxy-user and --bypass require the address of a proxy'],
    [['--proxy', 'proxy.example', '--bypass', 'http://x'], 2, '“http://x” is not a host'],
    [['--proxy-password', 'geheim'], 2, 'SLIPWAY_PROXY_PASSWORD'],
    [['--limit', '2'], 2, 'such as 500kB/s'],
    [['--connect-timeout', '0'], 2, 'whole seconds from 1 to 120'],
    [['--ca', join(folder, 'gone.pem')], 1, 'gone.pem does not exist'],
    [['--limit', '2MB/s', '--ca', words], 1, `${words} cannot be used as a certificate file (line 1)`],
  ];
  await Promise.all(
    cases.map(async ([parameters, code, text], index) => {
      const dataDir = join(folder, String(index));
      const result = await slipwayHere(['network', 'set', ...parameters, '--data-dir', dataDir]);
      expect([result.code, result.stdout], parameters.join(' ')).toEqual([code, '']);
      expect(result.stderr).toContain(text);
      expect(result.stderr).not.toContain('geheim');
      expect(result.stderr).not.toMatch(/\n\s+at /);
      const settings = openSettings(dataDir, collectedLog().log, Date.now);
      expect(settings.get().network).toEqual(networkSchema.parse({}));
    }),
  );
});

test('commands use the saved proxy and exit with 4 when it fails', async () => {
  const dataDir = await temporaryFolder();
  const { service, environment } = await runService();
  const proxy = await openForwardProxy({
    port: Number(new URL(service.url).port),
    signIn: 'builder:proxy-word-1',
  });
  onTestFinished(proxy.stop);
  const hidden = { ...environment, SLIPWAY_BASE_URL: 'http://distribution.invalid' };
  const password = { SLIPWAY_PROXY_PASSWORD: 'proxy-word-1' };
  const set = (...words: readonly string[]) =>
    slipwayHere(['network', 'set', ...words, '--data-dir', dataDir], password);
  const apps = () => slipwayHere(['apps', '--data-dir', dataDir, '--json'], hidden);

  await set('--proxy', proxy.url, '--proxy-user', 'builder');
  expect(JSON.parse((await apps()).stdout)).toEqual([]);
  await set('--no-proxy-user');
  const refused = await apps();
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
    4,
    { error: { code: 'api/proxyPassword', message: expect.stringContaining(proxy.host) } },
  ]);
  await set('--proxy', 'http://127.0.0.1:1');
  const gone = await apps();
  expect([gone.code, JSON.parse(gone.stdout)]).toMatchObject([
    4,
    { error: { code: 'api/proxy', message: expect.stringContaining('127.0.0.1:1') } },
  ]);
});

test('network set changes the limit of a running Slipway', async () => {
  const { environment } = await runService();
  const [dataDir, builds] = [await temporaryFolder(), await temporaryFolder()];
  const watching = startSlipway(['watch', builds, '--data-dir', dataDir], environment);
  await watching.until('stderr', 'Watching ');
  const set = await slipway(['network', 'set', '--limit', '2MB/s', '--json', '--data-dir', dataDir]);
  expect(set.code).toBe(0);
  expect(JSON.parse(set.stdout)).toMatchObject({ bytesPerSecond: 2_000_000 });
  const shown = await slipwayHere(['network', '--json', '--data-dir', dataDir]);
  expect(JSON.parse(shown.stdout)).toMatchObject({ bytesPerSecond: 2_000_000 });
  watching.signal('SIGINT');
  expect((await watching.ended).code).toBe(0);
});
