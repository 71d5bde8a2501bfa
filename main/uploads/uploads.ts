import { rm } from 'node:fs/promises';
import { defaultResumePolicy, type ResumePolicy } from '../api/upload/resume-policy.ts';
import type { MailState } from '../api/wire.ts';
import type { Database } from '../base/database/database.ts';
import { Events } from '../base/events.ts';
import type { Failure } from '../base/failure.ts';
import { createHashing, type Hashing } from '../base/hashing/hashing.ts';
import type { Log } from '../base/log/log.ts';
import { defaultRetryPolicy, type RetryPolicy } from '../base/retry.ts';
import type { SentBuilds } from './delta/sent-builds.ts';
import { createHistory } from './history/history.ts';
import { type HistoryFormat, writeHistory } from './history/history-export.ts';
import { createHistoryPruner } from './history/history-pruner.ts';
import type { HistoryPage, HistoryQuery } from './history/history-view.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { watchJournal } from './journal/journal-health.ts';
import type { AccountArea } from './journal/upload-queries.ts';
import {
  type AccountVersion,
  createUploadStore,
  type UploadEvents,
  type UploadStore,
} from './journal/upload-store.ts';
import { previewUpload } from './preview-upload.ts';
import { type BlockPolicy, createAccountBlocks, defaultBlockPolicy } from './queue/account-blocks.ts';
import { addUpload } from './queue/add-upload.ts';
import { type Controls, createControls } from './queue/controls.ts';
import type { UploadRequest } from './queue/deduplication.ts';
import { createScheduler } from './queue/scheduler.ts';
import type { UploadRecord } from './record/record.ts';
import type { VersionFacts } from './record/states.ts';
import { runUpload } from './run-upload.ts';
import type { StepServices } from './steps/step.ts';
import type { AccountBlock, UploadPreview, UploadSavings, UploadView } from './upload-view.ts';

export type { UploadEvents } from './journal/upload-store.ts';
export type { UploadRequest } from './queue/deduplication.ts';

const defaultHistoryEntries = 10_000;

const exportPageSize = 200;

export type Uploads = Controls & {
  readonly events: Events<UploadEvents>;
  /**
   * Queues a file. Returns an existing upload if it is unfinished and requests the same, or if the same
   * folder announced the file. Throws `file/missing`, `file/denied`, `uploads/notAFile`, `uploads/changing`.
   * Errors in the file become the upload's failure.
   */
  add(request: UploadRequest): Promise<UploadView>;
  /** Returns all unfinished uploads and the newest finished ones, oldest first. */
  list(): readonly UploadView[];
  /** Predicts the outcome of `add` without storing it. Throws errors of the inspect and choose steps. */
  preview(request: UploadRequest, signal: AbortSignal): Promise<UploadPreview>;
  /** Returns an upload of the list or the history; null if unknown or removed. */
  get(id: string): UploadView | null;
  /** Returns uploads that were not removed. Throws `uploads/badCursor`. */
  history(query: HistoryQuery): HistoryPage;
  /** Streams the uploads that match the query as text. `HistoryRow` defines the columns. */
  exportHistory(format: HistoryFormat, query: Omit<HistoryQuery, 'limit' | 'cursor'>): AsyncIterable<string>;
  /** Returns the total size of the builds uploaded to an application, and how many bytes were not sent. */
  savings(target: AccountArea, applicationId: number): UploadSavings;
  /** Prunes the history now. It is also pruned at the start and after every hundred finished uploads. */
  pruneHistory(): void;
  /** Updates a version's finished uploads after Slipway changed the version. */
  updateVersion(version: AccountVersion, facts: VersionFacts): void;
  iconsInUse(): ReadonlySet<string>;
  /** Returns the files of all unfinished, failed and cancelled uploads. */
  openPaths(): ReadonlySet<string>;
  /** Starts no more uploads and, without `finish`, aborts transfers. Persists across restarts. */
  pause(options?: { readonly finish?: boolean | undefined }): void;
  resume(): void;
  paused(): boolean;
  /** Returns the accounts that wait for the user to sign in or for free space on the service. */
  blocks(): readonly AccountBlock[];
  unblock(accountId: string): void;
  /**
   * Checks again whether accounts have to wait, and retries network failures. With `afterSleep`, also
   * restarts stalled transfers.
   */
  wake(options?: { readonly afterSleep?: boolean }): void;
  /** Interrupts the transfers of matching accounts. Not counted as an attempt. */
  interruptTransfers(ofAccount: (accountId: string) => boolean): void;
  /** Returns the error that prevents writing the journal, and so every upload; null if there is none. */
  problem(): Failure | null;
  /** Starts the queue without uploads in `excluded`. First searches the service for interrupted uploads. */
  start(excluded?: ReadonlySet<string>): Promise<void>;
  /** Aborts all runs and saves their uploads as interrupted. Resolves when no run is left. */
  stop(): Promise<void>;
  /** Resolves when the queue is not started, or all uploads are finished, paused or waiting for the user. */
  idle(): Promise<void>;
};

