import { type Command, Option } from 'commander';
import { isAbort } from '../../../base/errors.ts';
import type { Failure } from '../../../base/failure.ts';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { Account } from '../../../settings/settings-schema.ts';
import type { UploadView } from '../../../uploads/upload-view.ts';
import { cliErrors } from '../../errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../../exit-codes.ts';
import { addNotesOptions } from '../../options/notes.ts';
import { addConnectionOptions, addTargetOptions, noDeltaHelp } from '../../options/options.ts';
import { checkTarget } from '../../options/recipients.ts';
import { addApplicationOption } from '../../options/rule-options.ts';
import type { Context } from '../../run/context.ts';
import { waitForUploads } from '../../run/follow.ts';
import { waitsForNetwork } from '../../run/network-limit.ts';
import { type ConnectedTo, withClient } from '../../run/queue-client.ts';
import type { Run } from '../../run/run-command.ts';
import { isTimeout, parseTimeout, withTimeLimit } from '../../run/time-limit.ts';
import { plainText } from '../../terminal/format.ts';
import { prepareTarget } from '../target.ts';
import { confirmDuplicates } from './confirm-duplicates.ts';
import { dryRun } from './dry-run.ts';
import { earlierUploads, pauseUploads, printContinued, printOutcomes } from './earlier-uploads.ts';
import { mailOf, printNotes, printSummaries, waitForMails } from './print-results.ts';
import { eachFile, type GivenFile, givenFiles, type Refused, uploadObject } from './queue-builds.ts';
import { uploadInput } from './upload-input.ts';
import type { UploadOptions } from './upload-options.ts';

export function addUploadCommand(program: Command, run: Run): void {
  const command = program
    .command('upload')
    .summary('Upload builds and wait until they are finished.')
    .description(
      'Upload .ipa and .apk files, activate and send them if requested, and wait for the results. The next run continues interrupted uploads. A rejected file does not stop the others, but the exit code is 1. With --json, prints an array with one object per file.',
    )
    .argument(
      '[path...]',
      'build files, or project folders whose newest build is uploaded (default: this folder)',
    )
    .addOption(
      new Option(
        '--timeout <seconds>',
        'maximum time to wait (default: about two minutes while offline, otherwise unlimited)',
      ).argParser(parseTimeout),
    )
    .option(
      '--again',
      'upload builds that the service already has (same package, version, build number and size)',
    )
    .option('--only-these', 'do not continue earlier unfinished uploads')
    .option(
      '--newest',
      'upload the newest build in this folder (required if --activate or --store is given without a path)',
    )
    .option('--all-or-nothing', 'upload nothing if any file is rejected')
    .option('--dry-run', 'check builds, sign-in and recipients and show the result, but upload nothing')
    .option('--no-delta', noDeltaHelp)
    .option('--qr', 'also show the install link as a QR code');
  addNotesOptions(addTargetOptions(addApplicationOption(addConnectionOptions(command)))).action(
    (names: string[], options: UploadOptions) => run((context) => upload(context, names, options)),
  );
}

/** Uploads through the process that owns the data folder, if there is one. */
async function upload(context: Context, names: readonly string[], options: UploadOptions): Promise<ExitCode> {
  checkTarget(options);
  const isPublished = options.activate || options.area === 'appstore';
  if (names.length === 0 && isPublished && !options.newest) throw cliErrors.noPath({});
  const files = await givenFiles(context, names);
  return withTimeLimit(context, options.timeout, (limited) =>
    withClient(limited, options, (at) =>
      options.dryRun
        ? dryRun(limited, { client: at.client, account: required(at.account) }, files, options)
        : uploadAt(at, limited, files, options),
    ),
  );
}

function required(account: Account | null): Account {
  if (!account) throw cliErrors.noAccount({ known: '' });
  return account;
}

