import { join, relative, sep } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { toFailure } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { buildsToPassOver } from './earlier-builds.ts';
import { folderError, watcherErrors } from './errors.ts';
import { type FolderRhythm, hintPausesMs, newFolderPauseMs, sleepNoticedMs } from './folder-rhythm.ts';
import { type FolderRoot, findRoot } from './folder-root.ts';
import { type FolderEvent, nextFolderState } from './folder-state.ts';
import { type Hints, type HintTrouble, openHints } from './hints.ts';
import { scanFolder } from './scan.ts';
import type { SeenFiles } from './seen-files.ts';
import { everyBuild } from './selection.ts';
import { Sequence } from './sequence.ts';
import type { TrackedFiles } from './tracked-files.ts';
import type { FolderState, WatchedFolder } from './watcher-types.ts';

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

/**
 * One watched folder: hints from the system, scans that find what hints missed, and whether it can be reached. Opening,
 * scanning and closing happen one after the other; they would otherwise meet half-way.
 */
export class Folder {
  readonly files: TrackedFiles;
  readonly #options: FolderOptions;
  readonly #work: Sequence;
  readonly #newFolders = new Set<string>();
  readonly #unreadable = new Set<string>();
  #state: FolderState = { kind: 'starting' };
  #root: FolderRoot | null = null;
  #hints: Hints | null = null;
  #hintPauseMs: number = hintPausesMs.first;
  #lastBeat: number;

  constructor(options: FolderOptions) {
    this.#options = options;
    this.#work = new Sequence(options.clock, (error) => void this.#lose(error));
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
    this.#work.signal.throwIfAborted();
    this.#options.announce(this.#state);
    try {
      await this.#work.run(() => this.#open());
    } finally {
      this.#scheduleBeat();
    }
  }

  /** Resolves when nothing of this folder is under way any more. */
  async stop(): Promise<void> {
    await this.#work.stop(watcherErrors.stopped({}));
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
        const { files: all } = await scanFolder(rule.path, this.#work.signal);
        const files = all.filter((file) => this.#isWanted(file));
        const passedOver = await buildsToPassOver(files, rule, root.realPath);
        seen.begin(rule.id, rule.path, passedOver, clock.now());
      }
      this.#root = root;
      this.#hintPauseMs = hintPausesMs.first;
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
    this.#work.later('rescan', pauseMs * (0.75 + random() / 2), () => this.#scan());
  }

  async #scanBelow(path: string): Promise<void> {
    const { files, unreadable } = await scanFolder(this.path, this.#work.signal, path);
    for (const place of unreadable) this.#warnOnce(place.path, place.error);
    const wanted = files.filter((file) => this.#isWanted(file));
    await Promise.all(wanted.map((file) => this.files.consider(file)));
  }

  #isWanted(path: string): boolean {
    return (this.#options.rule.selection ?? everyBuild).wantsFile(relative(this.path, path));
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
      await this.#scanBelow(folder);
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
        file: (path) => {
          const given = toGiven(path);
          if (this.#isWanted(given)) void this.files.consider(given);
        },
        folder: (path) => {
          this.#newFolders.add(toGiven(path));
          this.#work.later('new-folders', newFolderPauseMs, () => this.#scanNewFolders());
        },
        root: () => this.#work.later('beat', 0, () => this.#beat()),
        error: (error, kind) => {
          if (!exhausted) this.#hintsFailed(error, kind);
          exhausted ||= kind === 'exhausted';
        },
      },
      this.#work.signal,
    );
    if (exhausted) await hints.close();
    else this.#hints = hints;
  }

  #hintsFailed(error: unknown, kind: HintTrouble): void {
    const { log } = this.#options;
    if (kind === 'exhausted') {
      log.warn(
        'The system has no more watches to give (on Linux: fs.inotify.max_user_watches); the folder is read again and again instead',
        { path: this.path, error },
      );
      this.#work.later('restart', 0, () => this.#pollFromNow());
      return;
    }
    log.warn('The system reports trouble with a watched folder', { path: this.path, error });
    if (kind === 'one-place') return;
    this.#work.later('restart', this.#hintPauseMs, () => this.#restartHints());
    this.#hintPauseMs = Math.min(hintPausesMs.longest, this.#hintPauseMs * 2);
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
    await hints?.close().catch((error: unknown) => {
      this.#options.log.warn('Listening to a folder did not end cleanly', { path: this.path, error });
    });
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
    this.#work.later('beat', this.#state.kind === 'unreachable' ? beatMs / 5 : beatMs, () => this.#beat());
  }

  /** Gives the coded error; a folder that is being stopped is not lost. */
  async #lose(error: unknown): Promise<unknown> {
    if (this.#work.signal.aborted) return error;
    const coded = folderError(error, this.path);
    this.#root = null;
    this.#work.cancel('rescan');
    await this.#closeHints();
    this.files.clear();
    this.#change({ kind: 'lost', failure: toFailure(coded) });
    return coded;
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
