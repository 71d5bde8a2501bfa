import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tokenOf } from '../../sign-in.ts';
import { slipwayHere } from './run-here.ts';
import { canMakeTerminals, slipway, startSlipway } from './run-slipway.ts';

type Started = {
  readonly service: string;
  readonly local: string;
  readonly exposed: boolean;
  readonly page: string | null;
  readonly firstUser: Parameters<typeof tokenOf>[1] | null;
};

async function serve(dataDir: string, ...words: readonly string[]) {
  const running = startSlipway(['serve', '--no-ui', '--json', '--data-dir', dataDir, ...words]);
  const started = JSON.parse(await running.until('stdout', '\n')) as Started;
  const stop = async (): Promise<void> => {
    running.signal('SIGINT');
    expect((await running.ended).code).toBe(0);
  };
  return { ...started, stop };
}

async function contentOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secrets.json');
  return (
    await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  ).join();
}

test('service user and client manage additional credentials', async () => {
  const dataDir = await temporaryFolder();
  const first = await serve(dataDir);
  expect(first).toMatchObject({ service: first.local, exposed: false, page: null });
  const { firstUser } = first;
  if (!firstUser) throw new Error('the first start made no user');
  expect(await tokenOf(first.service, firstUser)).toMatch(/^\S{20,}$/);
  await first.stop();

  const run = async (words: readonly string[], environment: Record<string, string> = {}) => {
    const ended = await slipwayHere(['service', ...words, '--data-dir', dataDir, '--json'], environment);
    return { code: ended.code, value: JSON.parse(ended.stdout) as unknown, stderr: ended.stderr };
  };
  const chosen = { SLIPWAY_NEW_PASSWORD: 'chosen by a person' };
  const made = await run(['user', 'add', 'ci']);
  expect(made).toMatchObject({
    code: 0,
    value: { userName: 'ci', password: expect.stringMatching(/^\S{23}$/) },
  });
  const changed = await run(['user', 'password', 'ci'], chosen);
  expect(changed).toMatchObject({ code: 0, value: { userName: 'ci', password: null } });
  await run(['client', 'add', 'builds']);
  const client = await run(['client', 'secret', 'builds']);
  const { clientSecret } = client.value as { clientSecret: string };
  expect((await run(['client'])).value).toEqual([{ clientId: 'slipway-desktop' }, { clientId: 'builds' }]);

  const second = await serve(dataDir);
  expect(second).toMatchObject({ service: first.service, firstUser: null });
  const own = { userName: 'ci', password: chosen.SLIPWAY_NEW_PASSWORD, clientId: 'builds', clientSecret };
  expect(await tokenOf(second.service, own)).toMatch(/^\S{20,}$/);
  await second.stop();

  for (const [words, code] of [
    [['user', 'password', 'slipway'], 'core/ownCredentials'],
    [['client', 'secret', 'typo'], 'service/noPerson'],
  ] as const) {
    expect(await run(words, chosen), words.join(' ')).toMatchObject({
      code: 1,
      value: { error: { code } },
    });
  }
  await run(['user', 'remove', 'ci']);
  await run(['client', 'remove', 'builds']);
  expect((await run(['user'])).value).toEqual([{ userName: 'slipway' }]);

  const written = await contentOf(dataDir);
  const { password } = made.value as { password: string };
  for (const secret of [password, clientSecret, chosen.SLIPWAY_NEW_PASSWORD, firstUser.password]) {
    expect(written + made.stderr + changed.stderr + client.stderr).not.toContain(secret);
  }
});

test.skipIf(!canMakeTerminals())(
  'user add --ask-password prompts twice and never shows the password',
  async () => {
    const dataDir = await temporaryFolder();
    const add = (name: string) =>
      startSlipway(
        ['service', 'user', 'add', name, '--ask-password', '--data-dir', dataDir],
        {},
        { terminal: true },
      );
    for (const [name, again, code, words] of [
      ['ann', 'typed in secret', 0, 'Created the user ann.'],
      ['ben', 'typed otherwise', 2, 'The two passwords differ'],
      ['cy', '\u0003', 130, 'Cancelled'],
    ] as const) {
      const running = add(name);
      await running.until('stdout', 'New password: ');
      running.process.stdin?.write('typed in secret\r');
      await running.until('stdout', 'Repeat the password: ');
      running.process.stdin?.write(`${again}\r`);
      const ended = await running.ended;
      expect([ended.code, ended.stdout]).toEqual([code, expect.stringContaining(words)]);
      expect(ended.stdout).not.toMatch(/typed in secret|typed otherwise/);
    }
    const users = await slipwayHere(['service', 'user', 'list', '--data-dir', dataDir]);
    expect(users.stdout).toBe('slipway\nann\n');
    const withoutTerminal = await slipway([
      'service',
      'user',
      'add',
      'x',
      '--ask-password',
      '--data-dir',
      dataDir,
    ]);
    expect([withoutTerminal.code, withoutTerminal.stderr]).toEqual([
      2,
      expect.stringContaining('SLIPWAY_NEW_PASSWORD'),
    ]);
  },
);
