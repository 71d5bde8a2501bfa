import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { canMakeTerminals, runService, startSlipway } from './run-slipway.ts';

async function setUp() {
  const { service, environment, secrets } = await runService();
  const { SLIPWAY_BASE_URL: _, ...others } = environment;
  const dataDir = await temporaryFolder();
  const run = (words: readonly string[], given: Readonly<Record<string, string>> = {}) =>
    slipwayHere([...words, '--data-dir', dataDir, '--json'], given);
  return { service, environment, others, secrets, dataDir, run };
}

test('commands report a missing or rejected sign-in', async () => {
  const { service, environment, others, dataDir, run } = await setUp();
  const first = await run(['status']);
  expect([first.code, JSON.parse(first.stdout), first.stderr]).toMatchObject([
    ...[
      0,
      { account: null, error: null, running: false, dataDir, log: join(dataDir, 'logs', 'slipway.log') },
    ],
    expect.stringContaining('slipway login'),
  ]);
  const withoutAccount = await run(['apps']);
  expect([withoutAccount.code, withoutAccount.stderr]).toEqual([2, expect.stringContaining('slipway login')]);

  const wrong = await run(['login', service.url], { ...others, SLIPWAY_PASSWORD: 'quite wrong' });
  expect([wrong.code, JSON.parse((await run(['accounts'])).stdout)]).toEqual([3, []]);
  const missing = await run(['login', service.url, '--user', 'ann']);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('SLIPWAY_CLIENT_SECRET')]);

  const elsewhere = await run(['status'], { ...environment, SLIPWAY_PASSWORD: 'quite wrong' });
  expect([elsewhere.code, JSON.parse(elsewhere.stdout)]).toMatchObject([3, { error: { remedy: 'sign-in' } }]);
});

test('login saves an account for later commands until logout removes it', async () => {
  const { service, others, secrets, dataDir, run } = await setUp();
  const login = await run(['login', service.url, '--name', 'Work', '--mode', 'link'], others);
  expect([login.code, JSON.parse(login.stdout)]).toMatchObject([0, { name: 'Work', active: true }]);
  const again = await run(['login', service.url], others);
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { name: 'Work', mode: 'link' }]);
  expect(JSON.parse((await run(['accounts'])).stdout)).toMatchObject([{ name: 'Work', active: true }]);
  expect(await run(['upload', await writeApk(await temporaryFolder())])).toMatchObject({ code: 0 });
  expect(JSON.parse((await run(['apps', '--account', 'work'])).stdout)).toMatchObject([{ name: 'Notes' }]);
  const now = await run(['status']);
  expect([now.code, JSON.parse(now.stdout)]).toMatchObject([0, { account: { name: 'Work' }, error: null }]);

  const secretsFile = join(dataDir, 'secrets.json');
  if (hasModes) expect((await stat(secretsFile)).mode & 0o077).toBe(0);
  for (const output of [login, now])
    for (const secret of secrets) expect(output.stdout + output.stderr).not.toContain(secret);
  expect(await run(['accounts', 'use', 'Home'])).toMatchObject({ code: 2 });
  expect(await run(['logout'])).toMatchObject({ code: 0 });
  expect(JSON.parse((await run(['accounts'])).stdout)).toEqual([]);
  const left = await readFile(secretsFile, 'utf8');
  for (const secret of secrets) expect(left).not.toContain(secret);
});

test.skipIf(!canMakeTerminals())(
  'login prompts for missing values on a terminal and hides secrets',
  async () => {
    const { service, environment, secrets } = await runService();
    const words = ['login', service.url, '--data-dir', await temporaryFolder()];
    const running = startSlipway(words, {}, { terminal: true });
    const answers = [
      ['User name: ', environment.SLIPWAY_USER],
      ['Client id: ', environment.SLIPWAY_CLIENT_ID],
      ['Password: ', environment.SLIPWAY_PASSWORD],
      ['Client secret: ', environment.SLIPWAY_CLIENT_SECRET],
    ] as const;
    for (const [question, answer] of answers) {
      await running.until('stdout', question);
      running.process.stdin?.write(`${answer}\r`);
    }
    const { code, stdout } = await running.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('Signed in as slipway at 127.0.0.1')]);
    for (const secret of secrets) expect(stdout).not.toContain(secret);
  },
);
