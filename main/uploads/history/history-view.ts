import type { UploadState, UploadView } from '../upload-view.ts';

export type HistoryQuery = {
  /**
   * Words that must all match, ignoring case: in file name, path, application, package id, version, recipient
   * e-mail addresses, release note or messages.
   */
  readonly text?: string | undefined;
  /** Defaults to all states, also if empty. */
  readonly states?: readonly UploadState[] | undefined;
  readonly accountId?: string | undefined;
  readonly folderId?: string | undefined;
  /** Finish time, or added time if unfinished: `after` inclusive, `before` exclusive; ms since 1970 UTC. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** From the previous page. Defaults to the newest uploads. */
  readonly cursor?: string | undefined;
  /** Maximum number of uploads per page; at least 1. */
  readonly limit: number;
};

export type HistoryPage = {
  /** Newest first. */
  readonly uploads: readonly UploadView[];
  /** Cursor of the next page; null on the last. */
  readonly cursor: string | null;
  /** Number of uploads on all pages. */
  readonly total: number;
};
