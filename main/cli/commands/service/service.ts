import type { Command } from 'commander';
import { connectToOwner, type LocalClient } from '../../../bridge/local/local-client.ts';
import { textOf } from '../../../messages/text.ts';
import type { OutboxMessage } from '../../../service/service-view.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { version } from '../../paths.ts';
import { builtInService, type Context, withSettingsCore } from '../../run/context.ts';
import type { Run } from '../../run/run-command.ts';
import { type RunOnDirectory, warnIfNeverServed, withService } from '../../run/with-service.ts';
import { formatDateTime, formatTable, plainText } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { addClientCommands } from '../directory/client.ts';
import { addDeviceCommands } from '../directory/devices.ts';
import { addPeopleCommands } from '../directory/people.ts';
import { addTokenCommands } from '../directory/token.ts';
import { addUserCommands } from '../directory/user.ts';
import { addBackupCommands } from './backup.ts';
import { addMailCommand, mailHint } from './mail.ts';
import { addNoteCommand } from './note.ts';

export function addServiceCommands(program: Command, run: Run): void {
  const service = program
    .command('service')
    .description(
      'Manage the built-in distribution service: its people, users, clients, access tokens, mail and backups.',
    );
  service
    .command('status')
    .description('Show the state and addresses of the service.')
    .action(() => run(status));
  service
    .command('outbox')
    .description('List the messages in the outbox, newest first.')
    .action(() => run((context) => withService(context, (client) => showOutbox(context, client))));
  addMailCommand(service, run);
  addBackupCommands(service, run);
  addNoteCommand(service, (work) =>
    run((context) => withService(context, (client) => work(context, client))),
  );
  addDirectoryCommands(service, (work, isCredential = false) =>
    run((context) => {
      if (isCredential) warnIfNeverServed(context);
      return withService(context, (client) => work(context, client));
    }),
  );
}

export function addDirectoryCommands(service: Command, withClient: RunOnDirectory): void {
  addPeopleCommands(service.command('people').description('Manage teams and members.'), withClient);
  addDeviceCommands(
    service.command('devices').description('Manage the iPhones and iPads that members registered.'),
    withClient,
  );
  addUserCommands(
    service.command('user').description('Manage the users who can sign in to the service.'),
    withClient,
  );
  addClientCommands(
    service
      .command('client')
      .description('Manage the client ids that programs use to sign in to the service.'),
    withClient,
  );
  addTokenCommands(
    service.command('token').description('Manage access tokens for uploads without a sign-in.'),
    withClient,
  );
}

async function status(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const url = builtInService(context);
  if (url === null || !(await isListening(context, url))) {
    return terminal.done(
      { running: false, url: null, publicUrl: null },
      'The built-in service is not running. “slipway serve” or the application starts it.',
    );
  }
  terminal.print(`The built-in service runs at ${url}`);
  const publicUrl = await publicAddress(context);
  if (publicUrl !== null && publicUrl !== url) terminal.print(`Links lead to ${publicUrl}`);
  return terminal.done({ running: true, url, publicUrl });
}

/** Reads the address from the running service, since it may differ from the saved one. */
async function publicAddress({ dataDir }: Context): Promise<string | null> {
  const client = await connectToOwner(dataDir, version());
  if (!client) return null;
  try {
    return (await client.call('service.status', {})).url;
  } finally {
    client.close();
  }
}

/** Returns true if the distribution API responds, which rejects anonymous requests with 401. */
async function isListening(context: Context, url: string): Promise<boolean> {
  const { status: found } = await withSettingsCore(context, ({ network }) =>
    network.check({ address: `${url}/api/v3/root` }),
  );
  return found === 401;
}

async function showOutbox({ terminal }: Context, client: LocalClient): Promise<ExitCode> {
  printMessages(terminal, await client.call('service.outbox', {}));
  return exitCodes.done;
}

export function printMessages(terminal: Terminal, messages: readonly OutboxMessage[]): void {
  terminal.result(messages);
  if (messages.length === 0) terminal.note('There are no messages yet.');
  if (terminal.json) return;
  const rows = messages.map((message) => [
    formatDateTime(message.at),
    message.state,
    message.to,
    plainText(message.subject),
    message.failure === null ? message.installLink : plainText(textOf(message.failure)),
  ]);
  for (const line of formatTable(rows)) terminal.print(line);
  if (messages.some(({ state, failure }) => state === 'not-mailed' && failure === null))
    terminal.note(mailHint);
}
