import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lanAddresses } from '../../../main/service/exposure.ts';
import { openCore } from '../../contract/core/core-world.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tokenOf } from '../../sign-in.ts';
import { slipwayHere } from './run-here.ts';
import { slipway, startSlipway } from './run-slipway.ts';

test('service commands run in the process that runs the service', async () => {
  const dataDir = await temporaryFolder();
  const owner = startSlipway(['serve', '--no-ui', '--json', '--data-dir', dataDir]);
  const { local, firstUser } = JSON.parse(await owner.until('stdout', '\n')) as {
    local: string;
    firstUser: Parameters<typeof tokenOf>[1];
  };
  const run = async (words: readonly string[], input?: string) => {
    const given = ['service', ...words, '--data-dir', dataDir, '--json'];
    const environment = { SLIPWAY_SMTP_PASSWORD: 'mail-password-1' };
    const ended = await (input === undefined
      ? slipwayHere(given, environment)
      : slipway(given, environment, { input }));
    expect(ended.stderr).not.toContain('mail-password-1');
    return { code: ended.code, value: JSON.parse(ended.stdout) as unknown };
  };
  expect(await run(['people', 'add-team', 'QA'])).toMatchObject({
    code: 0,
    value: { teams: [{ name: 'QA' }] },
  });
  expect(await run(['people', 'import', '-'], 'email,team\nada@example.test,QA\n')).toMatchObject({
    code: 0,
    value: { created: 1 },
  });
  expect(await run(['people', 'export'])).toMatchObject({
    code: 0,
    value: [{ email: 'ada@example.test', name: null, team: 'QA' }],
  });
  expect(await run(['people', 'add-team', 'qa'])).toMatchObject({
    code: 1,
    value: { error: { code: 'service/taken' } },
  });
  expect(await run(['outbox'])).toEqual({ code: 0, value: [] });
  const { value: user } = await run(['user', 'add', 'ci']);
  const { value: client } = await run(['client', 'add', 'ci']);
  const made = { ...firstUser, ...(user as { password: string }), ...(client as { clientSecret: string }) };
  expect(await tokenOf(local, made)).toMatch(/^\S{20,}$/);
  const server = [
    '--smtp-host',
    'smtp.example.test',
    '--smtp-user',
    'builds',
    '--from',
    'builds@example.test',
  ];
  expect(await run(['mail', ...server])).toMatchObject({
    code: 0,
    value: { mailServer: { host: 'smtp.example.test' } },
  });
  expect(await tokenOf(local, made)).toMatch(/^\S{20,}$/);
  owner.signal('SIGINT');
  expect((await owner.ended).code).toBe(0);
  expect(await run(['user'])).toMatchObject({
    code: 0,
    value: [{ userName: 'slipway' }, { userName: 'ci' }],
  });
});

test('service commands report a data folder in use by another Slipway', async () => {
  const dataDir = await temporaryFolder();
  const page = startSlipway(['web', '--no-open', '--data-dir', dataDir]);
  await page.until('stdout', 'Slipway runs in the browser');
  const people = () => slipway(['service', 'people', '--data-dir', dataDir, '--json']);
  const stopped = await people();
  expect([stopped.code, JSON.parse(stopped.stdout)]).toMatchObject([
    1,
    { error: { code: 'core/serviceStopped' } },
  ]);
  page.signal('SIGINT');
  await page.ended;

  await openCore(dataDir);
  const refused = await people();
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
    5,
    { error: { code: 'cli/serviceInUse', remedy: 'wait' } },
  ]);
  expect(refused.stderr).toContain(`using the data folder ${dataDir}`);
  expect(refused.stderr).toContain('Quit Slipway (“slipway serve” with Ctrl-C), run this command again');
});

test('serve --public-url prints the public address and listens locally', async () => {
  const dataDir = await temporaryFolder();
  const publicUrl = 'https://builds.example.test';
  const running = startSlipway([
    ...['serve', '--no-ui', '--json', '--data-dir', dataDir],
    ...['--host', '127.0.0.1', '--public-url', `${publicUrl}/`, '--proxy-hops', '1'],
  ]);
  const started = JSON.parse(await running.until('stdout', '\n')) as { local: string };
  expect(started).toMatchObject({ service: publicUrl, exposed: false });
  expect((await fetch(`${started.local}/api/v3/root`)).status).toBe(401);
  const status = await slipwayHere(['service', 'status', '--json', '--data-dir', dataDir]);
  expect(JSON.parse(status.stdout)).toEqual({ running: true, url: started.local, publicUrl });
  running.signal('SIGTERM');
  const ended = await running.ended;
  expect(ended.stderr).not.toContain('Warning');
});

