import type { LimitFunction } from 'p-limit';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import { type FileTraits, pathKey, plainTraits } from '../files/file-traits.ts';
import type { OpenFolder } from '../files/folder-root.ts';
import { probe, probeOfError, type Stamp } from '../files/probe.ts';
import { createHandledBuilds, type FingerprintOf, type HandledBuilds } from '../seen/handled-build.ts';
import type { HandledFile, SeenFiles } from '../seen/seen-files.ts';
import type { FinishedFile, WaitingFile } from '../watcher-types.ts';
import {
  type CompletenessRule,
  type FileEvent,
  hasChanged,
  nextProbeIn,
  reduceFileState,
  sameBuild,
  type VerificationDepth,
} from './completeness.ts';
import type { OpenFiles } from './open-files.ts';
import { type Entry, newEntry } from './tracked-entry.ts';
import { verifyBuild } from './verify-build.ts';
import { isStuck, waitingReason } from './waiting-reasons.ts';

export type TrackedFilesOptions = {
  readonly folderId: string;
  /** Null while the folder is unreachable. */
  readonly open: () => OpenFolder | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly seen: SeenFiles;
  readonly limit: LimitFunction;
  readonly openFiles: OpenFiles;
  readonly rule: CompletenessRule;
  readonly fingerprintOf: FingerprintOf;
  readonly announce: {
    readonly finished: (file: FinishedFile) => void;
    readonly waiting: (file: WaitingFile) => void;
    readonly gone: (path: string) => void;
  };
};

const maxConcurrentProbes = 16;

/** Files of one folder that are not handled yet. Each is probed until it is handled or gone. */
export class TrackedFiles {
  readonly #options: TrackedFilesOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #runningProbes = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #handled: HandledBuilds;

  constructor(options: TrackedFilesOptions) {
    this.#options = options;
    this.#handled = createHandledBuilds(options.seen, options.folderId, options.fingerprintOf);
  }

