/** With `--json`, stdout contains one JSON value: the result or the error. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminal, reportError } from '../../../main/cli/terminal/terminal.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { serverOf } from '../api/api-world.ts';
import { writeApk, writeIpa } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, startSlipway } from './run-slipway.ts';

const errorKeys = ['code', 'message', 'remedy', 'values'];

async function refusing(status: number): Promise<Readonly<Record<string, string>>> {
  const url = await serverOf((_, response) => {
    response.writeHead(status).end();
  });
  return {
    ...{ SLIPWAY_BASE_URL: url, SLIPWAY_USER: 'u', SLIPWAY_CLIENT_ID: 'c' },
    ...{ SLIPWAY_PASSWORD: 'p', SLIPWAY_CLIENT_SECRET: 's' },
  };
}

test('every failed command prints an error of the same format', async () => {
  const folder = await temporaryFolder();
  const build = await writeApk(folder);
  const cases: readonly (readonly [readonly string[], number])[] = [
    [['nothing'], 2],
    [[], 2],
    [['versions'], 2],
    [['upload', build, '--email', 'nonsense'], 2],
    [['upload', build], 3],
    [['watch', folder], 3],
    [['apps'], 3],
    [['versions', 'Notes'], 3],
    [['activate', '1'], 3],
    [['send', '1', '--email', 'a@x.test'], 3],
    [['folders', 'pause', '/nowhere'], 2],
    [['queue', 'cancel', 'x'], 2],
    [['history', 'export', '-', '--format', 'csv'], 2],
    [['push', 'check', '/nowhere/at/all'], 1],
  ];
  const environment = await refusing(401);
  for (const [words, code] of cases) {
    const given = [...words, '--json', '--data-dir', await temporaryFolder()];
    const result = await slipwayHere(given, environment);
    expect(result.code, words.join(' ')).toBe(code);
    const { error, ...others } = JSON.parse(result.stdout) as { error: Record<string, unknown> };
    const { quote = '', ...always } = error;
    expect([Object.keys(always), typeof quote, others], words.join(' ')).toEqual([errorKeys, 'string', {}]);
  }
});

test('inspect prints the path of each file, even of an invalid build', async () => {
  const folder = await temporaryFolder();
  const [apk, ipa] = [await writeApk(folder), await writeIpa(folder)];
  const text = join(folder, 'notes.txt');
  await writeFile(text, 'no build');
  const inspect = async (...paths: readonly string[]) =>
    JSON.parse((await slipwayHere(['inspect', '--json', ...paths])).stdout) as unknown;
  const missing = join(folder, 'missing.apk');
  const several = await slipwayHere(['inspect', '--json', apk, text, ipa, missing]);
  expect([several.code, JSON.parse(several.stdout)]).toMatchObject([
    1,
    [
      { file: apk, id: 'org.example.notes', platform: 'android' },
      { file: text, error: { code: expect.stringMatching(/^package\//) } },
      { file: ipa, platform: 'ios' },
      { file: missing, error: { code: 'file/missing' } },
    ],
  ]);
  for (const path of [text, missing]) expect(several.stderr).toContain(`${path}: `);
  expect(await inspect(apk)).toMatchObject({ file: apk, platform: 'android' });
  const { error } = (await inspect(text)) as { error: object };
  expect(Object.keys(error)).toEqual(errorKeys);
  // All arguments after `--` are files.
  const named = await slipwayHere(['inspect', '--', '--json']);
  expect([named.code, named.stdout]).toEqual([1, '']);
});

test('watch prints its error as a line of JSON', async () => {
  const { environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const gone = join(folder, 'gone');
  const { code, stdout } = await startSlipway(
    ['watch', folder, gone, '--json', '--data-dir', dataDir],
    environment,
  ).ended;
  const lines = stdout.trimEnd().split('\n');
  expect([code, lines.map((line) => JSON.parse(line) as unknown)]).toMatchObject([
    1,
    [{ error: { message: expect.stringContaining(gone) } }],
  ]);
  // The valid folder is not saved either, because the command failed.
  expect(JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({ folders: [] });
});

test('history export prints JSON to stdout with --json', async () => {
  const words = ['history', 'export', '-', '--data-dir', await temporaryFolder()];
  expect(JSON.parse((await slipwayHere([...words, '--json'])).stdout)).toEqual([]);
  expect((await slipwayHere(words)).stdout).toContain(',');
});

test('an error after the result adds no second JSON value', () => {
  const written = { stdout: '', stderr: '' };
  const to = (name: 'stdout' | 'stderr') =>
    new Writable({
      write: (text: Buffer, _encoding, done) => {
        written[name] += text.toString('utf8');
        done();
      },
    });
  const terminal = createTerminal({ stdout: to('stdout'), stderr: to('stderr') }, true);
  terminal.result({ done: true });
  reportError(terminal, new Error('too late'));
  expect(JSON.parse(written.stdout)).toEqual({ done: true });
  expect(written.stderr).toContain('too late');
});
