/** Help texts: the examples of each command, and the topics that all commands share. */
import { expect, test } from 'vitest';
import { commandsFor, emptyProgram } from '../../../main/cli/program.ts';
import { slipwayHere } from './run-here.ts';

const notWritten = process.stderr;

/** Builds the program with the commands that the command line `words` needs. Defaults to all commands. */
async function programFor(words: readonly string[] = ['help']) {
  const program = emptyProgram({ stdout: notWritten, stderr: notWritten }, false);
  const nothing = async (): Promise<void> => undefined;
  for (const add of await commandsFor(words)) add(program, nothing, nothing);
  return program;
}

type Program = Awaited<ReturnType<typeof programFor>>;

function visibleBelow(command: Program, path: readonly string[] = []): readonly (readonly string[])[] {
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
  return below.flatMap((one) => {
    const own = [...path, one.name()];
    return [own, ...visibleBelow(one as Program, own)];
  });
}

const wordsOf = (line: string): readonly string[] =>
  [...line.replace(/ >.*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

test('the help of every command has examples that parse', async () => {
  const paths = visibleBelow(await programFor());
  expect(paths.length).toBeGreaterThan(80);
  for (const path of [[], ...paths]) {
    const { code, stdout } = await slipwayHere([...path, '--help']);
    const [, examples = ''] = /^Examples:\n((?: {2}slipway .+\n)+)/m.exec(stdout) ?? [];
    expect([code, examples], path.join(' ')).toEqual([
      0,
      expect.stringContaining(`slipway ${path[0] ?? ''}`),
    ]);
    for (const line of examples.trimEnd().split('\n')) {
      const [, ...words] = wordsOf(line.trim());
      const program = await programFor(words);
      await program.parseAsync(words, { from: 'user' });
      expect(program.args.length, line).toBeGreaterThan(0);
    }
  }
});

test('the help of every command describes each argument', async () => {
  const undescribed = (command: Program): readonly string[] => [
    ...command.registeredArguments
      .filter(({ description }) => description === '')
      .map((argument) => `${command.name()} ${argument.name()}`),
    ...command.commands.flatMap((one) => undescribed(one as Program)),
  ];
  expect(undescribed(await programFor())).toEqual([]);
});

test('help texts refer to the topics connection and exit-codes', async () => {
  const connection = await slipwayHere(['help', 'connection']);
  expect([connection.code, connection.stderr]).toEqual([0, '']);
  for (const word of ['--base-url', 'SLIPWAY_BASE_URL', 'SLIPWAY_PASSWORD', '--account', '--vendor'])
    expect(connection.stdout).toContain(word);
  const codes = await slipwayHere(['help', 'exit-codes']);
  for (const code of [0, 1, 2, 3, 4, 5, 130])
    expect(codes.stdout).toMatch(new RegExp(`^  ${code} {2,}\\S`, 'm'));
  expect(codes.stdout).toMatch(/^ {2}3 +the sign-in failed/m);
  expect(codes.stdout).toMatch(/^ {2}3 +the provider rejected the key or the service account$/m);
  for (const words of [['upload'], ['apps'], ['queue'], ['push', 'check']]) {
    const { stdout } = await slipwayHere([...words, '--help']);
    expect(stdout).not.toMatch(/--base-url|Exit codes:/);
    expect(stdout).toContain('slipway help exit-codes');
    expect(stdout.includes('slipway help connection')).toBe(words[0] === 'upload' || words[0] === 'apps');
  }
  // The command also accepts connection options, although its help omits them.
  const given = await slipwayHere(['apps', '--base-url', 'ftp://x', '--user', 'u', '--client-id', 'c']);
  expect([given.code, given.stderr]).toEqual([2, expect.stringContaining('SLIPWAY_PASSWORD')]);
});
