import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { systemCode, toFailure } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { buildsToPassOver } from './earlier-builds.ts';
import { folderError, watcherErrors } from './errors.ts';
import { type FolderRoot, findRoot } from './folder-root.ts';
import { type FolderEvent, nextFolderState } from './folder-state.ts';
import { type Hints, openHints } from './hints.ts';
import { scanFolder } from './scan.ts';
import type { SeenFiles } from './seen-files.ts';
import type { TrackedFiles } from './tracked-files.ts';
import type { FolderState, WatchedFolder } from './watcher-types.ts';

export type FolderRhythm = {
  /** How often the folder itself is looked at: is it there, is it the same, did the computer sleep? */
  readonly beatMs: number;
  /** A full scan this often, times a random factor from 0.75 to 1.25. */
  readonly rescanMs: number;
  /** Without hints, a full scan this often; never more than a twentieth of the time is spent on it. */
  readonly pollMs: number;
};

export const defaultFolderRhythm: FolderRhythm = { beatMs: 5_000, rescanMs: 60 * 60_000, pollMs: 2_000 };

export type FolderOptions = {
  readonly rule: WatchedFolder;
  readonly files: (root: () => string | null) => TrackedFiles;
  readonly seen: SeenFiles;
  readonly clock: Clock;
  readonly log: Log;
  readonly rhythm: FolderRhythm;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly announce: (state: FolderState) => void;
};

const longestHintPauseMs = 60_000;
const newFolderPauseMs = 250;
const sleepNoticedMs = 30_000;

/** One watched folder: hints from the system, scans that find what hints missed, and whether it can be reached. */
export class Folder {
  readonly files: TrackedFiles;
  readonly #options: FolderOptions;
  readonly #stopping = new AbortController();
  readonly #timers = new Map<string, () => void>();
  readonly #newFolders = new Set<string>();
  readonly #unreadable = new Set<string>();
  #state: FolderState = { kind: 'starting' };
  #root: FolderRoot | null = null;
  #hints: Hints | null = null;
  #hintPauseMs = 1_000;
  #lastBeat: number;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: FolderOptions) {
    this.#options = options;
    this.#lastBeat = options.clock.now();
    this.files = options.files(() => this.#root?.realPath ?? null);
  }

  get path(): string {
    return this.#options.rule.path;
  }

  get state(): FolderState {
    return this.#state;
  }