/** Queues builds and waits for them. Returns 0 if all are on the service and all requested steps are done. */
async function uploadAt(
  { client, account: named, own }: ConnectedTo,
  context: Context,
  files: readonly GivenFile[],
  options: UploadOptions,
): Promise<ExitCode> {
  const account = required(named);
  const { terminal, interrupt } = context;
  if (!own) terminal.note('Another Slipway is using the data folder and uploads the builds.');
  if (!own && !options.delta) terminal.note('--no-delta has no effect on the other Slipway.');
  const endless = options.timeout !== undefined;
  const recipients = await prepareTarget(context, client, account, { ...options, endless });
  const input = await uploadInput(context, client, account, recipients, options);
  const { queued, refused } = await queueFiles(client, files, options, (path) =>
    client.call('uploads.add', { ...input, paths: [path] }),
  );
  for (const { file, error } of refused) terminal.note(plainText(`${file}: ${error.message}`), 'red');
  if (options.allOrNothing && refused.length > 0) terminal.note('Nothing was uploaded (--all-or-nothing).');
  const uploads = queued.map(({ upload: one }) => one);
  const earlier = own ? await earlierUploads(client, account, uploads) : [];
  const continued = options.onlyThese ? [] : earlier;
  printContinued(terminal, continued);
  const skip = new Set(options.onlyThese ? earlier.map(({ id }) => id) : []);
  await own?.core.start({ folders: false, skip, delta: options.delta });
  if (await client.call('uploads.paused', {})) {
    if (own) own.core.uploads.resume();
    else terminal.note('Its queue is paused; the builds wait until it is resumed.');
  }
  const printResult = async (
    views: readonly UploadView[],
    unfinished: Failure | null = null,
  ): Promise<void> => {
    const now = await client.call('uploads.list', {});
    const ends = continued.map((one) => now.find(({ id }) => id === one.id) ?? one);
    printOutcomes(terminal, ends);
    terminal.result([
      ...views.map((one, at) => uploadObject(one, queued[at]?.file ?? one.path, unfinished)),
      ...ends.map((one) => ({ ...uploadObject(one, one.path, unfinished), earlier: true })),
      ...refused,
    ]);
  };
  try {
    const isAlone = files.length === 1;
    const wait = { signal: interrupt.signal, endless };
    const first = await waitForUploads(client, terminal, uploads, wait);
    for (const one of first) printNotes(context, one, isAlone);
    const agreed = await confirmDuplicates(context, client, first);
    const finished = agreed ? await waitForUploads(client, terminal, uploads, wait) : first;
    const waits = finished.filter((one) => one.block || waitsForNetwork(one));
    if (waits.some(waitsForNetwork))
      terminal.note('Stopped waiting for the network. --timeout SECONDS sets the limit.');
    if (waits.length > 0) terminal.note(waitingNote(waits.length, own !== null));
    const mails = await waitForMails(context, client, finished);
    await printResult(finished.map((one) => ({ ...one, mail: mailOf(one, mails.sent) })));
    await printSummaries(context, finished, { options, sent: mails.sent, isAlone });
    const code = refused.length > 0 ? exitCodes.failed : exitCodeFor(finished);
    return code === exitCodes.done ? mails.code : code;
  } catch (error) {
    if (!isAbort(error)) throw error;
    if (interrupt.terminated()) {
      await pauseUploads(client, uploads);
      terminal.note('Stopped. The builds wait; the same upload or “slipway queue resume” continues them.');
    } else {
      terminal.note(
        own
          ? 'Stopped. The next upload continues from here.'
          : 'Stopped waiting. The other Slipway continues.',
      );
    }
    const now = await client.call('uploads.list', {});
    await printResult(
      uploads.map((one) => now.find(({ id }) => id === one.id) ?? one),
      isTimeout(interrupt.signal) ? cliErrors.timedOut({ seconds: options.timeout ?? 0 }) : null,
    );
    return exitCodes.interrupted;
  }
}

/** Queues each file. With `allOrNothing`, queues none if any file is refused. */
async function queueFiles(
  client: LocalClient,
  files: readonly GivenFile[],
  { allOrNothing }: UploadOptions,
  add: (path: string) => Promise<readonly UploadView[]>,
): Promise<{
  readonly queued: readonly { readonly file: string; readonly upload: UploadView }[];
  readonly refused: readonly Refused[];
}> {
  if (allOrNothing) {
    const { refused } = await eachFile(files, (path) => client.call('uploads.inspect', { path }));
    if (refused.length > 0) return { queued: [], refused };
  }
  const { taken, refused } = await eachFile(files, add);
  // `add` returns the unfinished upload of an earlier call instead of a duplicate.
  const queued = new Map(
    taken.flatMap(({ file, result }) => result.map((one) => [one.id, { file, upload: one }])),
  );
  return { queued: [...queued.values()], refused };
}

function waitingNote(count: number, isOwn: boolean): string {
  const what = count === 1 ? 'One build stays' : `${count} builds stay`;
  return `${what} in the queue and ${count === 1 ? 'continues' : 'continue'} ${isOwn ? 'with the next upload' : 'in the other Slipway'}.`;
}

/** Returns the exit code of the worst result: a failed upload outranks a waiting or incomplete one. */
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
