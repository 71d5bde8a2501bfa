/**
 * Where the bytes of builds lie: in a folder or in an S3 bucket. An object is written once, under a name nothing else
 * ever has, and is there until it is removed; which objects are whose is kept with the records. A mark beside the objects
 * names the service they belong to. Pure.
 */

import type { Readable } from 'node:stream';
import type { BlobLink, ReceivedBlob } from './storage.ts';

export type ObjectStore = {
  /** Bytes that can still be stored; null when that cannot be known. */
  freeBytes(): Promise<number | null>;
  /** Begins an object; `name` is from `newObjectName`. */
  create(name: string): Promise<ObjectWriter>;
  /**
   * The bytes `start` to `end` (both included, as far as the object goes); null when there is none. The stream must be
   * read to its end or destroyed.
   */
  read(name: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>;
  /** Nothing happens when there is none. */
  remove(name: string): Promise<void>;
  /** All objects that are whole, in no order; `changedAt` is when it was begun or ended, in milliseconds since 1970. */
  list(): AsyncIterable<{ readonly name: string; readonly size: number; readonly changedAt: number }>;
  /** Removes what the service began before `before` and never ended; gives how many. */
  removeUnfinished(before: number, serviceId: string): Promise<number>;
  /** Ids of the services that have a mark here. */
  owners(): Promise<readonly string[]>;
  addOwner(serviceId: string): Promise<void>;
  removeOwner(serviceId: string): Promise<void>;
  /**
   * An address from which anybody can download the object with GET, also in ranges, for the next `seconds`. Absent where
   * objects have none.
   */
  link?(name: string, link: BlobLink): Promise<string>;
  /** Resolves when objects can be written and read, as far as that can be told at little cost. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** An object that is being written. Once finished it can be read like any other, and stays unless it is discarded. */
export type ObjectWriter = ReceivedBlob & {
  /** Once finished: the object stays, and nothing is done through the writer any more. */
  release(): Promise<void>;
};
