import { join } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { readTextArgument } from '../options/message-file.ts';
import { projectDir } from '../paths.ts';
import type { AddCommands } from '../run/run-command.ts';

export const addLicensesCommand: AddCommands = (program, run) => {
  program
    .command('licenses')
    .description('Print the licences of the packages included in Slipway.')
    .action(() =>
      run(async ({ terminal }) => {
        const licenses = await readTextArgument(join(projectDir(), 'out', 'licenses.txt'));
        terminal.result({ licenses });
        if (!terminal.json) terminal.raw(licenses);
        return exitCodes.done;
      }),
    );
};
