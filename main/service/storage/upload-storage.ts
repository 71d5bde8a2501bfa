/** Storage of builds that are being received, in one request or in several. Types only. */

import type { Problem } from '../../api/wire.ts';

/** A build, or a part of one, being received. It must be either recorded once or discarded. */
export type BlobUpload = {
  /** Appends chunks. Calls must not overlap. */
  append(chunks: readonly Uint8Array[]): Promise<void>;
  /** Flushes the data to durable storage; later appends throw. */
  finish(): Promise<void>;
  /** Reads from a finished upload: up to `length` bytes at `position`, fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
  /** Releases the space. Does nothing if the build was recorded or discarded, so it is safe in `finally`. */
  discard(): Promise<void>;
};

/** Both ends are inclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

/** Type of the record that a completed upload creates. */
export type UploadTarget = 'testApplication' | 'testVersion' | 'storeProfile' | 'storeItem';

export type NewResumableUpload = {
  /** Unguessable, because it is the address of the upload. */
  readonly id: string;
  /** User or access token, from `requesterKey`. */
  readonly requester: string;
  readonly target: UploadTarget;
  /** Application or profile to which the build is added; 0 if the upload creates one. */
  readonly targetId: number;
  readonly length: number;
  readonly fileName: string;
  readonly releaseNote: string | null;
  /** `Upload-Metadata` as sent by the client. */
  readonly metadata: string | null;
  readonly expiresAt: number;
};

export type ResumableUpload = NewResumableUpload & {
  /** Number of stored bytes; `length` if there is a result. */
  readonly offset: number;
  /** True while an instance records the build. */
  readonly isCompleting: boolean;
  readonly result: UploadResult | null;
};

/** Id of the created record, or the problem for which the build was refused. */
export type UploadResult = { readonly created: number } | { readonly problem: Problem };

/** Exclusive right to change an upload. A newer lease of the same upload ends it. */
export type UploadLease = { readonly id: string; readonly lease: number };

export type UploadAppend = UploadLease & { readonly partCount: number };

/** Stores resumable uploads until they are complete, and their results until they expire. */
export type UploadStorage = {
  /** Removes the least recently used unfinished uploads of the requester beyond the limits. */
  add(upload: NewResumableUpload, limits: UnfinishedLimits): Promise<void>;
  /** Returns null if the upload is unknown, expired at `at`, or of another requester. */
  find(id: string, requester: string, at: number): Promise<ResumableUpload | null>;
  /**
   * Returns the disk space in bytes still needed by unfinished uploads of the requester that expire after
   * `expiresAfter`.
   */
  neededBytes(requester: string, expiresAfter: number): Promise<number>;
  /** Ends earlier appends. Returns null if `offset` is not the end, or the upload is complete or removed. */
  startAppend(id: string, offset: number, expiresAt: number): Promise<UploadAppend | null>;
  /**
   * Adds a finished part at the end. Pending parts do not count until `confirmParts`. Returns false, and
   * discards the part, if the lease has ended.
   */
  addPart(lease: UploadLease, part: BlobUpload, options: PartOptions): Promise<boolean>;
  /** Returns false if the lease has ended. */
  confirmParts(lease: UploadLease): Promise<boolean>;
  removePendingParts(lease: UploadLease): Promise<void>;
  /**
   * Streams the stored bytes, or those from `start` to `end`, inclusive. Throws `service/noUpload` if a part is
   * missing or damaged.
   */
  read(id: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Returns null if the upload has a result or is being completed. The lease expires after a minute. */
  startCompletion(id: string): Promise<UploadLease | null>;
  renewCompletion(lease: UploadLease): Promise<void>;
  /** Stores the problem, if any, and removes parts of completed uploads. Never replaces a result. */
  endCompletion(lease: UploadLease, problem: Problem | null): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes the upload. Returns false if the lease has ended. */
  removeLeased(lease: UploadLease): Promise<boolean>;
};

/** Limits of all unfinished uploads of a requester. */
export type UnfinishedLimits = { readonly maxCount: number; readonly maxBytes: number };

export type PartOptions = { readonly size: number; readonly isPending: boolean };
