import { type Command, Option } from 'commander';
import { httpHosts } from '../../../core/accounts/unencrypted.ts';
import type { SendWith, Sent } from '../../../core/push/push.ts';
import { credentialsOf } from '../../../core/push/push-senders.ts';
import type { Core } from '../../../core.ts';
import { textOf } from '../../../messages/text.ts';
import { topicAddress } from '../../../push/sending/message.ts';
import { cliErrors } from '../../errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../../exit-codes.ts';
import { readMessageFile, readTextArgument } from '../../options/message-file.ts';
import { parseId } from '../../options/options.ts';
import { parsePlainAddress } from '../../options/plain-address.ts';
import { type Context, warnOfHosts, withOwnCore, withSettingsCore } from '../../run/context.ts';
import type { Run } from '../../run/run-command.ts';
import { formatTable, plainText } from '../../terminal/format.ts';
import { historyLines, requestLines } from './push-text.ts';

const keyVariable = 'SLIPWAY_PUSH_SERVER_KEY';

type CredentialOptions = {
  readonly sender?: string;
  readonly serviceAccount?: string;
  readonly address?: string;
};

type SendOptions = CredentialOptions & {
  readonly to?: string;
  readonly topic?: string;
  readonly dryRun?: true;
};

export function addPushSendCommands(push: Command, run: Run): void {
  addCredentialOptions(push.command('send'))
    .summary('Send a message to a device or a topic.')
    .description(
      'Send a message to a device or a topic. Exits with 0 if the provider accepts it. “slipway help exit-codes” lists the other codes.',
    )
    .argument('<message>', 'message file with {"to": …, "data": {"notification": {…}}}, or “-” for stdin')
    .addOption(
      new Option('--to <token>', 'device token to send to, overriding the target in the message').conflicts(
        'topic',
      ),
    )
    .option('--topic <name>', 'topic to send to, overriding the target in the message')
    .option('--dry-run', 'show the request with secrets redacted, but send nothing')
    .action((message: string, options: SendOptions) => run((context) => send(context, message, options)));
  addCredentialOptions(push.command('send-again'))
    .summary('Resend a message from the history.')
    .description(
      'Resend a message from the history. Uses the original sender unless --sender or --service-account is given.',
    )
    .argument('<number>', 'number of the message from “push history”')
    .action((number: string, options: CredentialOptions) =>
      run((context) => sendAgain(context, number, options)),
    );
  push
    .command('history')
    .description('List the sent messages, newest first.')
    .action(() =>
      run((context) =>
        withSettingsCore(context, async (core) => {
          const entries = core.push.history();
          context.terminal.result(entries);
          if (entries.length === 0) context.terminal.note('No message has been sent yet.');
          else context.terminal.show(historyLines(entries).map(plainText));
          return exitCodes.done;
        }),
      ),
    );
  addSenderCommands(push, run);
}

function addCredentialOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--sender <name>', 'name of a saved sender').conflicts(['serviceAccount', 'address']),
    )
    .addOption(
      new Option('--service-account <file>', 'service account key file (HTTP v1)').env(
        'SLIPWAY_PUSH_SERVICE_ACCOUNT',
      ),
    )
    .addOption(
      new Option('--address <url>', 'address of the push provider to use instead of the default').argParser(
        parsePlainAddress,
      ),
    );
}

type Senders = Core['push']['senders'];

function addSenderCommands(push: Command, run: Run): void {
  const changing = (change: (senders: Senders, context: Context) => Promise<void>): Promise<void> =>
    run((context) =>
      withOwnCore(context, null, async ({ core }) => {
        const { senders } = core.push;
        await change(senders, context);
        return listSenders(context, senders.list());
      }),
    );
  const sender = push
    .command('sender')
    .description(
      `Manage saved senders. Use a service account (HTTP v1), because the provider has disabled server keys for most projects. Server keys are read from ${keyVariable}.`,
    );
  sender
    .command('list', { isDefault: true })
    .description('List the saved senders.')
    .action(() =>
      run((context) =>
        withSettingsCore(context, async (core) => listSenders(context, core.push.senders.list())),
      ),
    );
  addCredentialOptions(sender.command('save'))
    .description('Save a sender, or replace the saved sender of this name.')
    .argument('<name>', 'name of the sender')
    .action((name: string, options: CredentialOptions) =>
      changing(async (senders, context) => {
        const { address = null } = options;
        const { mode, secret } = await secretOf(context, options);
        warnOfAddress(context, address);
        await senders.save({ name, mode, address }, secret);
      }),
    );
  sender
    .command('remove')
    .description('Remove a sender and its secret.')
    .argument('<name>', 'name of the sender')
    .action((name: string) => changing((senders) => senders.remove(name)));
}

