/**
 * Object store for build files: a folder or an S3 bucket. Objects are immutable, and names are never reused.
 * An owner mark names the service that the objects belong to. Types only.
 */

import type { Readable } from 'node:stream';
import type { DownloadLinkOptions } from './storage.ts';
import type { BlobUpload } from './upload-storage.ts';

export type ObjectStore = {
  freeBytes(): Promise<number | null>;
  /** Starts writing an object; `name` is from `newObjectName`. */
  create(name: string): Promise<ObjectWriter>;
  /**
   * Streams the bytes from `start` to `end`, inclusive and clamped; null if there is no such object. The
   * caller must read the stream to its end or destroy it.
   */
  read(name: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>;
  /** Does nothing if there is no such object. */
  remove(name: string): Promise<void>;
  /** Lists complete objects in no particular order; `changedAt` is in milliseconds since 1970 UTC. */
  list(): AsyncIterable<{ readonly name: string; readonly size: number; readonly changedAt: number }>;
  /** Removes uploads that the service began before `before` and did not finish. Returns their number. */
  abortUnfinished(before: number, serviceId: string): Promise<number>;
  /** Returns the ids of the services whose owner marks are present. */
  listOwners(): Promise<readonly string[]>;
  addOwner(serviceId: string): Promise<void>;
  removeOwner(serviceId: string): Promise<void>;
  /** Returns a URL that downloads the object without credentials. Missing if the store has no such URLs. */
  link?(name: string, link: DownloadLinkOptions): Promise<string>;
  /** Health check: rejects if the store is unavailable. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** Writer of one object. A finished object can be read, and remains unless it is discarded. */
export type ObjectWriter = BlobUpload & {
  /** Keeps the finished object and closes the writer. */
  keep(): Promise<void>;
};
