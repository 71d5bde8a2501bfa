import type { Failure } from '../base/failure.ts';
import type { Message } from '../messages/message.ts';
import type { Selection } from './files/names.ts';

export type WatchedFolder = {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Existing builds to announce when the folder is watched for the first time. */
  readonly existingBuilds: 'none' | 'newest' | 'all';
  /** `auto` polls network shares, `never` does not; both poll if file events fail. Defaults to `auto`. */
  readonly polling?: 'auto' | 'always' | 'never';
  /** Time without a change before a file counts as finished. Defaults to the setting of the watcher. */
  readonly stableForMs?: number;
  /** Defaults to every build. */
  readonly selection?: Selection;
  /** Time at which the wait for a missing folder began, ms since 1970 UTC. Builds written since then are new. */
  readonly awaitedSince?: number | null;
  /** Returns the app and the build number; null if unreadable. Defaults to one app per kind. */
  readonly groupOf?: (path: string) => Promise<BuildGroup | null>;
};

/**
 * `build`: version code, which orders builds with the same mtime. Builds with the same `release` are
 * announced together.
 */
export type BuildGroup = { readonly app: string; readonly build: string | null; readonly release?: string };

export type PollingReason = 'chosen' | 'network-share' | 'no-watches-left' | 'events-unreliable';

export type FinishedFile = {
  readonly folderId: string;
  /** Absolute path, which starts with the folder's configured path. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Distinguishes builds of the same size and time; null if unknown. */
  readonly fingerprint: string | null;
  /** Times at which the file was first seen and was finished, milliseconds since 1970 UTC. */
  readonly appearedAt: number;
  readonly finishedAt: number;
};

export type WaitingFile = {
  readonly folderId: string;
  readonly path: string;
  readonly size: number;
  readonly reason: Message;
  /** True if the file does not become a build by itself: it is abandoned or unreadable. */
  readonly isStuck: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly since: number;
};

/** Waiting or announced file that was deleted, or that had already been handled. */
export type RemovedFile = { readonly folderId: string; readonly path: string };

export type FolderState =
  | { readonly kind: 'starting' | 'scanning' | 'watching' | 'paused' }
  | { readonly kind: 'polling'; readonly reason: PollingReason }
  | { readonly kind: 'unreachable'; readonly failure: Failure };

export type WatcherEvents = {
  finished: FinishedFile;
  waiting: WaitingFile;
  gone: RemovedFile;
  folder: { readonly folderId: string; readonly state: FolderState };
};