function listSenders(
  { terminal }: Context,
  senders: readonly { readonly name: string; readonly mode: string; readonly address: string | null }[],
): ExitCode {
  terminal.result(senders);
  const rows = senders.map(({ name, mode, address }) => [
    plainText(name),
    mode,
    address ?? 'default address',
  ]);
  if (rows.length === 0) terminal.note('No sender is saved.');
  else terminal.show(formatTable(rows));
  return exitCodes.done;
}

async function secretOf(
  { environment }: Context,
  { serviceAccount }: CredentialOptions,
): Promise<{ readonly mode: 'server-key' | 'http-v1'; readonly secret: string }> {
  const key = environment[keyVariable];
  if (serviceAccount !== undefined && serviceAccount !== '') {
    return { mode: 'http-v1', secret: await readTextArgument(serviceAccount) };
  }
  if (key) return { mode: 'server-key', secret: key };
  throw cliErrors.badOption({
    problem: `No sender was given. Use --sender NAME, --service-account FILE, or a server key in ${keyVariable}.`,
  });
}

async function sendCredentials(context: Context, options: CredentialOptions): Promise<SendWith> {
  if (options.sender !== undefined) return { sender: options.sender };
  const { mode, secret } = await secretOf(context, options);
  return { credentials: credentialsOf(mode, options.address ?? null, secret) };
}

async function send(context: Context, file: string, options: SendOptions): Promise<ExitCode> {
  const input = {
    with: await sendCredentials(context, options),
    message: await readMessageFile(file),
    to: options.topic === undefined ? options.to : topicAddress(options.topic),
  };
  return withSettingsCore(context, async ({ push }) => {
    warnOfAddress(context, addressOf(input.with, push));
    if (!options.dryRun) return showOutcome(context, await push.send(input, context.interrupt.signal));
    const { requests, notes } = await push.dryRun(input);
    for (const note of notes) context.terminal.note(plainText(textOf(note)));
    context.terminal.result({ requests, notes });
    context.terminal.show(requestLines(requests).map(plainText));
    return exitCodes.done;
  });
}

async function sendAgain(context: Context, number: string, options: CredentialOptions): Promise<ExitCode> {
  const id = parseId('The number of the message', number);
  const named = options.sender !== undefined || options.serviceAccount || context.environment[keyVariable];
  const instead = named ? await sendCredentials(context, options) : null;
  return withSettingsCore(context, async ({ push }) => {
    const before = push.history().find((entry) => entry.id === id);
    warnOfAddress(context, instead === null ? (before?.address ?? null) : addressOf(instead, push));
    return showOutcome(context, await push.sendAgain(id, instead, context.interrupt.signal));
  });
}

/** Returns null for the provider's default address. */
function addressOf(given: SendWith, { senders }: Core['push']): string | null {
  if ('credentials' in given) return given.credentials.address;
  return senders.list().find(({ name }) => name === given.sender)?.address ?? null;
}

function warnOfAddress(context: Context, address: string | null): void {
  const hosts = address === null ? [] : httpHosts([address]);
  warnOfHosts(context, hosts, 'the key and the messages');
}

function showOutcome({ terminal }: Context, { entry, notes, historyFailure }: Sent): ExitCode {
  const { outcome } = entry;
  for (const note of notes) terminal.note(plainText(textOf(note)));
  terminal.result({ ...entry, notes, historyFailure });
  if (historyFailure) terminal.note(`slipway: ${plainText(textOf(historyFailure))}`);
  if (!outcome.ok) {
    terminal.note(`slipway: ${plainText(textOf(outcome))}`);
    return exitCodeOf(outcome);
  }
  terminal.print(`Accepted as ${plainText(outcome.messageId)}.`);
  if (outcome.newToken !== null) {
    terminal.note(`The device has a new token: ${plainText(outcome.newToken)}. Use it from now on.`);
  }
  return exitCodes.done;
}
