import { resolve } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { TrackedFiles } from '../completeness/tracked-files.ts';
import { folderError, watcherErrors } from '../errors.ts';
import type { OpenFileEvents } from '../events/file-event-types.ts';
import { type FolderIntervals, pauseFactor, sleepThresholdMs } from '../events/folder-intervals.ts';
import { Subscription } from '../events/subscription.ts';
import { withDriveRoot } from '../files/file-traits.ts';
import {
  type FolderRoot,
  findRoot,
  findTraits,
  isSameRoot,
  type OpenFolder,
  type RootTraits,
} from '../files/folder-root.ts';
import { everyBuild } from '../files/names.ts';
import { type ScanOptions, scanFolder } from '../files/scan.ts';
import { createPruner } from '../seen/prune-seen.ts';
import type { SeenFiles } from '../seen/seen-files.ts';
import type { FolderState, PollingReason, WatchedFolder } from '../watcher-types.ts';
import { buildsToMarkAsSeen } from './existing-builds.ts';
import { type FolderEvent, reduceFolderState, sameFolderState } from './folder-state.ts';
import { SerialQueue } from './serial-queue.ts';

export type FolderOptions = {
  readonly rule: WatchedFolder;
  readonly files: (open: () => OpenFolder | null) => TrackedFiles;
  readonly seen: SeenFiles;
  readonly clock: Clock;
  readonly log: Log;
  readonly intervals: FolderIntervals;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly fileEvents: OpenFileEvents;
  readonly platform: NodeJS.Platform;
  readonly announce: (state: FolderState) => void;
};

/** One watched folder: file events, scans and health checks. Only one scan or health check runs at a time. */
export class Folder {
  readonly files: TrackedFiles;
  readonly #options: FolderOptions;
  readonly #path: string;
  readonly #work: SerialQueue;
  readonly #subscription: Subscription;
  readonly #unreadable = new Set<string>();
  readonly #forgetGone: ReturnType<typeof createPruner>;
  #state: FolderState = { kind: 'starting' };
  #open: OpenFolder | null = null;
  #wasMount = false;
  #lastHealthCheck: number;

