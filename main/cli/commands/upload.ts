import type { Command } from 'commander';
import { isAbort, type UploadView } from '../../core.ts';
import type { Context } from '../context.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { waitForUploads } from '../follow.ts';
import { plainText } from '../format.ts';
import {
  addConnectionOptions,
  addTargetOptions,
  type ConnectionOptions,
  type TargetOptions,
} from '../options.ts';
import { resolvePath } from '../places.ts';
import { type AtDesk, withDesk } from '../queue-desk.ts';
import { checkTarget } from '../recipients.ts';
import { addApplicationOption, type RuleOptions } from '../rule-options.ts';
import { prepareTarget } from './target.ts';

export type UploadOptions = ConnectionOptions & TargetOptions & Pick<RuleOptions, 'app'>;

export function addUploadCommand(
  program: Command,
  run: (paths: string[], options: UploadOptions) => Promise<void>,
): void {
  const command = program
    .command('upload')
    .summary('Uploads builds and waits until they are out.')
    .description(
      'Uploads .ipa and .apk files, activates and sends them as asked, and waits until all of it is done. What a broken connection or Ctrl-C interrupted goes on with the next call.',
    )
    .argument('<path...>', 'build files');
  addTargetOptions(addApplicationOption(addConnectionOptions(command))).action(run);
}

/**
 * Queues the builds, all or none, and waits for them. 0 when each is on the service and all that was asked is done. While
 * another Slipway owns the data folder, that one does the work.
 */
export async function upload(
  context: Context,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ExitCode> {
  checkTarget(options);
  return withDesk(context, options, (at) => uploadAt(at, context, paths, options));
}

async function uploadAt(
  { desk, account, own }: AtDesk,
  context: Context,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ExitCode> {
  if (!account) throw cliErrors.noAccount({});
  const { terminal, interrupt } = context;
  if (!own) terminal.note('Another Slipway owns the data folder; it does the work.');
  const recipients = await prepareTarget(context, desk, account, options);
  // One that an earlier call left on its way is taken up by the queue, not queued twice.
  const queued = await desk.call('uploads.add', {
    paths: [...new Set(paths.map((path) => resolvePath(path)))],
    accountId: account.id,
    area: options.area,
    activate: options.activate === true,
    recipients: { ...recipients },
    sendAnyway: options.sendAnyway === true,
    application: options.app,
  });
  await own?.core.start({ folders: false });
  if (await desk.call('uploads.paused', {})) {
    if (own) own.core.uploads.resume();
    else terminal.note('Its queue is paused; the builds wait until somebody resumes it.');
  }
  try {
    const ended = await waitForUploads(desk, terminal, queued, interrupt.signal);
    for (const one of ended) showOutcome(context, one);
    const waits = ended.filter((one) => one.hold).length;
    if (waits > 0) terminal.note(waitingNote(waits, own !== null));
    terminal.result(ended);
    return exitCodeFor(ended);
  } catch (error) {
    if (!isAbort(error)) throw error;
    terminal.note(
      own ? 'Stopped. The next upload goes on from here.' : 'Stopped waiting. The other Slipway goes on.',
    );
    const now = await desk.call('uploads.list', {});
    terminal.result(queued.map((one) => now.find(({ id }) => id === one.id) ?? one));
    return exitCodes.interrupted;
  }
}

/** Besides what the line about its end said: where to install it from, and what the person should know. */
function showOutcome({ terminal }: Context, upload: UploadView): void {
  if (upload.target?.installLink) terminal.say(`  install: ${upload.target.installLink}`);
  for (const note of upload.notes) terminal.say(`  note: ${plainText(note)}`);
}

function waitingNote(count: number, isOwn: boolean): string {
  const what = count === 1 ? 'One build stays' : `${count} builds stay`;
  return `${what} in the queue and ${count === 1 ? 'goes' : 'go'} on ${isOwn ? 'with the next upload' : 'in the other Slipway'}.`;
}

/** The worst of all: a failure counts more than what went well. */
export function exitCodeFor(uploads: readonly UploadView[]): ExitCode {
  const failed = uploads.find((one) => one.state === 'failed');
  if (failed) return failed.failure ? exitCodeOf(failed.failure) : exitCodes.failed;
  const held = uploads.find((one) => one.hold);
  if (held?.hold) return exitCodeOf(held.hold);
  const isShort = (one: UploadView): boolean =>
    one.state === 'cancelled' || one.state === 'asking' || one.state === 'ready';
  return uploads.some(isShort) ? exitCodes.failed : exitCodes.done;
}
