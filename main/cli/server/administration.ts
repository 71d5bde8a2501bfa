import type { Command } from 'commander';
import { systemClock } from '../../base/clock.ts';
import { messageOf } from '../../messages/message.ts';
import { textOf } from '../../messages/text.ts';
import { translatorOf } from '../../messages/translator.ts';
import { serviceErrors } from '../../service/errors.ts';
import { createOutbox } from '../../service/mail/outbox.ts';
import { sendTestMessage } from '../../service/mail/test-message.ts';
import type { Storage } from '../../service/storage/storage.ts';
import { printMessages } from '../commands/service/service.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { CommandContext } from '../run/context.ts';
import { formatTable, plainText } from '../terminal/format.ts';
import type { Configuration } from './configuration.ts';

export type OpenedStorage = { readonly storage: Storage; readonly configuration: Configuration };

export type RunOnStorage = (
  work: (context: CommandContext, administered: OpenedStorage) => Promise<ExitCode>,
) => Promise<void>;

export function addAdministrationCommands(server: Command, onStorage: RunOnStorage): void {
  const session = server.command('session').description('Manage the sessions of signed-in users.');
  session
    .command('list', { isDefault: true })
    .description('List the signed-in users with the number and expiry of their tokens.')
    .action(() => onStorage(listSessions));
  session
    .command('end')
    .description('Revoke all tokens of a user.')
    .argument('<user>', 'name of the user')
    .action((user: string) => onStorage((context, { storage }) => endSessions(context, storage, user)));
  const outbox = server.command('outbox').description('Manage the messages in the outbox.');
  outbox
    .command('list', { isDefault: true })
    .description('List the messages, newest first.')
    .action(() => onStorage(listOutbox));
  outbox
    .command('retry')
    .description('Retry a queued or failed message, or all queued messages.')
    .argument('[id]', 'id of the message (default: all queued messages)')
    .action((id?: string) => onStorage((context, { storage }) => retry(context, storage, id ?? null)));
  server
    .command('mail')
    .description('Show the mail server and the number of queued messages, or send a test message.')
    .option('--to <email>', 'send a test message to this address')
    .action(({ to }: { readonly to?: string }) =>
      onStorage((context, administered) => mail(context, administered, to)),
    );
  server
    .command('sweep')
    .description(
      'Remove unreferenced objects and unfinished uploads older than a day, as instances do every hour. Fails if more than 5% of the objects are unreferenced.',
    )
    .option('--yes', 'remove objects even if more than 5% of them are unreferenced')
    .action(({ yes = false }: { readonly yes?: boolean }) =>
      onStorage((context, { storage }) => sweep(context, storage, yes)),
    );
  server
    .command('requests')
    .description('List recent requests to all instances, newest first.')
    .action(() => onStorage(listRequests));
}

async function sweep({ terminal }: CommandContext, storage: Storage, all: boolean): Promise<ExitCode> {
  const report = await storage.sweep(all);
  if (report === null) throw serviceErrors.sweepRunning({});
  return terminal.done(
    report,
    `Removed ${report.objects} unused objects and ${report.uploads} unfinished uploads.`,
  );
}

async function listSessions({ terminal }: CommandContext, { storage }: OpenedStorage): Promise<ExitCode> {
  const signedIn = await storage.identity.activeSessions(systemClock.now());
  const shown = signedIn.map(({ until, ...one }) => ({ ...one, until: new Date(until).toISOString() }));
  terminal.result(shown);
  if (shown.length === 0) terminal.note('No user is signed in.');
  const rows = shown.map(({ userName, tokens, until }) => [plainText(userName), String(tokens), until]);
  terminal.show(formatTable(rows));
  return exitCodes.done;
}

async function endSessions(
  { terminal }: CommandContext,
  storage: Storage,
  userName: string,
): Promise<ExitCode> {
  const tokens = await storage.identity.revokeTokens(userName);
  if (tokens === null) throw serviceErrors.noPerson({ what: messageOf('record/user'), id: userName });
  return terminal.done(
    { userName, tokens },
    `Revoked ${tokens} tokens. ${plainText(userName)} must sign in again.`,
  );
}

function outboxOf({ mail }: Storage) {
  // A running instance, notified by the storage, sends the mail.
  const queue = { retryNow: () => undefined };
  return createOutbox({
    mail,
    folder: null,
    now: systemClock.now,
    queue,
    onChange: () => undefined,
  });
}

async function listOutbox({ terminal }: CommandContext, { storage }: OpenedStorage): Promise<ExitCode> {
  printMessages(terminal, await outboxOf(storage).list());
  return exitCodes.done;
}

async function retry({ terminal }: CommandContext, storage: Storage, id: string | null): Promise<ExitCode> {
  const outbox = outboxOf(storage);
  await (id === null ? outbox.retryQueued() : outbox.retry(id));
  return terminal.done({ id }, 'A running instance retries it now.');
}

async function mail(
  { terminal }: CommandContext,
  { storage, configuration: { smtp, mailLanguage } }: OpenedStorage,
  to: string | undefined,
): Promise<ExitCode> {
  if (to !== undefined) {
    if (smtp === null) throw serviceErrors.mailServerMissing({});
    await sendTestMessage(smtp, to, translatorOf(mailLanguage), systemClock.now());
    return terminal.done({ to }, `The mail server accepted the test message to ${plainText(to)}.`);
  }
  const waiting = (await storage.mail.list()).filter(({ state }) => state === 'waiting');
  const reasons = new Set(waiting.flatMap(({ failure }) => (failure ? [textOf(failure)] : [])));
  terminal.print(
    smtp
      ? `Mail is sent through ${smtp.host}:${smtp.port} as ${plainText(smtp.from)}.`
      : 'No mail server is set. Mail waits in the queue until SLIPWAY_SMTP_HOST is set.',
  );
  terminal.print(`${waiting.length} messages are waiting.`);
  for (const reason of reasons) terminal.print(plainText(reason));
  const server = smtp && { host: smtp.host, port: smtp.port, from: smtp.from };
  return terminal.done({ server, waiting: waiting.length, reasons: [...reasons] });
}

async function listRequests({ terminal }: CommandContext, { storage }: OpenedStorage): Promise<ExitCode> {
  const requests = await storage.requests.list();
  terminal.result(requests);
  if (requests.length === 0) terminal.note('There are no requests yet.');
  const rows = requests.map(({ at, method, path, status, milliseconds, address, by, agent }) => [
    new Date(at).toISOString(),
    String(status ?? 'cut'),
    method,
    plainText(path),
    `${milliseconds} ms`,
    plainText(address ?? ''),
    plainText(by === null ? '-' : 'user' in by ? by.user : by.accessToken),
    plainText(agent ?? ''),
  ]);
  terminal.show(formatTable(rows));
  return exitCodes.done;
}