type InjectedServices = Pick<
  StepServices,
  'clock' | 'log' | 'apiFor' | 'inspect' | 'fingerprint' | 'contentCheck' | 'storeIcon' | 'installLink'
>;

export type UploadsOptions = InjectedServices & {
  readonly database: Database;
  /** Maximum number of concurrent transfers per account. */
  readonly parallel: () => number;
  readonly sendWarnings?: StepServices['sendWarnings'];
  /** Returns the state of messages that the service has just accepted. Defaults to `mailed`. */
  readonly mailAfterSend?: (accountId: string) => MailState;
  /** Maximum number of uploads in the history. Uploads in the list are never pruned. Defaults to 10,000. */
  readonly historyEntries?: () => number;
  readonly accountName?: (accountId: string) => string | null;
  /**
   * Returns why an account has to wait; null if it need not. A waiting account starts no upload, and a broken
   * connection is not counted as an attempt.
   */
  readonly waitReasonOf?: (accountId: string) => Failure | null;
  /** True if the account's service runs on this computer, so no gateway can delay an upload. */
  readonly isLocalService?: (accountId: string) => boolean;
  /** Defaults to a new instance, closed by `stop`. */
  readonly hashing?: Hashing;
  readonly random?: () => number;
  readonly retry?: RetryPolicy;
  readonly block?: BlockPolicy;
  readonly resume?: ResumePolicy;
  /** Defaults to null, which sends whole files. */
  readonly sentBuilds?: SentBuilds | null;
  readonly serviceOf?: (accountId: string) => string;
};

const defaults = {
  sendWarnings: async () => [],
  mailAfterSend: (): MailState => 'mailed',
  isLocalService: () => false,
  random: Math.random,
  retry: defaultRetryPolicy,
  resume: defaultResumePolicy,
  sentBuilds: null,
  serviceOf: (accountId: string): string => accountId,
};

