/** The scripts of `slipway completion`, run by their shells. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';

const run = promisify(execFile);
const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await slipwayHere(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  const path = join(await temporaryFolder(), 'completion');
  await writeFile(path, stdout);
  return path;
}

/** Command lines whose last word is incomplete, with the expected completions. */
const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['upl'], ['upload']],
  [['queue', 'pa'], ['pause']],
  [
    ['service', 'people', 'add-'],
    ['add-member', 'add-team'],
  ],
  [['help', 'exit'], ['exit-codes']],
  [['upload', '--all'], ['--all-or-nothing']],
  [['upload', '--base-u'], ['--base-url']],
  [
    ['upload', 'a.apk', '--area', ''],
    ['appstore', 'testingdist'],
  ],
  [['--data-dir', 'x', 'completion', '--no-c'], ['--no-color']],
  [['upload', 'no'], []],
];

test.skipIf(!isInstalled('bash'))(
  'bash completes commands, options and choices, but not file names',
  async () => {
    const path = await scriptFor('bash');
    for (const [words, expected] of cases) {
      const program = `source "$1"; shift; COMP_WORDS=(slipway "$@"); COMP_CWORD=$#; _slipway; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout } = await run('bash', ['-c', program, 'bash', path, ...words]);
      expect(
        stdout
          .split('\n')
          .filter((line) => line !== '')
          .toSorted(),
        words.join(' '),
      ).toEqual(expected);
    }
    const split = `source "$1"; COMP_WORDS=(slipway upload --area = app); COMP_CWORD=4; _slipway; echo "\${COMPREPLY[@]}"`;
    expect((await run('bash', ['-c', split, 'bash', path])).stdout).toBe('appstore\n');
  },
);

test.skipIf(!isInstalled('fish'))('fish completes commands, options and choices', async () => {
  const path = await scriptFor('fish');
  for (const [words, expected] of cases.filter(([, expected]) => expected.length > 0)) {
    const line = ['slipway', ...words].join(' ');
    const { stdout } = await run('fish', ['-c', `source $argv[1]; complete -C $argv[2]`, path, line]);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((one) => one.split('\t')[0])
        .toSorted(),
      line,
    ).toEqual(expected);
  }
});

test.skipIf(!isInstalled('zsh'))('zsh loads the script', async () => {
  const path = await scriptFor('zsh');
  const load = 'autoload -Uz compinit; compinit -u -D; source "$1"; print $_comps[slipway]';
  expect((await run('zsh', ['-f', '-c', load, 'zsh', path])).stdout).toBe('_slipway\n');
});

test('the PowerShell script lists commands and options and doubles quotes', async () => {
  const { stdout } = await slipwayHere(['completion', 'powershell']);
  expect(stdout).toContain("'--area' = @('testingdist', 'appstore')");
  expect(stdout).toMatch(/^ {4}' queue' = @\('list\|/m);
  const strings = stdout.split('\n').filter((line) => /^ {4}'/.test(line));
  for (const line of strings)
    expect(line.match(/['‘’‚‛]/g)?.length ?? 0, line).toSatisfy((n: number) => n % 2 === 0);
});

test('completion rejects an unknown shell', async () => {
  const { code, stderr } = await slipwayHere(['completion', 'tcsh']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish, powershell')]);
});
