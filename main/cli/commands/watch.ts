import type { Command } from 'commander';
import type { FolderView } from '../../core/views/folders.ts';
import type { Core } from '../../core.ts';
import { textOf } from '../../messages/text.ts';
import type { FolderInput } from '../../settings/folder-rule.ts';
import { type Account, noRecipients } from '../../settings/settings-schema.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { addNotesOptions, givenNotesRule, type NotesOptions } from '../options/notes.ts';
import {
  addConnectionOptions,
  addTargetOptions,
  type ConnectionOptions,
  type DeltaOption,
  noDeltaHelp,
  type TargetOptions,
} from '../options/options.ts';
import { checkTarget } from '../options/recipients.ts';
import { addRuleOptions, defaultRule, givenRule, type RuleOptions } from '../options/rule-options.ts';
import { resolvePath } from '../resolve-path.ts';
import { chosenApplication } from '../run/chosen-application.ts';
import type { Context } from '../run/context.ts';
import { followUploads } from '../run/follow.ts';
import { withOwnClient } from '../run/queue-client.ts';
import type { Run } from '../run/run-command.ts';
import { plainText } from '../terminal/format.ts';
import { pollingTexts } from '../terminal/polling-text.ts';
import { waitingText } from './folders/folder-text.ts';
import { prepareTarget } from './target.ts';
import { printSummaries } from './upload/print-results.ts';

type WatchOptions = ConnectionOptions &
  TargetOptions &
  RuleOptions &
  NotesOptions &
  DeltaOption & { readonly wait?: true };

export function addWatchCommand(program: Command, run: Run): void {
  const command = program
    .command('watch')
    .summary('Watch folders and upload each finished build.')
    .description(
      'Watch folders and upload each finished build until Ctrl-C. The folders stay in the settings, paused, so that the next run skips builds that earlier runs handled. With --json, prints one line per finished upload.',
    )
    .argument('<folder...>', 'folders to watch')
    .option('--no-delta', noDeltaHelp)
    .option('--wait', 'accept missing folders and watch them once they exist');
  addNotesOptions(addTargetOptions(addRuleOptions(addConnectionOptions(command)))).action(
    (folders: string[], options: WatchOptions) => run((context) => watch(context, folders, options)),
  );
}

/** Runs until interrupted. Returns 1 if any build failed, else 0. */
async function watch(context: Context, paths: readonly string[], options: WatchOptions): Promise<ExitCode> {
  checkTarget(options);
  const { terminal, interrupt } = context;
  return withOwnClient(context, options, async ({ client, account, own: { core } }) => {
    if (!account) throw cliErrors.noAccount({ known: '' });
    const releaseNotes = (await givenNotesRule(options)) ?? { kind: 'none' };
    const inputs = [...new Set(paths.map((one) => resolvePath(one)))].map((path) => ({
      ...folderInput(path, account, options),
      releaseNotes,
    }));
    const begun = await addFoldersPaused(core, inputs, options);
    const retry = { endless: true, failOnRefusalOnly: true } as const;
    const recipients = await prepareTarget(context, client, account, { ...options, ...retry }).catch(
      async (error: unknown) => {
        if (!interrupt.signal.aborted) for (const { id } of begun) await core.folders.remove({ id });
        throw error;
      },
    );
    const application = await chosenApplication(context, client, account.id, options);
    let failed = false;
    const followed = followUploads(
      client,
      terminal,
      { wanted: ({ accountId }) => accountId === account.id, accountIds: new Set([account.id]) },
      (upload: UploadView) => {
        failed ||= upload.state === 'failed';
        terminal.resultLine(upload);
        void printSummaries(context, [upload], { options, sent: new Map(), isAlone: false });
      },
    );
    const folders: FolderView[] = [];
    const stopNotes = noteReasons(core, terminal.note);
    try {
      await core.start({ folders: false, delta: options.delta });
      for (const input of inputs) {
        const folder = await watchFolder(core, { ...input, recipients, ...application }, options);
        folders.push(folder);
        terminal.note(`Watching ${plainText(input.path)}. ${waitingText(folder)} Stop with Ctrl-C.`);
      }
      await interrupt.requested;
      return failed ? exitCodes.failed : exitCodes.done;
    } finally {
      // Pauses the folders even after an error, so that the desktop application does not watch them.
      for (const folder of folders) await core.folders.setPaused({ id: folder.id, paused: true });
      stopNotes();
      followed.stop();
    }
  });
}

/** Prints each reason for polling or waiting once. Returns a function that unsubscribes. */
function noteReasons(core: Core, printLine: (line: string) => void): () => void {
  const printed = new Set<string>();
  const printOnce = (path: string, kind: string, reason: () => string): void => {
    // Compares keys instead of texts: thousands of files may wait and change often.
    const key = `${kind} ${path}`;
    if (!printed.has(key)) printLine(`${plainText(path)}: ${reason()}`);
    printed.add(key);
  };
  return core.folders.events.on('changed', (folders) => {
    for (const { path, state, waiting } of folders) {
      const polling = state.kind === 'polling' ? state.reason : null;
      if (polling) printOnce(path, polling, () => pollingTexts[polling]);
      for (const file of waiting) {
        const { code, values } = file.reason;
        printOnce(file.path, `${code} ${JSON.stringify(values)}`, () => textOf(file.reason));
      }
    }
  });
}

function folderInput(path: string, account: Account, options: WatchOptions): FolderInput {
  return {
    path,
    accountId: account.id,
    area: options.area,
    activate: options.activate === true,
    recipients: noRecipients,
    sendAnyway: options.sendAnyway === true,
    ...defaultRule,
    ...givenRule(options),
  };
}

/** Adds new folders paused, so that builds appearing before the service is reachable count as new. */
async function addFoldersPaused(
  core: Core,
  inputs: readonly FolderInput[],
  { wait }: WatchOptions,
): Promise<readonly FolderView[]> {
  const begun: FolderView[] = [];
  try {
    for (const input of inputs) {
      if (core.folders.list().some(({ path }) => path === input.path)) continue;
      begun.push(await core.folders.add({ ...input, waitForFolder: wait }));
    }
  } catch (error) {
    for (const { id } of begun) await core.folders.remove({ id });
    throw error;
  }
  for (const { id } of begun) await core.folders.setPaused({ id, paused: true });
  return begun;
}

/** Adds a folder, or replaces the rule of an existing one and keeps its list of seen builds. */
async function watchFolder(core: Core, input: FolderInput, { wait }: WatchOptions): Promise<FolderView> {
  const existing = core.folders.list().find(({ path }) => path === input.path);
  if (!existing) return core.folders.add({ ...input, waitForFolder: wait });
  const folder = await core.folders.update({ ...input, id: existing.id, waitForFolder: wait });
  await core.folders.setPaused({ id: folder.id, paused: false });
  return folder;
}
