import type { Api } from '../api/client.ts';
import type { TestVersion } from '../api/wire.ts';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/database/database.ts';
import { Events } from '../base/events.ts';
import type { Failure } from '../base/failure.ts';
import { createHashing, type Hashing } from '../base/hashing/hashing.ts';
import type { Log } from '../base/log/log.ts';
import { defaultRetryPolicy, type RetryPolicy } from '../base/retry.ts';
import type { Message } from '../messages/message.ts';
import type { fingerprintFile } from '../packages/fingerprint.ts';
import type { inspectPackage } from '../packages/inspect.ts';
import type { contentCheckOf } from '../packages/zip/content-check.ts';
import { createHistory } from './history/history.ts';
import { type HistoryFormat, writeHistory } from './history/history-export.ts';
import { createHistoryKeeper } from './history/history-keeper.ts';
import type { HistoryPage, HistoryQuery } from './history/history-view.ts';
import { type BlockPolicy, createAccountBlocks, defaultBlockPolicy } from './queue/account-blocks.ts';
import { addUpload } from './queue/add-upload.ts';
import type { AccountBlock } from './queue/block-reason.ts';
import { type Controls, createControls } from './queue/controls.ts';
import type { UploadRequest } from './queue/deduplication.ts';
import { createScheduler } from './queue/scheduler.ts';
import { createLateCopies } from './steps/late-copies.ts';
import { previewUpload } from './steps/preview.ts';
import { runUpload } from './steps/runner.ts';
import { createJournal } from './store/journal.ts';
import { watchJournal } from './store/journal-health.ts';
import {
  createUploadStore,
  type KnownVersion,
  type UploadEvents,
  type VersionFacts,
} from './store/upload-store.ts';
import type { UploadPreview, UploadView } from './upload-view.ts';

export type { UploadRequest } from './queue/deduplication.ts';
export type { UploadEvents } from './store/upload-store.ts';

const defaultHistoryEntries = 10_000;

/** Uploads read at a time for an export. */
const exportPage = 200;

export type Uploads = Controls & {
  readonly events: Events<UploadEvents>;
  /**
   * Queues a file. One that is on its way already for the same people, or that the same folder announced before, gives
   * the upload that is there. Throws `file/missing`, `file/denied`, `uploads/notAFile` and `uploads/changing`; then nothing is stored. What is
   * wrong inside the file shows as the upload's failure.
   */
  add(request: UploadRequest): Promise<UploadView>;
  /** What is not finished, and the newest of what is: some hundred. Oldest first. */
  list(): readonly UploadView[];
  /** Shows what `add` would lead to, and stores nothing. Throws what its first steps throw. */
  preview(request: UploadRequest, signal: AbortSignal): Promise<UploadPreview>;
  /** Of any that is in the history. Null when there is none. */
  get(id: string): UploadView | null;
  /** Everything that was not taken off the list. Throws `uploads/badCursor`. */
  history(query: HistoryQuery): HistoryPage;
  /** All that fits the query, whatever its limit and cursor, as text in pieces; see `HistoryRow` for the columns. */
  exportHistory(format: HistoryFormat, query: Omit<HistoryQuery, 'limit' | 'cursor'>): AsyncIterable<string>;
  /** Cuts the history back to its limit at once; otherwise done at the start and now and then. */
  pruneHistory(): void;
  /** What became of a version on the service since its uploads ended, as Slipway did it: all of them say so from now on. */
  learn(version: KnownVersion, facts: VersionFacts): void;
  /** Icons that uploads name. */
  iconsInUse(): ReadonlySet<string>;
  /** Files of all uploads that did not come to a good end, and may be tried again. */
  openPaths(): ReadonlySet<string>;
  /**
   * Begins nothing new and breaks off what is being sent, unless that may `finish`; short calls under way are finished.
   * Kept over restarts.
   */
  pause(options?: { readonly finish?: boolean | undefined }): void;
  resume(): void;
  paused(): boolean;
  /** Accounts that nothing goes on for, until a person helps or the service has room again. */
  blocks(): readonly AccountBlock[];
  /** Lets the uploads of an account go on at once; nothing happens when it is not held up. */
  release(accountId: string): void;
  /**
   * To be told when `waitsFor` may say something else, or the network may be back or another one: what need not wait any
   * more goes on, and what the network failed is tried, at once. `afterSleep`: connections may be gone without a word, so
   * what gives no sign within moments is begun anew.
   */
  wake(options?: { readonly afterSleep?: boolean }): void;
  /** Ends what is being sent to accounts that have to wait from now on; it is no failed try. */
  breakOff(ofAccount: (accountId: string) => boolean): void;
  /** Why the journal cannot be written, so that nothing is uploaded; null while it can. */
  problem(): Failure | null;
  /** Begins to work, except on uploads in `left`; whatever was in flight is looked up on the service first. */
  start(left?: ReadonlySet<string>): Promise<void>;
  /** Breaks off what is in flight and notes it in the journal; resolves when nothing runs any more. */
  stop(): Promise<void>;
  /** Resolves when nothing is active: all finished, paused, waiting for an answer, or the queue is not started. */
  idle(): Promise<void>;
};

