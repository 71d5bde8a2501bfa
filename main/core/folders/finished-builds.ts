import { basename, relative } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { Folders } from '../../settings/folders.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import type { UploadState } from '../../uploads/upload-view.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { createFileSelector } from '../../watcher/files/file-rule.ts';
import type { FinishedFile, WaitingFile, Watcher } from '../../watcher/watcher.ts';
import { coreErrors } from '../errors.ts';
import { gitNotes } from '../git-notes.ts';
import { createRefusedBuilds } from './refused-builds.ts';
import type { Choice } from './release.ts';
import { createReleaseBuilds } from './release-builds.ts';

export type FinishedBuildsDependencies = {
  readonly folders: Pick<Folders, 'all'>;
  readonly watcher: Watcher;
  readonly uploads: Pick<Uploads, 'add' | 'events' | 'history'>;
  readonly hasAccount: (id: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
};

export async function releaseNoteOf({ path, releaseNotes }: FolderRule, history: Uploads['history']) {
  if (releaseNotes.kind === 'text') return { releaseNote: releaseNotes.text };
  return releaseNotes.kind === 'git' ? gitNotes(path, history) : {};
}

/** Queues finished builds of watched folders. Calls `changed` when a folder view is out of date. */
export function createFinishedBuilds(deps: FinishedBuildsDependencies, changed: () => void) {
  const { folders, watcher, clock, log } = deps;
  const refused = createRefusedBuilds();

  const ruleFor = (folderId: string, path: string): FolderRule | undefined => {
    const rule = folders.all().find(({ id }) => id === folderId);
    return rule && createFileSelector(rule, process.platform).selectsFile(relative(rule.path, path))
      ? rule
      : undefined;
  };
  const enqueue = async (file: FinishedFile, asks = false): Promise<void> => {
    // The rule may have changed since the file was reported.
    const rule = ruleFor(file.folderId, file.path);
    if (!rule) return;
    const state = await addUpload(rule, file, asks, deps);
    refused.forget(file);
    watcher.acknowledge(file);
    if (isFinal(state)) watcher.complete(rule.id, file);
    changed();
  };
  const tryEnqueue = (file: FinishedFile, asks = false): void => {
    enqueue(file, asks).catch((error: unknown) => {
      log.error('Could not queue a finished build; it is tried again', { path: file.path, error });
      refused.add(file, toFailure(error));
      changed();
    });
  };
  const onDecided = (file: FinishedFile, choice: Choice): void => {
    // The folder was paused or removed. Watching it again also reports the file again.
    if (watcher.state(file.folderId) === null) return;
    if (choice.kind !== 'other') {
      tryEnqueue(file, choice.kind === 'open');
      return;
    }
    log.info('Another build of the release is sent instead', { path: file.path, sent: choice.build.path });
    watcher.acknowledge(file);
    watcher.complete(file.folderId, file);
    refused.addReplaced(file, basename(choice.build.path));
    changed();
  };
  const releases = createReleaseBuilds({
    clock,
    log,
    waiting: () => watcher.waiting(),
    isWanted: (folderId, path) => ruleFor(folderId, path) !== undefined,
    decided: onDecided,
  });
  deps.uploads.events.on('fileFinished', ({ folderId, path, stamp }) => {
    if (folderId !== null) watcher.complete(folderId, { path, ...stamp });
  });
  watcher.events.on('finished', (file) => {
    releases.add(file).catch((error: unknown) => refused.add(file, toFailure(error)));
  });
  for (const event of ['waiting', 'gone'] as const) {
    watcher.events.on(event, (file) => {
      refused.forget(file);
      releases.forget(file.path);
    });
  }
  return {
    waiting: (): readonly WaitingFile[] => refused.waiting(),
    retry: (folderId: string): void => {
      for (const file of refused.ofFolder(folderId)) tryEnqueue(file);
    },
    /** Queues unfinished builds again, because the journal may have been lost. */
    requeueUnfinished: async (rule: FolderRule): Promise<void> => {
      for (const file of watcher.uncompleted(rule.id)) {
        const at = clock.now();
        try {
          await enqueue({ ...file, fingerprint: null, folderId: rule.id, appearedAt: at, finishedAt: at });
        } catch (error) {
          const code = error instanceof CodedError ? error.code : null;
          // The file is missing, or was replaced by another build that is reported separately.
          if (code === 'file/missing' || code === 'uploads/changing') watcher.complete(rule.id, file);
          else log.warn('Could not requeue an earlier build', { path: file.path, error });
        }
      }
    },
  };
}

async function addUpload(
  rule: FolderRule,
  file: FinishedFile,
  askFirst: boolean,
  { uploads, hasAccount }: FinishedBuildsDependencies,
): Promise<UploadState> {
  if (!hasAccount(rule.accountId)) throw coreErrors.accountMissing({});
  const upload = await uploads.add({
    ...(await releaseNoteOf(rule, uploads.history)),
    path: file.path,
    accountId: rule.accountId,
    area: rule.area,
    activate: rule.activate,
    recipients: rule.recipients,
    sendAnyway: rule.sendAnyway,
    askFirst: rule.askFirst || askFirst,
    application: rule.application,
    afterUpload: rule.afterUpload,
    folderId: rule.id,
    appearedAt: file.appearedAt,
    finishedAt: file.finishedAt,
    stamp: { size: file.size, mtimeMs: file.mtimeMs },
    fingerprint: file.fingerprint,
  });
  return upload.state;
}

/** Returns false for failed uploads: they wait for the user, and are requeued if the journal is lost. */
function isFinal(state: UploadState): boolean {
  return state === 'done' || state === 'already-there' || state === 'cancelled';
}
