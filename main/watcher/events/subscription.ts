import type { Log } from '../../base/log/log.ts';
import type { Selection } from '../files/names.ts';
import type { PollingReason } from '../watcher-types.ts';
import type { FileEventProblem, FileEvents, OpenFileEvents } from './file-event-types.ts';
import { type FolderIntervals, resubscribeBackOffMs } from './folder-intervals.ts';

export type SubscriptionOptions = {
  readonly path: string;
  readonly open: OpenFileEvents;
  readonly selection: Selection;
  readonly log: Log;
  readonly intervals: FolderIntervals;
  readonly random: () => number;
  readonly later: (name: string, ms: number, work: () => Promise<void>) => void;
  readonly on: {
    readonly file: (path: string) => void;
    readonly root: () => void;
    /** Called when file events are lost. The folder must then be polled. */
    readonly lost: (reason: PollingReason) => void;
    /** Called when file events work again. The whole folder must then be watched and scanned again. */
    readonly restored: () => Promise<void>;
  };
};

export class Subscription {
  readonly #options: SubscriptionOptions;
  #fileEvents: FileEvents | null = null;
  #polling: PollingReason | null = null;
  #pauseMs: number = resubscribeBackOffMs.first;
  #realRoot = '';

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  /** Null while file events work. */
  get polling(): PollingReason | null {
    return this.#polling;
  }

  /** Restarts the file events, unless there is a reason to poll. `realRoot` has all links resolved. */
  begin(realRoot: string, polling: PollingReason | null): void {
    this.close();
    this.#realRoot = realRoot;
    this.#polling = polling;
    if (polling !== null) return;
    const { path, selection, on } = this.#options;
    // Ignores late events of a closed source.
    const current = (): boolean => this.#fileEvents === fileEvents;
    const fileEvents = this.#options.open({
      root: path,
      realRoot,
      selection,
      listener: {
        file: (file) => current() && on.file(file),
        root: () => current() && on.root(),
        error: (error, trouble) => current() && this.#failed(error, trouble),
      },
    });
    this.#fileEvents = fileEvents;
  }

  enter(folder: string): void {
    this.#fileEvents?.enter(folder);
  }

  close(): void {
    const fileEvents = this.#fileEvents;
    this.#fileEvents = null;
    fileEvents?.close();
  }

  #failed(error: unknown, trouble: FileEventProblem): void {
    const { path, log, later, intervals, random } = this.#options;
    if (trouble === 'subfolder') {
      log.warn('Could not watch a subfolder; full scans read it', { path, error });
      return;
    }
    this.close();
    if (trouble === 'exhausted') {
      log.warn(
        'Could not add file watches, so the folder is polled. On Linux, an administrator can raise fs.inotify.max_user_watches, for example to 524288, and fs.inotify.max_user_instances with sysctl',
        { path, error },
      );
      later('subscribe', intervals.rescanMs * (0.75 + random() / 2), () => this.#tryAgain());
    } else {
      log.warn('File events of a watched folder failed', { path, error });
      later('subscribe', this.#pauseMs, () => this.#tryAgain());
      this.#pauseMs = Math.min(resubscribeBackOffMs.max, this.#pauseMs * 2);
    }
    this.#polling = trouble === 'exhausted' ? 'no-watches-left' : 'events-unreliable';
    this.#options.on.lost(this.#polling);
  }

  async #tryAgain(): Promise<void> {
    this.begin(this.#realRoot, null);
    await this.#options.on.restored();
  }
}
