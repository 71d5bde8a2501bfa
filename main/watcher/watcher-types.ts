/** What the watcher takes and tells. Pure types. */

import type { Failure } from '../base/failure.ts';
import type { Message } from '../messages/message.ts';
import type { Selection } from './files/names.ts';

export type WatchedFolder = {
  readonly id: string;
  /** Absolute path. */
  readonly path: string;
  /** What to do, on the first watch of this folder, with builds that are there already. */
  readonly existingBuilds: 'none' | 'newest' | 'all';
  /**
   * Look again and again instead of relying on the system's announcements: where they are not to be had (`auto`, the
   * default: on network shares), always, or only when there is no other way.
   */
  readonly polling?: 'auto' | 'always' | 'never';
  /** How long nothing about a file may move before it counts as finished; the watcher's own when absent. */
  readonly quietMs?: number;
  /** Every build when absent. */
  readonly selection?: Selection;
  /** When the folder was asked for before there was one, milliseconds since 1970 UTC: what came since is not earlier. */
  readonly awaitedSince?: number | null;
  /** Which app a build is of, and which build of it; null when it cannot be read. Absent: builds of one kind are one app. */
  readonly groupOf?: (path: string) => Promise<BuildGroup | null>;
};

/**
 * `build`: the version code; of two builds made in the same moment the higher one is the newer. Builds with the same
 * `release` are announced together; absent: the build is a release of its own.
 */
export type BuildGroup = { readonly app: string; readonly build: string | null; readonly release?: string };

/** Why a folder is looked at again and again. */
export type PollingReason = 'chosen' | 'network-share' | 'no-watches-left' | 'no-hints';

/** A build that lies finished in a watched folder. */
export type FinishedFile = {
  readonly folderId: string;
  /** Below the folder's path as it was given. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Tells it from another build of the same size and time; null when it is not known. */
  readonly fingerprint: string | null;
  /** Milliseconds since 1970 UTC: when it was first noticed, and when it was found to be finished. */
  readonly appearedAt: number;
  readonly finishedAt: number;
};

/** A file with the name of a build that is not finished (yet). */
export type WaitingFile = {
  readonly folderId: string;
  readonly path: string;
  readonly size: number;
  /** In words for people: what it waits for. */
  readonly reason: Message;
  /** Milliseconds since 1970 UTC. */
  readonly since: number;
};

/** A waiting file that was deleted or turned out to be handled already, or an announced one nobody took charge of. */
export type GoneFile = { readonly folderId: string; readonly path: string };

export type FolderState =
  | { readonly kind: 'starting' | 'scanning' | 'watching' | 'paused' }
  | { readonly kind: 'polling'; readonly reason: PollingReason }
  | { readonly kind: 'unreachable'; readonly failure: Failure };

export type WatcherEvents = {
  finished: FinishedFile;
  waiting: WaitingFile;
  gone: GoneFile;
  folder: { readonly folderId: string; readonly state: FolderState };
};