  /**
   * Resolves when the first scan is done. Rejects with a `watcher/…` error when the folder cannot be watched now; it is
   * then looked for until `stop`, and watched as soon as it is there.
   */
  async start(): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    this.#options.announce(this.#state);
    try {
      await this.#inOrder(() => this.#open());
    } finally {
      this.#scheduleBeat();
    }
  }

  /** Resolves when nothing of this folder is under way any more. */
  async stop(): Promise<void> {
    this.#stopping.abort(watcherErrors.stopped({}));
    for (const cancel of this.#timers.values()) cancel();
    await this.#queue;
    await this.#closeHints();
    await this.files.stop();
    this.#root = null;
    this.#change({ kind: 'stopped' });
  }

  async #open(): Promise<void> {
    const { rule, seen, clock } = this.#options;
    try {
      const root = await findRoot(rule.path);
      this.#change({ kind: 'opened' });
      if (!seen.isKnown(rule.id, rule.path)) {
        const { files } = await scanFolder(rule.path, this.#stopping.signal);
        const passedOver = await buildsToPassOver(files, rule.earlierBuilds, root.realPath);
        seen.begin(rule.id, rule.path, passedOver, clock.now());
      }
      this.#root = root;
      await this.#openHints();
      await this.#scan();
    } catch (error) {
      throw await this.#lose(error);
    }
  }

  /** Reads the folder and looks at every build in it. */
  async #scan(): Promise<void> {
    if (!this.#root) return;
    const { clock, rhythm, random } = this.#options;
    const began = clock.monotonic();
    await this.#scanBelow(this.path);
    this.#change({ kind: 'scanned', hints: this.#hints !== null });
    const pollMs = Math.max(rhythm.pollMs, 20 * (clock.monotonic() - began));
    const pauseMs = this.#hints ? rhythm.rescanMs : pollMs;
    this.#later('rescan', pauseMs * (0.75 + random() / 2), () => this.#scan());
  }

  async #scanBelow(path: string): Promise<void> {
    const { files, unreadable } = await scanFolder(path, this.#stopping.signal);
    for (const place of unreadable) this.#warnOnce(place.path, place.error);
    await Promise.all(files.map((file) => this.files.consider(file)));
  }

  /** Every scan meets the same closed folder; the log should not. */
  #warnOnce(path: string, error: unknown): void {
    if (this.#unreadable.has(path)) return;
    this.#unreadable.add(path);
    this.#options.log.warn('A folder cannot be read', { path, error });
  }

  /** Folders that appeared are read once more: files in them may be older than the system's interest in them. */
  async #scanNewFolders(): Promise<void> {
    const folders = [...this.#newFolders];
    this.#newFolders.clear();
    for (const folder of folders) {
      if (folders.some((other) => folder.startsWith(other + sep))) continue;
      if (await isFolder(folder)) await this.#scanBelow(folder);
    }
  }

  async #openHints(): Promise<void> {
    await this.#closeHints();
    const root = this.#root;
    if (!root || this.#options.rule.polling) return;
    let exhausted = false;
    const toGiven = (path: string): string => join(this.path, relative(root.realPath, path));
    const hints = await openHints(
      root.realPath,
      {
        file: (path) => void this.files.consider(toGiven(path)),
        folder: (path) => {
          this.#newFolders.add(toGiven(path));
          this.#later('new-folders', newFolderPauseMs, () => this.#scanNewFolders());
        },
        root: () => this.#later('beat', 0, () => this.#beat()),
        error: (error, noMore) => {
          if (!exhausted) this.#hintsFailed(error, noMore);
          exhausted ||= noMore;
        },
      },
      this.#stopping.signal,
    );
    if (exhausted) await hints.close();
    else this.#hints = hints;
  }

  #hintsFailed(error: unknown, exhausted: boolean): void {
    const { log } = this.#options;
    if (exhausted) {
      log.warn(
        'The system has no more watches to give (on Linux: fs.inotify.max_user_watches); the folder is read again and again instead',
        { path: this.path, error },
      );
      this.#later('restart', 0, () => this.#pollFromNow());
      return;
    }
    log.warn('The system reports trouble with a watched folder', { path: this.path, error });
    if (isAboutOnePlace(error)) return;
    this.#later('restart', this.#hintPauseMs, () => this.#restartHints());
    this.#hintPauseMs = Math.min(longestHintPauseMs, this.#hintPauseMs * 2);
  }

  async #pollFromNow(): Promise<void> {
    await this.#closeHints();
    this.#change({ kind: 'hints-failed' });
    await this.#scan();
  }

  async #restartHints(): Promise<void> {
    await this.#openHints();
    await this.#scan();
  }

  async #closeHints(): Promise<void> {
    const hints = this.#hints;
    this.#hints = null;
    await hints?.close();
  }

  /** Is the folder there, is it the same, and did time pass that nobody saw? */
  async #beat(): Promise<void> {
    const { clock, rhythm } = this.#options;
    const unseenMs = clock.now() - this.#lastBeat - rhythm.beatMs;
    this.#lastBeat = clock.now();
    try {
      const found = await findRoot(this.path);
      if (found.identity !== this.#root?.identity) await this.#reopen();
      else if (unseenMs > sleepNoticedMs) await this.#scan();
    } catch (error) {
      await this.#lose(error);
    }
    this.#scheduleBeat();
  }

  async #reopen(): Promise<void> {
    this.#options.log.info('A folder is there again', { path: this.path });
    this.#change({ kind: 'found' });
    await this.#closeHints();
    await this.#open();
  }

  #scheduleBeat(): void {
    const { beatMs } = this.#options.rhythm;
    this.#later('beat', this.#state.kind === 'unreachable' ? beatMs / 5 : beatMs, () => this.#beat());
  }

  /** Gives the coded error; a folder that is being stopped is not lost. */
  async #lose(error: unknown): Promise<unknown> {
    if (this.#stopping.signal.aborted) return error;
    const coded = folderError(error, this.path);
    this.#root = null;
    this.#timers.get('rescan')?.();
    await this.#closeHints();
    this.files.clear();
    this.#change({ kind: 'lost', failure: toFailure(coded) });
    return coded;
  }

  #later(name: string, ms: number, work: () => Promise<void>): void {
    this.#timers.get(name)?.();
    if (this.#stopping.signal.aborted) return;
    const run = (): void => {
      this.#inOrder(work).catch((error: unknown) => this.#lose(error));
    };
    this.#timers.set(name, this.#options.clock.after(ms, run));
  }

  /** One thing at a time: opening, scanning and closing would otherwise meet half-way. */
  #inOrder(work: () => Promise<void>): Promise<void> {
    const result = this.#queue.then(() => {
      this.#stopping.signal.throwIfAborted();
      return work();
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** The only place where the folder changes its state. */
  #change(event: FolderEvent): void {
    const before = this.#state;
    this.#state = nextFolderState(before, event);
    if (sameState(before, this.#state)) return;
    this.#options.log.info(`${before.kind} → ${this.#state.kind}`, { path: this.path });
    this.#options.announce(this.#state);
  }
}

function sameState(a: FolderState, b: FolderState): boolean {
  if (a.kind !== 'unreachable' || b.kind !== 'unreachable') return a.kind === b.kind;
  return a.failure.code === b.failure.code;
}

/** Trouble with one place below a folder does not end the hints for the others. */
function isAboutOnePlace(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCode(error) ?? '');
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true;
}