test('serve warns about unencrypted exposure and rejects invalid addresses', async () => {
  const serve = async (...words: readonly string[]) =>
    slipwayHere(['serve', '--no-ui', '--data-dir', await temporaryFolder(), ...words]);
  const notOfThisComputer = await serve('--host', '192.0.2.1');
  expect([notOfThisComputer.code, notOfThisComputer.stdout]).toEqual([1, '']);
  expect(notOfThisComputer.stderr).toMatch(
    /^Warning: other computers can reach the service, and its connections are not encrypted[^\n]*\nslipway: /,
  );
  for (const [words, text] of [
    [['--host', '0.0.0.0'], '--public-url'],
    [['--host', 'x'.repeat(64)], 'choose an address of this computer'],
    [['--lan', '192.0.2.1'], 'is not an address of this computer'],
    [['--lan', '--host', '127.0.0.1'], "cannot be used with option '--host"],
    [['--tls', 'on'], 'Allowed choices are auto'],
    [['--tls', 'auto', '--tls-cert', 'a.pem'], "cannot be used with option '--tls"],
    [['--tls-cert', 'a.pem'], '--tls-cert and --tls-key must be used together'],
    [['--tls-cert', import.meta.filename, '--tls-key', import.meta.filename], 'cannot be used for TLS'],
    [['--public-url', 'builds.example.test'], 'Expected an address such as https://'],
    [['--proxy-hops', 'all'], 'Expected the number of proxies'],
    [['--proxy-hops', '6'], 'Expected the number of proxies'],
    [['--public-url', 'https://user:pw@builds.example.test'], 'Expected an address such as https://'],
  ] as const) {
    const refused = await serve(...words);
    expect([refused.code, refused.stdout], words.join(' ')).toEqual([2, '']);
    expect(refused.stderr).toContain(text);
  }
});

test('serve --tls auto prints the trust page, and commands trust the service', async () => {
  const dataDir = await temporaryFolder();
  const running = startSlipway(['serve', '--no-ui', '--json', '--tls', 'auto', '--data-dir', dataDir]);
  const { service, exposed, authority } = JSON.parse(await running.until('stdout', '\n')) as {
    service: string;
    exposed: boolean;
    authority: { name: string; fingerprint: string; page: string };
  };
  expect([service.slice(0, 18), exposed]).toEqual(['https://127.0.0.1:', false]);
  expect((await fetch(authority.page)).status).toBe(200);
  await expect(fetch(service)).rejects.toThrow();
  // Runs in another process. The proxy is unreachable, so the command must connect directly.
  const apps = await slipway(['apps', '--json', '--data-dir', dataDir], {
    HTTPS_PROXY: 'http://127.0.0.1:9',
  });
  expect([apps.code, apps.stdout.trim()]).toEqual([0, '[]']);
  running.signal('SIGINT');
  const ended = await running.ended;
  expect(ended.code).toBe(0);
  for (const text of [`Phones:  ${authority.page} `, `SHA-256: ${authority.fingerprint}`]) {
    expect(ended.stderr).toContain(text);
  }
});

const [lan] = lanAddresses();

test.runIf(lan)('serve --lan listens on the network address that links use', async () => {
  const dataDir = await temporaryFolder();
  const running = startSlipway(['serve', '--no-ui', '--json', '--lan', '--data-dir', dataDir]);
  const { service, local, exposed } = JSON.parse(await running.until('stdout', '\n')) as Record<
    string,
    string
  >;
  expect([service, new URL(service ?? '').hostname, exposed]).toEqual([local, lan?.address, true]);
  running.signal('SIGINT');
  expect((await running.ended).stderr).toContain('Add --tls auto');
});

describe('serve', () => {
  test('reuses encryption and public address at the next start', async () => {
    const dataDir = await temporaryFolder();
    const start = async (...words: readonly string[]) => {
      const owner = startSlipway(['serve', '--no-ui', '--json', ...words, '--data-dir', dataDir]);
      const { service, local } = JSON.parse(await owner.until('stdout', '\n')) as Record<string, string>;
      const status = await slipwayHere(['service', 'status', '--json', '--data-dir', dataDir]);
      owner.signal('SIGINT');
      await owner.ended;
      return { service, local, status: JSON.parse(status.stdout) as unknown };
    };
    const first = await start('--tls', 'auto', '--public-url', 'https://builds.example.org');
    expect(first.local).toMatch(/^https:/);
    expect(first.status).toMatchObject({ running: true });
    expect(await start()).toMatchObject({ service: 'https://builds.example.org', local: first.local });
    const last = await start('--tls', 'off', '--public-url', 'off');
    expect(last.local).toMatch(/^http:/);
    expect(last.service).toBe(last.local);
  });

  test('reports why the data folder cannot be used', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    for (const folder of [path, join(path, 'below')]) {
      const { code, stderr } = await slipwayHere(['service', 'status', '--data-dir', folder]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('there is a file where a folder belongs')]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });
});

describe('server', () => {
  test('accepts administration commands while it runs', async () => {
    const variables = {
      SLIPWAY_PUBLIC_URL: 'https://builds.example.org',
      SLIPWAY_DATA_FOLDER: await temporaryFolder(),
      SLIPWAY_PORT: '0',
      SLIPWAY_DRAIN_SECONDS: '0',
    };
    const instance = startSlipway(['server'], variables);
    await instance.until('stdout', '"message":"Service started"');
    const run = (...words: readonly string[]) => slipwayHere(['server', ...words, '--json'], variables);
    for (const words of [['token', 'list'], ['people', 'list'], ['mail'], ['requests'], ['session', 'list']])
      expect(await run(...words)).toMatchObject({ code: 0 });
    expect(await run('user', 'add', 'ada')).toMatchObject({ code: 0 });
    expect(JSON.parse((await run('user', 'list')).stdout)).toContainEqual({ userName: 'ada' });
    instance.signal('SIGTERM');
    expect((await instance.ended).code).toBe(0);
  });
});