  /** Probes a path now; never rejects. `closely` also compares the content of a handled build. */
  async probe(path: string, closely = false): Promise<void> {
    const open = this.#options.open();
    if (!open) return;
    const key = pathKey(path, open.traits);
    const known = this.#entries.get(key);
    // A stabilising file is probed by a timer, so its many events are ignored.
    if (known?.state.kind === 'stabilising') return;
    const entry = known ?? newEntry(key, path, this.#options.clock.now());
    this.#entries.set(key, entry);
    entry.compareContent ||= closely;
    await this.#startProbe(entry);
  }

  /** Limits concurrency, because a folder may contain a hundred thousand builds. */
  async probeAll(paths: readonly string[], closely = false): Promise<void> {
    const left = paths.values();
    const work = async (): Promise<void> => {
      for (const path of left) await this.probe(path, closely);
    };
    await Promise.all(Array.from({ length: maxConcurrentProbes }, work));
    this.#handled.keep();
  }

  waiting(): readonly WaitingFile[] {
    return [...this.#entries.values()].flatMap((entry) => entry.reported ?? []);
  }

  /** Stops announcing this exact build, also after a restart. */
  acknowledge(file: HandledFile & { readonly fingerprint?: string | null }, settled: boolean): void {
    const { seen, folderId, clock } = this.#options;
    const key = this.keyOf(file.path);
    const entry = this.#entries.get(key);
    const fingerprint = file.fingerprint ?? null;
    const stamp = entry?.state.kind === 'finished' ? entry.state.stamp : null;
    const isThis = stamp !== null && sameBuild(stamp, file) && entry?.fingerprint === fingerprint;
    const { changedMs, identity } = isThis ? stamp : { changedMs: null, identity: null };
    const { size, mtimeMs } = file;
    const known = { path: key, givenPath: file.path, size, mtimeMs, fingerprint, changedMs, identity };
    seen.remember(folderId, known, clock.now(), settled);
    if (!isThis || !entry) return;
    entry.announced = false;
    this.#drop(entry);
    // The file may have changed since its announcement, and the dropped entry is no longer probed.
    void this.probe(entry.path);
  }

  keyOf(path: string): string {
    return pathKey(path, this.#options.open()?.traits ?? plainTraits);
  }

  withKeys(files: readonly HandledFile[], traits: FileTraits): readonly HandledFile[] {
    return files.map((file) => ({ ...file, path: pathKey(file.path, traits) }));
  }

  /** Drops all files without marking them as handled. */
  clear(): void {
    for (const entry of [...this.#entries.values()]) this.#drop(entry);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.clear();
    await Promise.all(this.#runningProbes);
  }

  #startProbe(entry: Entry): Promise<void> {
    if (entry.probing !== null) {
      entry.probeAgain = true;
      return entry.probing;
    }
    entry.cancelProbe();
    const looking = this.#options
      .limit(async () => {
        do {
          entry.probeAgain = false;
          await this.#probe(entry);
        } while (entry.probeAgain && this.#isTracked(entry));
      })
      .catch((error: unknown) =>
        this.#options.log.error('Could not probe a file', { path: entry.path, error }),
      )
      .finally(() => {
        entry.probing = null;
        this.#runningProbes.delete(looking);
        this.#schedule(entry);
      });
    entry.probing = looking;
    this.#runningProbes.add(looking);
    return looking;
  }

  #schedule(entry: Entry): void {
    if (!this.#isTracked(entry)) return;
    const delay = nextProbeIn(entry.state, this.#options.rule);
    if (delay === null) return;
    entry.cancelProbe = this.#options.clock.after(delay, () => void this.#startProbe(entry));
  }

  async #probe(entry: Entry): Promise<void> {
    const { clock, seen, folderId } = this.#options;
    const open = this.#options.open();
    if (open === null) this.#drop(entry);
    if (open === null || !this.#isTracked(entry)) return;
    const fileProbe = await probe(entry.path, open.root.realPath, open.traits);
    if (!this.#isTracked(entry)) return;
    const at = clock.monotonic();
    if (fileProbe.kind === 'missing') return this.#apply(entry, { kind: 'missing' });
    if (fileProbe.kind === 'blocked') return this.#apply(entry, { ...fileProbe, at });
    const { stamp } = fileProbe;
    const file = { path: entry.key, size: stamp.size, mtimeMs: stamp.mtimeMs };
    if (await this.#handled.isHandled(entry, stamp, entry.compareContent)) return this.#drop(entry);
    if (!this.#isTracked(entry)) return;
    const contentDiffers = await this.#isOther(entry, stamp);
    if (!this.#isTracked(entry)) return;
    this.#apply(entry, {
      kind: 'probed',
      at,
      stamp,
      overwritesHandled: seen.hadSize(folderId, file),
      contentDiffers,
    });
    if (entry.state.kind === 'verifying') await this.#verify(entry, open, entry.state);
  }

  /** Returns true if another build replaced the announced build, even with the same size and mtime. */
  async #isOther({ state, path, fingerprint }: Entry, stamp: Stamp): Promise<boolean> {
    if (state.kind !== 'finished' || fingerprint === null || !hasChanged(state.stamp, stamp)) return false;
    return (await this.#options.fingerprintOf(path).catch(() => null)) !== fingerprint;
  }

  /** Reads the file, then probes it again: a file that changed in between was not finished. */
  async #verify(
    entry: Entry,
    open: OpenFolder,
    how: { readonly depth: VerificationDepth; readonly unchangedSince: number },
  ): Promise<void> {
    const { clock, rule } = this.#options;
    const unmovedMs = clock.monotonic() - how.unchangedSince;
    const verdict = await verifyBuild(
      entry.path,
      { depth: how.depth, unmovedMs, stableForMs: rule.stableForMs },
      { traits: open.traits, openFiles: this.#options.openFiles, signal: this.#stopping.signal },
    ).catch((error: unknown) => probeOfError(error, open.traits.platform));
    const isWhole = 'complete' in verdict && verdict.complete;
    entry.fingerprint = isWhole ? await this.#options.fingerprintOf(entry.path).catch(() => null) : null;
    if (!this.#isTracked(entry)) return;
    const after = 'complete' in verdict ? await probe(entry.path, open.root.realPath, open.traits) : verdict;
    if (!this.#isTracked(entry)) return;
    const at = clock.monotonic();
    if (after.kind === 'missing') return this.#apply(entry, { kind: 'missing' });
    if (after.kind === 'blocked') return this.#apply(entry, { ...after, at });
    if ('complete' in verdict) this.#apply(entry, { kind: 'verified', at, stamp: after.stamp, verdict });
  }

  /** The only place that changes the state of a file. */
  #apply(entry: Entry, event: FileEvent): void {
    const { log, rule } = this.#options;
    const before = entry.state;
    const state = reduceFileState(before, event, rule);
    entry.state = state;
    if (state.kind !== before.kind) log.debug(`${before.kind} → ${state.kind}`, { path: entry.path });
    if (state.kind === 'gone') this.#drop(entry);
    else if (state.kind !== 'finished') this.#report(entry);
    else {
      const announced = before.kind === 'finished' ? before.announcements : 0;
      if (state.announcements > announced) this.#announceFinished(entry, state.stamp, announced > 0);
    }
  }

  #report(entry: Entry): void {
    const { clock, folderId, announce } = this.#options;
    const at = clock.monotonic();
    const reason = waitingReason(entry.state, at);
    if (reason === null) return;
    const stuck = isStuck(entry.state, at);
    const size = 'stamp' in entry.state ? entry.state.stamp.size : (entry.reported?.size ?? 0);
    const { reported } = entry;
    if (reported?.reason === reason && reported.size === size && reported.isStuck === stuck) return;
    entry.reported = { folderId, path: entry.path, size, reason, isStuck: stuck, since: entry.appearedAt };
    announce.waiting(entry.reported);
  }

  #announceFinished(entry: Entry, stamp: Stamp, again: boolean): void {
    const { log, folderId, clock, announce } = this.#options;
    entry.reported = null;
    entry.announced = true;
    log.info(again ? 'A finished build is announced again' : 'A build is finished', { path: entry.path });
    announce.finished({
      folderId,
      path: entry.path,
      size: stamp.size,
      mtimeMs: stamp.mtimeMs,
      fingerprint: entry.fingerprint,
      appearedAt: entry.appearedAt,
      finishedAt: clock.now(),
    });
  }

  #drop(entry: Entry): void {
    entry.cancelProbe();
    if (!this.#isTracked(entry)) return;
    this.#entries.delete(entry.key);
    if (entry.reported || entry.announced) this.#options.announce.gone(entry.path);
  }

  #isTracked(entry: Entry): boolean {
    return this.#entries.get(entry.key) === entry;
  }
}
