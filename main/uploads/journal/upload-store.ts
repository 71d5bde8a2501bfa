import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import type { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { FileStamp } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { textOf } from '../../messages/text.ts';
import { uploadErrors } from '../errors.ts';
import { prunedRecord, type RecordChanges, type UploadRecord } from '../record/record.ts';
import { reduce } from '../record/reduce.ts';
import { uploadingLabel } from '../record/state-labels.ts';
import {
  isFinished,
  stepOf,
  type UploadEvent,
  type UploadMachine,
  type VersionFacts,
} from '../record/states.ts';
import { stateOf, toView } from '../record/view.ts';
import type { AccountBlock, Progress, UploadProgress, UploadView } from '../upload-view.ts';
import type { Journal } from './journal.ts';
import { createUploadList } from './upload-list.ts';

export type UploadEvents = {
  changed: UploadView;
  removed: { id: string };
  /** An upload finished without failing, or was removed. */
  fileFinished: { folderId: string | null; path: string; stamp: FileStamp };
  /** The upload was evicted from the list, but is still in the history. */
  evicted: { id: string };
  versionUpdated: UploadView;
  progress: UploadProgress;
  paused: boolean;
  blocks: readonly AccountBlock[];
  /** Error that prevents writing the journal; null once it can be written. */
  health: Failure | null;
};

export type AccountVersion = { readonly accountId: string; readonly versionId: number };

/** Number of removed uploads that can be restored, shared by all windows and tabs. */
const maxRemoved = 20;

/** Events after which the service no longer has the interrupted upload. */
const lostUploads: ReadonlySet<UploadEvent['kind']> = new Set(['arrived', 'resumable']);

/** State of all uploads, cached in memory. Every change is written to the journal. */
export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(deps: StoreDependencies) {
  const { clock, log } = deps;
  const memory = createMemory(deps);
  const { list, progress, view, find, save } = memory;
  return {
    onSaved: memory.onSaved,
    load: (): void => list.load(deps.journal.load()),
    /** Oldest first. */
    views: (): readonly UploadView[] => list.all().map(view),
    view,
    find,
    /** Throws `uploads/unknown`. */
    require: (id: string): UploadRecord => {
      const record = find(id);
      if (!record) throw uploadErrors.unknown({ id });
      return record;
    },
    /** In queue order. */
    unfinished: list.unfinished,
    insert: (record: UploadRecord): void => {
      log.info('Queued', { id: record.id, path: record.path, area: record.area });
      save(record);
    },
    /** Applies an event, saves the result and announces it. Null if the state does not allow the event. */
    apply: (id: string, event: UploadEvent, changes?: RecordChanges): UploadRecord | null => {
      const before = find(id);
      const after = before && reduce(before, event, clock.now(), changes);
      if (!before || !after) {
        log.debug('Ignored a late event', { id, event: event.kind });
        return null;
      }
      if (after.machine !== before.machine) {
        const reason = 'failure' in event ? { code: event.failure.code, reason: textOf(event.failure) } : {};
        log.info(`${nameOf(before.machine)} → ${nameOf(after.machine)}`, {
          id,
          path: before.path,
          ...reason,
        });
        progress.delete(id);
      }
      save(after);
      if (before.resumeUrl !== null && after.resumeUrl === null && !lostUploads.has(event.kind))
        deps.onAbandoned(before, before.resumeUrl);
      return after;
    },
    showProgress: (id: string, now: Progress): void => {
      const record = list.get(id);
      if (!record || stateOf(record.machine) !== 'uploading') return;
      progress.set(id, now);
      const stateLabel = uploadingLabel(now.stall);
      deps.events.emit('progress', { id, stateLabel, totalBytes: record.stamp.size, ...now });
    },
    ...createRemoval(deps, memory),
    ...bulkChanges(deps, memory),
  };
}

type StoreDependencies = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Events<UploadEvents>;
  /** Returns why an account has to wait; null if it need not. */
  readonly waitsFor: (accountId: string) => Failure | null;
  /** Called when an interrupted upload that the service may still have will not be continued. */
  readonly onAbandoned: (record: UploadRecord, url: string) => void;
};

