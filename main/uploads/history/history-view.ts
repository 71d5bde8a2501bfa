import type { UploadState, UploadView } from '../upload-view.ts';

export type HistoryQuery = {
  /** Words that must all occur in file, path, app, version, recipients, notes or messages, ignoring case. */
  readonly text?: string | undefined;
  /** Undefined or empty for all states. */
  readonly states?: readonly UploadState[] | undefined;
  readonly accountId?: string | undefined;
  readonly folderId?: string | undefined;
  /** Range of finish times, or of added times if unfinished, in ms since 1970 UTC. `before` is exclusive. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Cursor from the previous page. Defaults to the first page. */
  readonly cursor?: string | undefined;
  /** Maximum number of uploads per page; at least 1. */
  readonly limit: number;
};

export type HistoryPage = {
  /** Newest first. */
  readonly uploads: readonly UploadView[];
  /** Cursor of the next page; null on the last page. */
  readonly cursor: string | null;
  /** Number of uploads on all pages. */
  readonly total: number;
  /** Number of uploads in the history that are not in the list, regardless of the query. */
  readonly unlisted: number;
};
