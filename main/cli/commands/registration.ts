import type { Command } from 'commander';
import { httpHosts } from '../../core/accounts/unencrypted.ts';
import type { RegistrationView } from '../../core/views/registration.ts';
import { textOf } from '../../messages/text.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { parsePlainAddress } from '../options/plain-address.ts';
import { keyVariable } from '../options/registration-key.ts';
import { type Context, warnOfHosts, withSettingsCore } from '../run/context.ts';
import { withBriefClient } from '../run/queue-client.ts';
import type { Run } from '../run/run-command.ts';
import { askSecrets } from '../terminal/ask.ts';
import { formatTable, plainText } from '../terminal/format.ts';

export function addRegistrationCommands(program: Command, run: Run): void {
  const registration = program
    .command('registration')
    .description(
      'Check with Google whether the developer of an apk is registered (Android developer verification).',
    );
  registration
    .command('show', { isDefault: true })
    .description('Show whether an API key is saved.')
    .action(() =>
      run((context) =>
        withSettingsCore(context, async (core) => show(context, await core.registration.get())),
      ),
    );
  registration
    .command('set')
    .description(
      `Save and check the API key of a Google Cloud project in which the Android Developer ID Status API is enabled. Reads the key from ${keyVariable}, or prompts for it.`,
    )
    .option('--address <url>', 'address of the status service (default: Google’s)', parsePlainAddress)
    .action((options: { readonly address?: string }) =>
      run(async (context) => {
        const { address = null } = options;
        const key = await keyFor(context);
        if (address !== null) warnOfHosts(context, httpHosts([address]), 'the key');
        return change(context, { key, address });
      }),
    );
  registration
    .command('remove')
    .description('Remove the API key.')
    .action(() => run((context) => change(context, { key: '', address: null })));
}

async function keyFor({ environment, interrupt }: Context): Promise<string> {
  const given = environment[keyVariable];
  if (given) return given;
  const [key = ''] = await askSecrets(['API key: '], keyVariable, interrupt);
  if (key.trim() === '')
    throw cliErrors.badOption({ problem: 'No key was given. “slipway registration remove” removes it.' });
  return key;
}

function change(
  context: Context,
  input: { readonly key: string; readonly address: string | null },
): Promise<ExitCode> {
  return withBriefClient(context, async ({ client }) =>
    show(context, await client.call('registration.set', input)),
  );
}

function show({ terminal }: Context, view: RegistrationView): ExitCode {
  const { hasKey, address, failure } = view;
  terminal.result(view);
  terminal.show(
    formatTable([
      ['key', hasKey ? 'saved' : 'none'],
      ...(address === null ? [] : [['address', plainText(address)]]),
      ...(failure ? [['problem', plainText(textOf(failure))]] : []),
    ]),
  );
  return exitCodes.done;
}
