import type { Command } from 'commander';
import type { Account, Core, FolderInput, FolderView, SendBody, UploadView } from '../../core.ts';
import type { Context } from '../context.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { waitingWords } from '../folder-words.ts';
import { followUploads } from '../follow.ts';
import { plainText } from '../format.ts';
import {
  addConnectionOptions,
  addTargetOptions,
  type ConnectionOptions,
  type TargetOptions,
} from '../options.ts';
import { resolvePath } from '../places.ts';
import { pollingWords } from '../polling-words.ts';
import { withOwnDesk } from '../queue-desk.ts';
import { checkTarget } from '../recipients.ts';
import { addRuleOptions, givenRule, type RuleOptions, usualRule } from '../rule-options.ts';
import { prepareTarget } from './target.ts';

export type WatchOptions = ConnectionOptions & TargetOptions & RuleOptions & { readonly wait?: true };

export function addWatchCommand(
  program: Command,
  run: (folders: string[], options: WatchOptions) => Promise<void>,
): void {
  const command = program
    .command('watch')
    .summary('Watches folders and uploads every finished build.')
    .description(
      'Watches folders and uploads every build that is finished in them, until Ctrl-C. The folders stay in the settings, paused, so that the next call knows which builds it has seen. With --json, one line of JSON for each upload that ended.',
    )
    .argument('<folder...>', 'folders where builds appear')
    .option('--wait', 'a folder may not exist yet: watch it as soon as it does');
  addTargetOptions(addRuleOptions(addConnectionOptions(command))).action(run);
}

/** Runs until interrupted, which is its normal end: 0, or 1 when any build failed. */
export async function watch(
  context: Context,
  paths: readonly string[],
  options: WatchOptions,
): Promise<ExitCode> {
  checkTarget(options);
  const { terminal, interrupt } = context;
  return withOwnDesk(context, options, async ({ desk, account, own: { core } }) => {
    if (!account) throw cliErrors.noAccount({ known: '' });
    const recipients = await prepareTarget(context, desk, account, options);
    let failed = false;
    const followed = followUploads(
      desk,
      terminal,
      () => true,
      (upload: UploadView) => {
        failed ||= upload.state === 'failed';
        terminal.resultLine(upload);
      },
    );
    const folders: FolderView[] = [];
    const stopTelling = tellReasons(core, terminal.note);
    try {
      await core.start({ folders: false });
      for (const path of new Set(paths.map((one) => resolvePath(one)))) {
        const folder = await watchOne(core, path, account, options, recipients);
        folders.push(folder);
        terminal.note(`Watching ${plainText(path)}. ${waitingWords(folder)} Stop with Ctrl-C.`);
      }
      for (const { path, state } of core.folders.list()) {
        if (state.kind === 'polling') terminal.note(`${plainText(path)}: ${pollingWords[state.reason]}`);
      }
      await interrupt.asked;
      return failed ? exitCodes.failed : exitCodes.done;
    } finally {
      // Also when a later folder was refused: none may be watched on by the application.
      for (const folder of folders) await core.folders.setPaused(folder.id, true);
      stopTelling();
      followed.stop();
    }
  });
}

/** What the watched files wait for, each reason of each file once; the returned function ends it. */
function tellReasons(core: Core, tell: (line: string) => void): () => void {
  const told = new Set<string>();
  return core.folders.events.on('changed', (folders) => {
    for (const { path, reason } of folders.flatMap(({ waiting }) => waiting)) {
      const line = `${plainText(path)}: ${reason}`;
      if (!told.has(line)) tell(line);
      told.add(line);
    }
  });
}

/** A folder that was watched before keeps its memory of builds seen; what is asked now replaces its rule. */
async function watchOne(
  core: Core,
  path: string,
  account: Account,
  options: WatchOptions,
  recipients: SendBody,
): Promise<FolderView> {
  const input: FolderInput = {
    path,
    accountId: account.id,
    area: options.area,
    activate: options.activate === true,
    recipients,
    sendAnyway: options.sendAnyway === true,
    ...usualRule,
    ...givenRule(options),
  };
  const { wait } = options;
  const known = core.folders.list().find((folder) => folder.path === path);
  if (!known) return core.folders.add(input, { wait });
  const folder = await core.folders.update(known.id, input, { wait });
  await core.folders.setPaused(folder.id, false);
  return folder;
}
