import { Argument, type Command } from 'commander';
import { completedCommands } from '../completion/command-tree.ts';
import { type Shell, shells } from '../completion/shells.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Run, RunWithoutFolder } from '../run/run-command.ts';

export function addCompletionCommand(program: Command, _run: Run, run: RunWithoutFolder): void {
  program
    .command('completion')
    .summary('Print a shell completion script.')
    .description(
      'Print a completion script for commands, options and their values. The examples show where to save it.',
    )
    .addArgument(new Argument('<shell>', 'name of the shell').choices(Object.keys(shells)))
    .action((shell: Shell) =>
      run(async ({ terminal }) => {
        const script = shells[shell](completedCommands(program));
        terminal.result({ shell, script });
        if (!terminal.json) terminal.raw(script);
        return exitCodes.done;
      }),
    );
}