export function createUploads(deps: {
  readonly clock: Clock;
  readonly log: Log;
  /** Opened with `journalMigrations`. */
  readonly database: Database;
  readonly apiFor: (accountId: string) => Api;
  readonly inspect: typeof inspectPackage;
  readonly fingerprint: typeof fingerprintFile;
  readonly contentCheck: typeof contentCheckOf;
  /** Keeps the icon of a build and gives its name; null when it has none. Never fails because of the icon. */
  readonly keepIcon: (path: string, signal: AbortSignal) => Promise<string | null>;
  readonly installLink: (accountId: string, version: TestVersion) => Promise<string | null>;
  /** What besides a build a person is asked about before people are told; by default nothing. */
  readonly sendWarnings?: (accountId: string) => readonly Message[];
  /** Whether messages of an account are only written to the outbox folder; by default none are. */
  readonly mailIsWritten?: (accountId: string) => boolean;
  /** Uploads at once, per account. */
  readonly parallel: () => number;
  /** Finished uploads to keep; the newest 200 stay in any case. */
  readonly historyEntries?: () => number;
  /** Null for an account that is gone. */
  readonly accountName?: (accountId: string) => string | null;
  /**
   * Why an account has to wait for now, such as a network that is gone; null when it need not. It begins nothing
   * meanwhile, and a connection that breaks counts as no failed try. By default nobody waits.
   */
  readonly waitsFor?: (accountId: string) => Failure | null;
  /** Whether an account's service is on this computer, so that nothing on the way may hold a build. By default none is. */
  readonly isNear?: (accountId: string) => boolean;
  /** By default one of its own. */
  readonly hashing?: Hashing;
  readonly random?: () => number;
  readonly retry?: RetryPolicy;
  readonly block?: BlockPolicy;
}): Uploads {
  const { clock } = deps;
  const log = deps.log.scope('uploads');
  const events = new Events<UploadEvents>(log);
  const waitsFor = deps.waitsFor ?? (() => null);
  const health = watchJournal({
    journal: createJournal(deps.database),
    clock,
    onChange: (problem) => events.emit('health', problem),
  });
  const { journal } = health;
  const blocks = createAccountBlocks({ clock, log, policy: deps.block ?? defaultBlockPolicy });
  const uploadStore = createUploadStore({
    journal,
    clock,
    log,
    events,
    waitsFor: (accountId) => blocks.of(accountId)?.failure ?? waitsFor(accountId),
  });
  blocks.onChange((accountId) => {
    uploadStore.announceWaiting(accountId);
    events.emit('blocks', blocks.list());
  });
  const history = createHistory(deps.database);
  const hashing = deps.hashing ?? createHashing();
  const retry = deps.retry ?? defaultRetryPolicy;
  const lateCopies = createLateCopies({ clock, log, uploadStore, firstDelayMs: retry.firstDelayMs });
  const runner = {
    ...deps,
    lateCopies,
    waitsFor,
    isNear: deps.isNear ?? (() => false),
    hashing,
    log,
    journal,
    uploadStore,
    blocks,
    random: deps.random ?? Math.random,
    retry,
  };
  const scheduler = createScheduler({
    clock,
    log,
    journal,
    uploadStore,
    parallel: deps.parallel,
    waitsFor,
    blocks,
    run: (id, signal, onMove) => runUpload(id, signal, onMove, runner),
  });
  const keeper = createHistoryKeeper({
    journal,
    uploadStore,
    log,
    entries: deps.historyEntries ?? (() => defaultHistoryEntries),
  });
  uploadStore.load();
  deps.database.onRenewed(uploadStore.saveEverything);

  const setPaused = (paused: boolean, finish = false): void => {
    if (journal.paused() === paused) return;
    journal.setPaused(paused);
    log.info(paused ? 'Paused' : 'Resumed');
    if (paused) scheduler.pauseAll({ finish });
    else scheduler.resumeAll();
    events.emit('paused', paused);
  };
  return {
    events,
    add: async (request) => {
      hashing.prepare();
      return uploadStore.view(await addUpload(request, { clock, journal, uploadStore }));
    },
    list: () => uploadStore.views(),
    preview: (request, signal) => previewUpload(request, signal, runner),
    get: (id) => {
      const record = uploadStore.find(id);
      return record && uploadStore.view(record);
    },
    history: (query) => {
      const { records, cursor, total } = history.page(query);
      return { uploads: records.map(uploadStore.view), cursor, total };
    },
    exportHistory: (format, query) =>
      writeHistory(format, history.pages(query, exportPage), deps.accountName ?? (() => null)),
    pruneHistory: keeper.prune,
    learn: uploadStore.learn,
    iconsInUse: journal.icons,
    openPaths: journal.openPaths,
    ...createControls({ clock, journal, uploadStore }),
    pause: ({ finish } = {}) => setPaused(true, finish),
    resume: () => setPaused(false),
    paused: () => journal.paused(),
    blocks: blocks.list,
    release: blocks.release,
    wake: ({ afterSleep = false } = {}) => {
      uploadStore.announceWaiting(null);
      scheduler.wake();
      if (afterSleep) scheduler.probe();
    },
    breakOff: (ofAccount) => scheduler.breakOff(ofAccount),
    start: async (left) => {
      await scheduler.start(left);
      keeper.prune();
    },
    problem: health.problem,
    stop: async () => {
      lateCopies.stop();
      await scheduler.stop();
      if (!deps.hashing) await hashing.close();
      health.stop();
    },
    idle: () => scheduler.idle(),
  };
}
