import { basename, relative } from 'node:path';
import type { CallsOf } from '../../../preload/contract.ts';
import type { Clock } from '../../base/clock.ts';
import { CodedError, forField, toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { Folders } from '../../settings/folders.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import type { UploadState } from '../../uploads/upload-view.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { findRoot } from '../../watcher/files/folder-root.ts';
import { wantedBy } from '../../watcher/files/which-files.ts';
import type { FinishedFile, WaitingFile, Watcher } from '../../watcher/watcher.ts';
import { coreErrors } from '../errors.ts';
import { gitNotes } from '../git-notes.ts';
import { throttle } from '../throttle.ts';
import type { FolderView } from '../views/folders.ts';
import { presetsFor } from './look-at-project.ts';
import { checkMoveTarget, withRealPaths } from './move-target.ts';
import { createRefusedBuilds } from './refused-builds.ts';
import type { Choice } from './release.ts';
import { createReleaseBuilds } from './release-builds.ts';
import { releaseChoices } from './release-choices.ts';
import { triedFileView } from './try-out-words.ts';
import { folderView, watchesOtherwise, watchOrder } from './watch-order.ts';

/** Watched folders: the rules of the settings joined with what the watcher sees, and finished files with the queue. */
export type WatchedFolders = Omit<CallsOf<'folders'>, 'choose' | 'list'> & {
  readonly events: Events<{ changed: readonly FolderView[] }>;
  list(): readonly FolderView[];
  /** Tries at once to queue the builds that could not be queued; to be called when accounts came or went. */
  reconsider(): void;
  /** Begins to watch every folder that is not paused. An unreachable one is shown as such and does not stop the others. */
  start(): Promise<void>;
};

/** Each announcement holds every folder, and a hundred folders begin to be watched at once. */
const announceEveryMs = 50;

export function createWatchedFolders(deps: {
  readonly folders: Folders;
  readonly watcher: Watcher;
  readonly uploads: Pick<Uploads, 'add' | 'events' | 'history'>;
  readonly hasAccount: (id: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}): WatchedFolders {
  const { folders, watcher, uploads, clock, hasAccount } = deps;
  const { platform } = process;
  const log = deps.log.scope('folders');
  const events = new Events<{ changed: readonly FolderView[] }>(log);
  const refused = createRefusedBuilds();

  const allWaiting = (): readonly WaitingFile[] => [...watcher.waiting(), ...refused.waiting()];
  const view = (rule: FolderRule, waiting = allWaiting()): FolderView =>
    folderView(rule, {
      state: watcher.state(rule.id),
      waiting,
      hasAccount: hasAccount(rule.accountId),
    });
  const list = (): readonly FolderView[] => {
    const waiting = allWaiting();
    return folders.all().map((rule) => view(rule, waiting));
  };
  const announce = throttle(clock, announceEveryMs, () => events.emit('changed', list()));
  const watch = async (rule: FolderRule): Promise<void> => {
    try {
      await watcher.watch(watchOrder(rule, platform, log));
    } catch (error) {
      log.warn('A folder cannot be watched now', { path: rule.path, error });
    }
    announce();
  };
  /** A folder that cannot be read now is not looked at: rather a build too often than one lost. */
  const passOver = async (before: FolderRule, after: FolderRule): Promise<void> => {
    try {
      await watcher.passOver(watchOrder(before, platform, log), watchOrder(after, platform, log));
    } catch (error) {
      log.warn('Builds that a changed rule means could not be looked at', { path: after.path, error });
    }
  };
  /** Waited for from now on or, when it is there, watched: what is built before its first scan ends is new. */
  const fromNow = ({ path }: FolderRule, wait: boolean) =>
    forField('path', async () => {
      try {
        await findRoot(path);
        return { awaitedSince: null, watchedSince: clock.now() };
      } catch (error) {
        if (wait && error instanceof CodedError && error.code === 'watcher/missing') {
          return { awaitedSince: clock.now(), watchedSince: null };
        }
        throw error;
      }
    });
  const notesOf = async ({ path, releaseNotes }: FolderRule) => {
    if (releaseNotes.kind === 'text') return { releaseNote: releaseNotes.text };
    return releaseNotes.kind === 'git' ? gitNotes(path, uploads.history) : {};
  };
  const checked = async (rule: FolderRule): Promise<FolderRule> => {
    checkMoveTarget(rule, folders.all(), platform);
    const real = await Promise.all([rule, ...folders.all()].map(withRealPaths));
    checkMoveTarget(real[0] ?? rule, real.slice(1), platform);
    return rule;
  };

  const ruleFor = (folderId: string, path: string): FolderRule | undefined => {
    const rule = folders.all().find((known) => known.id === folderId);
    return rule && wantedBy(rule, platform).wantsFile(relative(rule.path, path)) ? rule : undefined;
  };
  const enqueue = async (file: FinishedFile, asks = false): Promise<void> => {
    // A file announced by an earlier rule of the folder stays where it is.
    const rule = ruleFor(file.folderId, file.path);
    if (!rule) return;
    if (!hasAccount(rule.accountId)) throw coreErrors.accountGone({});
    const upload = await uploads.add({
      ...(await notesOf(rule)),
      path: file.path,
      accountId: rule.accountId,
      area: rule.area,
      activate: rule.activate,
      recipients: rule.recipients,
      sendAnyway: rule.sendAnyway,
      askFirst: rule.askFirst || asks,
      application: rule.application,
      afterUpload: rule.afterUpload,
      folderId: rule.id,
      appearedAt: file.appearedAt,
      finishedAt: file.finishedAt,
      stamp: { size: file.size, mtimeMs: file.mtimeMs },
      fingerprint: file.fingerprint,
    });
    refused.forget(file);
    watcher.acknowledge(file);
    if (isOver(upload.state)) watcher.settle(rule.id, file);
    announce();
  };
  /** Builds that were handed over once and have come to no end: the queue has them, unless its journal was lost. */
  const lookedBack = new Set<string>();
  const lookBack = async (rule: FolderRule): Promise<void> => {
    for (const file of watcher.unsettled(rule.id)) {
      const at = clock.now();
      try {
        await enqueue({ ...file, fingerprint: null, folderId: rule.id, appearedAt: at, finishedAt: at });
      } catch (error) {
        const code = error instanceof CodedError ? error.code : null;
        // Gone, or another build by now, which is announced on its own.
        if (code === 'file/missing' || code === 'uploads/changing') watcher.settle(rule.id, file);
        else log.warn('A build of before could not be queued again', { path: file.path, error });
      }
    }
  };
  const decided = (file: FinishedFile, choice: Choice): void => {
    // Paused or removed meanwhile: announced again when the folder is watched again.
    if (watcher.state(file.folderId) === null) return;
    if (choice.kind !== 'other') {
      take(file, choice.kind === 'open');
      return;
    }
    log.info('Another build of the release is sent instead', { path: file.path, sent: choice.build.path });
    watcher.acknowledge(file);
    watcher.settle(file.folderId, file);
    refused.leaveOut(file, basename(choice.build.path));
    announce();
  };
  const take = (file: FinishedFile, asks = false): void => {
    enqueue(file, asks).catch((error: unknown) => {
      log.error('A finished build could not be queued; it is tried again', { path: file.path, error });
      refused.keep(file, toFailure(error));
      announce();
    });
  };
  const releases = createReleaseBuilds({
    clock,
    log,
    waiting: () => watcher.waiting(),
    isWanted: (folderId, path) => ruleFor(folderId, path) !== undefined,
    decided,
  });
  const seen = (folderId: string): void => {
    const rule = folders.all().find((known) => known.id === folderId);
    const state = watcher.state(folderId)?.kind;
    if (!rule || (state !== 'watching' && state !== 'polling')) return;
    if (rule.awaitedSince !== null || rule.watchedSince === null) {
      folders.store({ ...rule, awaitedSince: null, watchedSince: rule.watchedSince ?? clock.now() });
    }
    if (!lookedBack.has(folderId)) {
      lookedBack.add(folderId);
      void lookBack(rule);
    }
  };

  uploads.events.on('fileFinished', ({ folderId, path, stamp }) => {
    if (folderId !== null) watcher.settle(folderId, { path, ...stamp });
  });
  watcher.events.on('finished', (file) => {
    releases.take(file).catch((error: unknown) => refused.keep(file, toFailure(error)));
  });
  watcher.events.on('finished', announce);
  for (const event of ['waiting', 'gone'] as const) {
    watcher.events.on(event, (file) => {
      refused.forget(file);
      releases.forget(file.path);
    });
    watcher.events.on(event, announce);
  }
  watcher.events.on('folder', ({ folderId }) => seen(folderId));
  watcher.events.on('folder', announce);

  return {
    events,
    list,
    add: async ({ waitForFolder: wait = false, ...input }) => {
      const since = await fromNow(await checked(folders.prepare(input)), wait);
      // Once more, for the folder may have been added meanwhile.
      const folder = { ...folders.prepare(input), ...since };
      if (folder.awaitedSince === null) await forField('releaseNotes', () => notesOf(folder));
      folders.store(folder);
      await watch(folder);
      return view(folder);
    },
    update: async ({ id, waitForFolder: wait = false, ...input }) => {
      const before = folders.get(id);
      const rule = await checked(folders.prepare(input, id));
      const moved = rule.path !== before.path;
      if (watcher.state(id)?.kind !== 'unreachable' && !moved)
        await forField('releaseNotes', () => notesOf(rule));
      const otherwise = moved || watchesOtherwise(before, rule);
      const since = moved ? await fromNow(rule, wait) : otherwise ? { watchedSince: null } : {};
      if (otherwise && !moved) await passOver(before, rule);
      // Once more, for the folder may have been paused or removed meanwhile.
      const folder = { ...folders.prepare(input, id), ...since };
      folders.store(folder);
      if (moved) await watcher.forget(id);
      if (otherwise && !folder.paused) await watch(folder);
      for (const file of refused.ofFolder(id)) take(file);
      announce();
      return view(folder);
    },
    tryOut: async (draft) => {
      const rule = folders.draft(draft);
      const { whyNot } = wantedBy(rule, platform);
      const { files, more } = await forField('path', () =>
        watcher.tryOut(watchOrder(rule, platform, log), whyNot),
      );
      const taken = files.filter(({ outcome }) => outcome.kind === 'taken');
      const choices = await releaseChoices(new Map(taken.map(({ path, mtimeMs }) => [path, mtimeMs ?? 0])));
      return {
        path: rule.path,
        files: files.map((file) => triedFileView(file, choices.get(file.path))),
        more,
      };
    },
    presets: (project) => forField('path', () => presetsFor(folders.draft(project).path)),
    remove: async ({ id }) => {
      folders.remove(id);
      await watcher.forget(id);
      announce();
    },
    setPaused: async ({ id, paused }) => {
      const folder = folders.setPaused(id, paused);
      if (paused) await watcher.unwatch(id);
      else await watch(folder);
      announce();
    },
    reconsider: () => {
      for (const { id } of folders.all()) for (const file of refused.ofFolder(id)) take(file);
      announce();
    },
    start: async () => {
      await Promise.all(folders.all().map((folder) => (folder.paused ? null : watch(folder))));
    },
  };
}

/** A failed one waits for a person, and is found again when the journal is lost. */
function isOver(state: UploadState): boolean {
  return state === 'done' || state === 'already-there' || state === 'cancelled';
}