  constructor(options: FolderOptions) {
    const { rule, clock, log, intervals, random } = options;
    this.#options = options;
    this.#path = resolve(withDriveRoot(rule.path, options.platform));
    this.#work = new SerialQueue(clock, (error) => void this.#markUnreachable(error));
    this.#lastHealthCheck = clock.now();
    this.files = options.files(() => this.#open);
    this.#forgetGone = createPruner({ ...options, folderId: rule.id });
    this.#subscription = new Subscription({
      path: this.#path,
      open: options.fileEvents,
      selection: rule.selection ?? everyBuild,
      log,
      intervals,
      random,
      later: (name, ms, work) => this.#work.runAfter(name, ms, work),
      on: {
        file: (path) => void this.files.probe(path),
        root: () => this.#work.runAfter('root', 0, () => this.#checkHealth({ reopen: true })),
        lost: (reason) => this.#startPolling(reason),
        restored: () => this.#scan(),
      },
    });
  }

  get state(): FolderState {
    return this.#state;
  }

  /** Resolves after the first scan. Rejects with a `watcher/…` error, but retries until `stop`. */
  async start(): Promise<void> {
    this.#work.signal.throwIfAborted();
    this.#options.announce(this.#state);
    try {
      await this.#work.run(() => this.#begin());
    } finally {
      this.#scheduleHealthCheck();
    }
  }

  /** Scans the folder now, because changes may have been missed. */
  wake(): void {
    this.#work.runAfter('wake', 0, () => this.#checkHealth({ scan: true }));
  }

  async stop(): Promise<void> {
    await this.#work.stop(watcherErrors.stopped({}));
    this.#subscription.close();
    await this.files.stop();
    this.#open = null;
    this.#change({ kind: 'stopped' });
  }

  async #begin(): Promise<void> {
    const { rule, seen, clock, platform, log } = this.#options;
    try {
      const root = await this.#findRoot();
      const traits = await findTraits(root, platform, log);
      this.#change({ kind: 'opened' });
      if (!seen.isWatched(rule.id, rule.path)) {
        const files = rule.existingBuilds === 'all' ? [] : (await scanFolder(this.#scanOptions())).files;
        const passedOver = await buildsToMarkAsSeen(files, rule, root.realPath);
        seen.begin(rule.id, rule.path, this.files.withKeys(passedOver, traits), clock.now());
      }
      this.#open = { root, traits };
      this.#wasMount = root.isMount;
      this.#subscription.begin(root.realPath, pollingOf(rule, traits));
      await this.#scan();
      // Runs early, because builds that were marked as handled without being read still need a fingerprint.
      this.#work.runAfter('verify', this.#options.intervals.healthCheckMs, () => this.#verifyHandled());
    } catch (error) {
      throw await this.#markUnreachable(error);
    }
  }

  /** After an unmount, the empty folder at the mount point must not be watched. */
  async #findRoot(): Promise<FolderRoot> {
    const root = await findRoot(this.#path);
    if (this.#wasMount && !root.isMount) throw watcherErrors.unmounted({ path: this.#path });
    return root;
  }

  #scanOptions(): ScanOptions {
    const selection = this.#options.rule.selection ?? everyBuild;
    return { root: this.#path, selection, signal: this.#work.signal };
  }

  async #scan(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const { clock, intervals, random } = this.#options;
    const began = clock.monotonic();
    const enter = (folder: string): void => this.#subscription.enter(folder);
    const found = await scanFolder({ ...this.#scanOptions(), enter });
    for (const entry of found.unreadable) this.#warnOnce(entry.path, entry.error);
    await this.files.probeAll(found.files);
    const polling = this.#subscription.polling;
    this.#change({ kind: 'scanned', polling });
    const pollMs = Math.max(intervals.pollMs, pauseFactor * (clock.monotonic() - began));
    const pauseMs = polling === null ? intervals.rescanMs : pollMs;
    this.#work.runAfter('rescan', pauseMs * (0.75 + random() / 2), () => this.#scan());
  }

  /** Compares the content of every handled build, repeatedly, but for at most 5 % of the elapsed time. */
  async #verifyHandled(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const { clock, intervals } = this.#options;
    const began = clock.monotonic();
    const found = await scanFolder(this.#scanOptions());
    await this.files.probeAll(found.files, true);
    await this.#forgetGone(found, open).catch((error: unknown) => {
      this.#options.log.warn('Could not prune records of removed builds', { path: this.#path, error });
    });
    const pauseMs = Math.max(intervals.verifyMs, pauseFactor * (clock.monotonic() - began));
    this.#work.runAfter('verify', pauseMs, () => this.#verifyHandled());
  }

  /** Logs an unreadable folder once, not at every scan. */
  #warnOnce(path: string, error: unknown): void {
    if (this.#unreadable.has(path)) return;
    this.#unreadable.add(path);
    this.#options.log.warn('Could not read a folder', { path, error });
  }

  #startPolling(reason: PollingReason): void {
    this.#change({ kind: 'file-events-failed', polling: reason });
    this.#work.runAfter('rescan', 0, () => this.#scan());
  }

  /** Reopens a folder that was replaced or is reachable again. Scans the folder if the computer slept. */
  async #checkHealth(asked: { readonly scan?: boolean; readonly reopen?: boolean } = {}): Promise<void> {
    const { clock, intervals } = this.#options;
    const gapMs = clock.now() - this.#lastHealthCheck - intervals.healthCheckMs;
    this.#lastHealthCheck = clock.now();
    try {
      const found = await this.#findRoot();
      const open = this.#open;
      const same = open !== null && isSameRoot(open.root, found, open.traits);
      if (!same || asked.reopen === true) await this.#reopen(same);
      else if (asked.scan === true || gapMs > sleepThresholdMs) await this.#scan();
    } catch (error) {
      await this.#markUnreachable(error);
    }
    this.#scheduleHealthCheck();
  }

  async #reopen(same: boolean): Promise<void> {
    if (!same) {
      this.#options.log.info('Folder available again', { path: this.#path });
      this.#change({ kind: 'found' });
    }
    this.#subscription.close();
    await this.#begin();
  }

  #scheduleHealthCheck(): void {
    const { healthCheckMs } = this.#options.intervals;
    this.#work.runAfter(
      'health-check',
      this.#state.kind === 'unreachable' ? healthCheckMs / 5 : healthCheckMs,
      () => this.#checkHealth(),
    );
  }

  /** Marks the folder as unreachable and returns the coded error. Returns `error` while stopping. */
  async #markUnreachable(error: unknown): Promise<unknown> {
    if (this.#work.signal.aborted) return error;
    const coded = folderError(error, this.#path);
    this.#open = null;
    for (const name of ['rescan', 'verify', 'subscribe']) this.#work.cancel(name);
    this.#subscription.close();
    this.files.clear();
    this.#change({ kind: 'lost', failure: toFailure(coded) });
    return coded;
  }

  /** The only place that changes the state of the folder. */
  #change(event: FolderEvent): void {
    const before = this.#state;
    this.#state = reduceFolderState(before, event);
    if (sameFolderState(before, this.#state)) return;
    this.#options.log.info(`${before.kind} → ${this.#state.kind}`, { path: this.#path });
    this.#options.announce(this.#state);
  }
}

function pollingOf(rule: WatchedFolder, traits: RootTraits): PollingReason | null {
  if (rule.polling === 'always') return 'chosen';
  return traits.isNetworkShare && rule.polling !== 'never' ? 'network-share' : null;
}
