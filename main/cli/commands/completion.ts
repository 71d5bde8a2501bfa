import { Argument, type Command } from 'commander';
import { completedCommands } from '../completion/command-tree.ts';
import { type Shell, shells } from '../completion/shells.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Run, RunWithoutFolder } from '../run/run-command.ts';

export function addCompletionCommand(program: Command, _run: Run, run: RunWithoutFolder): void {
  program
    .command('completion')
    .summary('Prints a script that completes commands in a shell.')
    .description(
      'Prints a script with which a shell completes commands, options and what they can be set to. Where to put it, the examples show.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .action((shell: Shell) =>
      run(async ({ terminal }) => {
        const script = shells[shell](completedCommands(program));
        terminal.result({ shell, script });
        if (!terminal.json) terminal.raw(script);
        return exitCodes.done;
      }),
    );
}