export function createUploads(options: UploadsOptions): Uploads {
  const { clock, database, waitReasonOf = () => null } = options;
  const log = options.log.scope('uploads');
  const events = new Events<UploadEvents>(log);
  const health = watchJournal({
    journal: createJournal(database),
    clock,
    onChange: (problem) => events.emit('health', problem),
  });
  const { journal } = health;
  const blocks = createAccountBlocks({ clock, log, policy: options.block ?? defaultBlockPolicy });
  const uploadStore = createUploadStore({
    journal,
    clock,
    log,
    events,
    waitsFor: (accountId) => blocks.of(accountId)?.failure ?? waitReasonOf(accountId),
    onAbandoned: (record, url) => void discardUpload(record, url, options),
  });
  blocks.onChange((accountId) => {
    uploadStore.announceWaiting(accountId);
    events.emit('blocks', blocks.list());
  });
  const hashing = options.hashing ?? createHashing();
  const services: StepServices = {
    ...defaults,
    ...options,
    log,
    journal,
    uploadStore,
    hashing,
    waitsFor: waitReasonOf,
  };
  const scheduler = createScheduler({
    clock,
    log,
    journal,
    uploadStore,
    parallel: options.parallel,
    waitsFor: waitReasonOf,
    blocks,
    run: (id, signal, onMove) => runUpload(id, signal, onMove, { ...services, blocks }),
  });
  const entries = options.historyEntries ?? (() => defaultHistoryEntries);
  const keeper = createHistoryPruner({ journal, uploadStore, log, entries });
  uploadStore.load();
  database.onReplaced(uploadStore.resaveAll);
  return {
    events,
    ...createControls({ clock, journal, uploadStore }),
    ...createViews(options, { journal, uploadStore, services }),
    ...createPause({ journal, scheduler, events, log }),
    add: async (request) => {
      hashing.prepare();
      return uploadStore.view(await addUpload(request, { clock, journal, uploadStore }));
    },
    pruneHistory: keeper.prune,
    updateVersion: uploadStore.learn,
    blocks: blocks.list,
    unblock: blocks.release,
    wake: ({ afterSleep = false } = {}) => {
      uploadStore.announceWaiting(null);
      scheduler.wake();
      if (afterSleep) scheduler.probe();
    },
    interruptTransfers: scheduler.breakOff,
    problem: health.problem,
    start: async (excluded) => {
      scheduler.start(excluded);
      keeper.prune();
    },
    stop: async () => {
      await scheduler.stop();
      if (!options.hashing) await hashing.close();
      health.stop();
    },
    idle: scheduler.idle,
  };
}

async function discardUpload(
  { id, accountId }: UploadRecord,
  url: string,
  { apiFor, log, sentBuilds }: Pick<UploadsOptions, 'apiFor' | 'log' | 'sentBuilds'>,
): Promise<void> {
  try {
    if (sentBuilds) await rm(sentBuilds.recipePath(id), { force: true });
    await apiFor(accountId).discardUpload(url);
  } catch (error) {
    log.warn('Could not delete an interrupted upload', { id, error });
  }
}

function createPause(deps: {
  readonly journal: Journal;
  readonly scheduler: ReturnType<typeof createScheduler>;
  readonly events: Events<UploadEvents>;
  readonly log: Log;
}): Pick<Uploads, 'pause' | 'resume' | 'paused'> {
  const { journal, scheduler, events, log } = deps;
  const setPaused = (paused: boolean, finish = false): void => {
    if (journal.paused() === paused) return;
    journal.setPaused(paused);
    log.info(paused ? 'Paused' : 'Resumed');
    if (paused) scheduler.pauseAll({ finish });
    else scheduler.resumeAll();
    events.emit('paused', paused);
  };
  return {
    pause: ({ finish } = {}) => setPaused(true, finish),
    resume: () => setPaused(false),
    paused: journal.paused,
  };
}

function createViews(
  { database, accountName = () => null }: UploadsOptions,
  deps: {
    readonly journal: Journal;
    readonly uploadStore: UploadStore;
    readonly services: StepServices;
  },
): Pick<
  Uploads,
  'list' | 'get' | 'preview' | 'history' | 'exportHistory' | 'savings' | 'iconsInUse' | 'openPaths'
> {
  const { journal, uploadStore, services } = deps;
  const history = createHistory(database);
  return {
    list: uploadStore.views,
    get: (id) => {
      const record = uploadStore.find(id);
      return record && uploadStore.view(record);
    },
    preview: (request, signal) => previewUpload(request, signal, services),
    history: (query) => {
      const { records, cursor, total } = history.page(query);
      const unlisted = history.count() - uploadStore.views().length;
      return { uploads: records.map(uploadStore.view), cursor, total, unlisted };
    },
    exportHistory: (format, query) => writeHistory(format, history.pages(query, exportPageSize), accountName),
    savings: journal.savings,
    iconsInUse: journal.icons,
    openPaths: journal.openPaths,
  };
}
