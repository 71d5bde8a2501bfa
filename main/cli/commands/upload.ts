import { type Command, Option } from 'commander';
import { CodedError, isAbort, toFailure } from '../../base/errors.ts';
import type { LocalClient } from '../../bridge/local/local-client.ts';
import type { Message } from '../../messages/message.ts';
import { textOf } from '../../messages/text.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import {
  addConnectionOptions,
  addTargetOptions,
  type ConnectionOptions,
  type TargetOptions,
} from '../options/options.ts';
import { checkTarget } from '../options/recipients.ts';
import { addApplicationOption, type RuleOptions } from '../options/rule-options.ts';
import { parseTimeout, withTimeLimit } from '../options/time-limit.ts';
import { resolvePath } from '../paths.ts';
import type { Context } from '../run/context.ts';
import { waitForUploads } from '../run/follow.ts';
import { waitsForNetwork } from '../run/network-limit.ts';
import { type ConnectedTo, withClient } from '../run/queue-client.ts';
import type { Run } from '../run/run-command.ts';
import { waitForMail } from '../run/wait-for-mail.ts';
import { plainText } from '../terminal/format.ts';
import { type FailureObject, failureObject } from '../terminal/terminal.ts';
import { addressed } from './send.ts';
import { prepareTarget } from './target.ts';

type UploadOptions = ConnectionOptions &
  TargetOptions &
  Pick<RuleOptions, 'app'> & {
    /** Seconds. */
    readonly timeout?: number;
  };

export function addUploadCommand(program: Command, run: Run): void {
  const command = program
    .command('upload')
    .summary('Uploads builds and waits until they are out.')
    .description(
      'Uploads .ipa and .apk files, activates and sends them as asked, and waits until all of it is done. What a broken connection or Ctrl-C interrupted goes on with the next call.',
    )
    .argument('<path...>', 'build files')
    .addOption(
      new Option(
        '--timeout <seconds>',
        'how long to wait, also for a network that is gone (unless given: minutes); what is not out stays in the queue',
      ).argParser(parseTimeout),
    );
  addTargetOptions(addApplicationOption(addConnectionOptions(command))).action(
    (paths: string[], options: UploadOptions) => run((context) => upload(context, paths, options)),
  );
}

/**
 * Queues the builds and waits for them; one that is no build holds up no other. 0 when each is on the service and all that
 * was asked is done. While another Slipway owns the data folder, that one does the work.
 */
async function upload(context: Context, paths: readonly string[], options: UploadOptions): Promise<ExitCode> {
  checkTarget(options);
  return withTimeLimit(context, options.timeout, (limited) =>
    withClient(limited, options, (at) => uploadAt(at, limited, paths, options)),
  );
}

async function uploadAt(
  { client, account, own }: ConnectedTo,
  context: Context,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ExitCode> {
  if (!account) throw cliErrors.noAccount({ known: '' });
  const { terminal, interrupt } = context;
  if (!own) terminal.note('Another Slipway owns the data folder; it does the work.');
  const endless = options.timeout !== undefined;
  const recipients = await prepareTarget(context, client, account, { ...options, endless });
  const { queued, refused } = await queueAll(paths, (path) =>
    client.call('uploads.add', {
      paths: [path],
      accountId: account.id,
      area: options.area,
      activate: options.activate === true,
      recipients: { ...recipients },
      sendAnyway: options.sendAnyway === true,
      application: options.app,
    }),
  );
  for (const { file, error } of refused) terminal.note(plainText(`${file}: ${error.message}`));
  await own?.core.start({ folders: false });
  if (await client.call('uploads.paused', {})) {
    if (own) own.core.uploads.resume();
    else terminal.note('Its queue is paused; the builds wait until somebody resumes it.');
  }
  try {
    const ended = await waitForUploads(client, terminal, queued, { signal: interrupt.signal, endless });
    for (const one of ended) showOutcome(context, one);
    const waits = ended.filter((one) => one.block || waitsForNetwork(one));
    if (waits.some(waitsForNetwork))
      terminal.note('The network is not waited for any longer; --timeout SECONDS sets how long.');
    if (waits.length > 0) terminal.note(waitingNote(waits.length, own !== null));
    const mail = await waitForMails(context, client, ended);
    terminal.result([...ended, ...refused]);
    const code = refused.length > 0 ? exitCodes.failed : exitCodeFor(ended);
    return code === exitCodes.done ? mail : code;
  } catch (error) {
    if (!isAbort(error)) throw error;
    terminal.note(
      own ? 'Stopped. The next upload goes on from here.' : 'Stopped waiting. The other Slipway goes on.',
    );
    const now = await client.call('uploads.list', {});
    const known = queued.map((one) => now.find(({ id }) => id === one.id) ?? one);
    terminal.result([...known, ...refused]);
    return exitCodes.interrupted;
  }
}

/** Of each build that was sent to people just now: its mail, as far as the service tells of it. */
async function waitForMails(
  context: Context,
  client: LocalClient,
  uploads: readonly UploadView[],
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  for (const { accountId, target, timeline } of uploads) {
    if (!target || !timeline.some(({ event }) => event === 'sent')) continue;
    const look = () => client.call('apps.version', { accountId, versionId: target.versionId });
    const one = await waitForMail(context, async () => {
      const version = await look();
      return addressed(version, version.recipients);
    }).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      // Everything that was asked for is done; what becomes of the mail stays unknown.
      context.terminal.note(plainText(textOf(toFailure(error))));
      return exitCodes.done;
    });
    if (one !== exitCodes.done) code = one;
  }
  return code;
}

