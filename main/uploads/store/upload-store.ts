import { isDeepStrictEqual } from 'node:util';
import type { SendBody } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import type { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { FileStamp } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { textOf } from '../../messages/text.ts';
import { uploadErrors } from '../errors.ts';
import { historyTime } from '../history/history.ts';
import { advance } from '../machine/advance.ts';
import { byOrder, includesRecipients, type RecordChanges, type UploadRecord } from '../machine/record.ts';
import { uploadingWords } from '../machine/state-words.ts';
import { isFinished, stepOf, type UploadEvent, type UploadMachine } from '../machine/upload-states.ts';
import type { AccountBlock } from '../queue/block-reason.ts';
import type { NewOrder } from '../queue/reorder.ts';
import type { Progress } from '../steps/progress.ts';
import type { UploadProgress, UploadView } from '../upload-view.ts';
import { stateOf, toView } from '../view.ts';
import { listLimits } from './journal.ts';
import type { Journal } from './journal-types.ts';
import { prunedRecord } from './pruned-record.ts';

export type UploadEvents = {
  changed: UploadView;
  removed: { id: string };
  /** A file has come to its end: all is done, or a person decided against it. */
  over: { folderId: string | null; path: string; stamp: FileStamp };
  /** Off the list, for newer ones have taken its place; the history has it. */
  evicted: { id: string };
  /** What became of its version since it ended; it is no event of the upload itself. */
  learned: UploadView;
  progress: UploadProgress;
  paused: boolean;
  /** Every account that is held up now. */
  blocks: readonly AccountBlock[];
  /** The journal cannot be written, or can again. */
  health: Failure | null;
};

export type KnownVersion = { readonly accountId: string; readonly versionId: number };

/** As Slipway left it; `mailedTo`: who has been mailed about it. */
export type VersionFacts = {
  readonly active?: boolean;
  readonly mailedTo?: SendBody;
  /** When a message that went only to the outbox folder was queued; milliseconds since 1970 UTC. */
  readonly writtenOf?: number;
};

/** Finished uploads above the limits of the list before the oldest are let go. */
const slack = 50;

/** That can be put back, all windows and tabs together. */
const mostRemoved = 20;

/**
 * The uploads in memory, a cache of the journal: those that are not finished, and the newest of those that are. The only
 * owner of their state.
 */
export type UploadStore = {
  /** Calls back after each saved change. */
  onSaved(listener: (record: UploadRecord) => void): void;
  /** Reads the list from the journal. */
  load(): void;
  /** Oldest first. */
  views(): readonly UploadView[];
  /** Of any that is in the history. Throws `uploads/unknown`. */
  require(id: string): UploadRecord;
  find(id: string): UploadRecord | null;
  view(record: UploadRecord): UploadView;
  /** In the order of the queue. */
  unfinished(): Iterable<UploadRecord>;
  insert(record: UploadRecord): void;
  /** Saves what an event leads to, then announces it; null, and nothing changes, when it means nothing now. */
  apply(id: string, event: UploadEvent, changes?: RecordChanges): UploadRecord | null;
  /** Saves what a step found out while it is under way. Throws `uploads/unknown` and `uploads/notSaved`. */
  note(id: string, changes: RecordChanges): void;
  /** Off the list; the journal keeps what recognises the build. */
  remove(record: UploadRecord): void;
  /** One of the last that were removed. Throws `uploads/unknown`. */
  putBack(id: string): void;
  /** Saves new places in the queue, all or none. */
  reorder(orders: readonly NewOrder[]): void;
  /** Announces what is queued anew: why it waits may be another reason, or none. Null: of all accounts. */
  announceWaiting(accountId: string | null): void;
  /** Of finished uploads of test distribution, those of the history, too. */
  learn(version: KnownVersion, facts: VersionFacts): void;
  /** These have left the history. */
  forget(ids: readonly string[]): void;
  showProgress(id: string, progress: Progress): void;
  /** Saves all it holds: another journal has taken the place of a damaged one. */
  saveEverything(): void;
};

export function createUploadStore(deps: {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Events<UploadEvents>;
  /** Why an account has to wait; null when it need not. */
  readonly waitsFor: (accountId: string) => Failure | null;
}): UploadStore {
  const { journal, clock, log, events } = deps;
  const records = new Map<string, UploadRecord>();
  const unfinished = new Map<string, UploadRecord>();
  const progress = new Map<string, Progress>();
  const removed = new Map<string, UploadRecord>();
  const listeners: ((record: UploadRecord) => void)[] = [];

  const view = (record: UploadRecord): UploadView =>
    toView(record, progress.get(record.id) ?? null, deps.waitsFor(record.accountId));
  const set = (record: UploadRecord): void => {
    journal.save(record);
    announce(record);
  };
  const announce = (record: UploadRecord): void => {
    remember(record);
    events.emit('changed', view(record));
    for (const listener of listeners) listener(record);
    if (isFinished(record.machine) && record.machine.kind !== 'failed') tellOver(record);
    if (isFinished(record.machine)) evict();
  };
  const tellOver = ({ folderId, path, stamp }: UploadRecord): void =>
    events.emit('over', { folderId, path, stamp });
  const remember = (record: UploadRecord): void => {
    records.set(record.id, record);
    if (isFinished(record.machine)) unfinished.delete(record.id);
    else unfinished.set(record.id, record);
  };
  const find = (id: string): UploadRecord | null => records.get(id) ?? journal.get(id);
  const require = (id: string): UploadRecord => {
    const record = find(id);
    if (!record) throw uploadErrors.unknown({ id });
    return record;
  };
  /** Lets the oldest go, which the journal has. */
  const evict = (): void => {
    if (records.size - unfinished.size <= listLimits.finished + slack) return;
    for (const { id } of beyondLimits(records.values())) {
      records.delete(id);
      events.emit('evicted', { id });
    }
  };
  return {
    onSaved: (listener) => {
      listeners.push(listener);
    },
    load: () => {
      records.clear();
      unfinished.clear();
      for (const record of journal.load()) remember(record);
    },
    views: () =>
      [...records.values()].sort((a, b) => a.addedAt - b.addedAt || a.position - b.position).map(view),
    require,
    find,
    view,
    unfinished: () => [...unfinished.values()].sort(byOrder),
    insert: (record) => {
      log.info('Queued', { id: record.id, path: record.path, area: record.area });
      set(record);
    },
    apply: (id, event, changes) => {
      const before = find(id);
      const after = before ? advance(before, event, clock.now(), changes) : null;
      if (!before || !after) {
        log.debug('An event came too late', { id, event: event.kind });
        return null;
      }
      const path = before.path;
      log.info(`${nameOf(before.machine)} → ${nameOf(after.machine)}`, { id, path, ...reasonOf(event) });
      progress.delete(id);
      set(after);
      return after;
    },
    note: (id, changes) => set({ ...require(id), ...changes }),
    remove: (record) => {
      journal.save(prunedRecord(record));
      records.delete(record.id);
      removed.set(record.id, record);
      for (const id of [...removed.keys()].slice(0, -mostRemoved)) removed.delete(id);
      progress.delete(record.id);
      events.emit('removed', { id: record.id });
      tellOver(record);
    },
    putBack: (id) => {
      const record = removed.get(id);
      if (!record) throw uploadErrors.unknown({ id });
      set(record);
      removed.delete(id);
    },
    learn: ({ accountId, versionId }, { active, mailedTo, writtenOf }) => {
      for (const record of journal.ofVersion({ accountId, area: 'testingdist' }, versionId)) {
        const mailed = mailedTo !== undefined && includesRecipients(mailedTo, record.recipients);
        const written = record.written === true || (writtenOf !== undefined && writtenOf <= sentAt(record));
        const after = {
          ...record,
          ...(active === undefined ? {} : { active }),
          written: written && !mailed,
        };
        if (isDeepStrictEqual(view(after), view(record))) continue;
        if (!isFinished(record.machine)) {
          if (writtenOf !== undefined) set(after);
          continue;
        }
        journal.save(after);
        if (records.has(record.id)) records.set(record.id, after);
        events.emit('learned', view(after));
      }
    },
    forget: (ids) => {
      for (const id of ids) {
        records.delete(id);
        events.emit('removed', { id });
      }
    },
    reorder: (orders) => {
      const changed = orders.flatMap(({ id, order }) => {
        const record = records.get(id);
        return record ? [{ ...record, order }] : [];
      });
      journal.saveAll(changed);
      for (const record of changed) announce(record);
    },
    announceWaiting: (accountId) => {
      for (const record of unfinished.values()) {
        const isMeant = accountId === null || record.accountId === accountId;
        if (isMeant && record.machine.kind === 'queued') events.emit('changed', view(record));
      }
    },
    saveEverything: () => {
      for (const record of records.values()) {
        try {
          journal.save(record);
        } catch (error) {
          log.error('An upload could not be saved again', { id: record.id, error });
        }
      }
    },
    showProgress: (id, now) => {
      const record = records.get(id);
      if (!record || stateOf(record.machine) !== 'uploading') return;
      progress.set(id, now);
      const stateWords = uploadingWords(now.waiting);
      events.emit('progress', { id, stateWords, totalBytes: record.stamp.size, ...now });
    },
  };
}

/** Finished ones that are older than what the list shows. */
function beyondLimits(records: Iterable<UploadRecord>): readonly UploadRecord[] {
  const newestFirst = [...records]
    .filter(({ machine }) => isFinished(machine))
    .sort((a, b) => historyTime(b) - historyTime(a));
  const failed = newestFirst.filter(({ machine }) => machine.kind === 'failed');
  const others = newestFirst.filter(({ machine }) => machine.kind !== 'failed');
  return [...failed.slice(listLimits.failed), ...others.slice(listLimits.finished)];
}

/** Milliseconds since 1970 UTC; infinite before the first send. */
function sentAt({ timeline }: UploadRecord): number {
  return timeline.findLast(({ event }) => event === 'sent')?.at ?? Number.POSITIVE_INFINITY;
}

function nameOf(machine: UploadMachine): string {
  const step = stepOf(machine);
  return step === null ? machine.kind : `${machine.kind} (${step})`;
}

function reasonOf(event: UploadEvent): Record<string, unknown> {
  return 'failure' in event ? { code: event.failure.code, reason: textOf(event.failure) } : {};
}