type Memory = ReturnType<typeof createMemory>;

function createMemory({ journal, events, waitsFor }: StoreDependencies) {
  const list = createUploadList();
  const progress = new Map<string, Progress>();
  const listeners: ((record: UploadRecord) => void)[] = [];
  const view = (record: UploadRecord): UploadView =>
    toView(record, progress.get(record.id) ?? null, waitsFor(record.accountId));
  const announceFile = ({ folderId, path, stamp }: UploadRecord): void =>
    events.emit('fileFinished', { folderId, path, stamp });
  const announce = (record: UploadRecord): void => {
    list.set(record);
    events.emit('changed', view(record));
    for (const listener of listeners) listener(record);
    if (!isFinished(record.machine)) return;
    if (record.machine.kind !== 'failed') announceFile(record);
    for (const id of list.evict()) events.emit('evicted', { id });
  };
  return {
    list,
    progress,
    view,
    announce,
    announceFile,
    onSaved: (listener: (record: UploadRecord) => void): void => {
      listeners.push(listener);
    },
    find: (id: string): UploadRecord | null => list.get(id) ?? journal.get(id),
    save: (record: UploadRecord): void => {
      journal.save(record);
      announce(record);
    },
  };
}

function createRemoval(
  { journal, events }: StoreDependencies,
  { list, progress, announceFile, save }: Memory,
) {
  const removed = new Map<string, UploadRecord>();
  return {
    /** Removes an upload from list and history. The journal keeps the data needed to recognise the build. */
    remove: (record: UploadRecord): void => {
      journal.save(prunedRecord(record));
      list.delete(record.id);
      removed.set(record.id, record);
      for (const id of [...removed.keys()].slice(0, -maxRemoved)) removed.delete(id);
      progress.delete(record.id);
      events.emit('removed', { id: record.id });
      announceFile(record);
    },
    /** Restores one of the last removed uploads. Throws `uploads/unknown`. */
    restore: (id: string): void => {
      const record = removed.get(id);
      if (!record) throw uploadErrors.unknown({ id });
      save(record);
      removed.delete(id);
    },
    dropPruned: (ids: readonly string[]): void => {
      for (const id of ids) {
        list.delete(id);
        events.emit('removed', { id });
      }
    },
  };
}

function bulkChanges({ journal, clock, log, events }: StoreDependencies, memory: Memory) {
  const { list, view, announce } = memory;
  return {
    reorder: (orders: readonly { readonly id: string; readonly order: number }[]): void => {
      const changed = orders.flatMap(({ id, order }) => {
        const record = list.get(id);
        return record ? [{ ...record, order }] : [];
      });
      journal.saveAll(changed);
      changed.forEach(announce);
    },
    /** Announces queued uploads whose reason to wait may have changed. Null selects all accounts. */
    announceWaiting: (accountId: string | null): void => {
      for (const record of list.unfinished()) {
        const isMeant = accountId === null || record.accountId === accountId;
        if (isMeant && record.machine.kind === 'queued') events.emit('changed', view(record));
      }
    },
    /** Updates all finished uploads of a test version, including uploads in the history. */
    learn: ({ accountId, versionId }: AccountVersion, facts: VersionFacts): void => {
      for (const record of journal.ofVersion({ accountId, area: 'testingdist' }, versionId)) {
        const after = reduce(record, { kind: 'version-changed', facts }, clock.now());
        if (!after || isDeepStrictEqual(view(after), view(record))) continue;
        if (!isFinished(record.machine)) continue;
        journal.save(after);
        if (list.get(record.id)) list.set(after);
        events.emit('versionUpdated', view(after));
      }
    },
    /** Saves all uploads in memory to the journal that replaced the damaged journal. */
    resaveAll: (): void => {
      for (const record of list.all()) {
        try {
          journal.save(record);
        } catch (error) {
          log.error('Could not save an upload again', { id: record.id, error });
        }
      }
    },
  };
}

function nameOf(machine: UploadMachine): string {
  const step = stepOf(machine);
  return step === null ? machine.kind : `${machine.kind} (${step})`;
}