type Refused = { readonly file: string; readonly error: FailureObject };

/** Each on its own. Throws what is no fault of a file, and the reason when the only file is refused. */
async function queueAll(
  paths: readonly string[],
  add: (path: string) => Promise<readonly UploadView[]>,
): Promise<{ readonly queued: readonly UploadView[]; readonly refused: readonly Refused[] }> {
  const queued = new Map<string, UploadView>();
  const refused: Refused[] = [];
  const files = [...new Map(paths.map((file) => [resolvePath(file), file]))];
  for (const [path, file] of files) {
    try {
      // One that an earlier call left on its way is taken up by the queue, not queued twice.
      for (const upload of await add(path)) queued.set(upload.id, upload);
    } catch (error) {
      if (files.length === 1 || !isOfFile(error)) throw error;
      refused.push({ file, error: failureObject(toFailure(error)) });
    }
  }
  return { queued: [...queued.values()], refused };
}

/** Whether an error is that of one build, and says nothing of the others. */
function isOfFile(error: unknown): boolean {
  return (
    error instanceof CodedError && /^(package|file|hash)\/|^uploads\/(notAFile|changing)$/.test(error.code)
  );
}

/** Besides what the line about its end said: where to install it from, and what the person should know. */
function showOutcome({ terminal }: Context, upload: UploadView): void {
  const isOut = upload.state === 'done' || upload.state === 'already-there';
  if (isOut && upload.target?.installLink) terminal.say(`  install: ${upload.target.installLink}`);
  for (const warning of warningsOf(upload)) terminal.say(`  warning: ${plainText(textOf(warning))}`);
  for (const note of upload.notes) terminal.say(`  note: ${plainText(textOf(note))}`);
}

/** Those that the question before the send has not said yet. */
function warningsOf({ sendWarnings, package: info }: UploadView): readonly Message[] {
  const said = sendWarnings.map((warning) => textOf(warning));
  return (info?.warnings ?? []).filter((warning) => !said.includes(textOf(warning)));
}

function waitingNote(count: number, isOwn: boolean): string {
  const what = count === 1 ? 'One build stays' : `${count} builds stay`;
  return `${what} in the queue and ${count === 1 ? 'goes' : 'go'} on ${isOwn ? 'with the next upload' : 'in the other Slipway'}.`;
}

/** The worst of all: a failure counts more than what went well. */
export function exitCodeFor(uploads: readonly UploadView[]): ExitCode {
  const failed = uploads.find((one) => one.state === 'failed');
  if (failed) return failed.failure ? exitCodeOf(failed.failure) : exitCodes.failed;
  const waiting = uploads.find((one) => one.block || waitsForNetwork(one));
  const reason = waiting?.block ?? waiting?.failure;
  if (reason) return exitCodeOf(reason);
  const isShort = (one: UploadView): boolean =>
    one.state === 'cancelled' || one.state === 'asking' || one.state === 'ready';
  return uploads.some(isShort) ? exitCodes.failed : exitCodes.done;
}
