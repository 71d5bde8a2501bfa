/** The history as front ends ask for it and get it. Pure types. */
import type { UploadState, UploadView } from '../upload-view.ts';

export type HistoryQuery = {
  /**
   * Words that must all be found, in any letter case: in file name, path, application name, package id, version, e-mail
   * addresses of recipients, or what a failure says.
   */
  readonly text?: string | undefined;
  /** Empty or absent: all. */
  readonly states?: readonly UploadState[] | undefined;
  readonly accountId?: string | undefined;
  readonly folderId?: string | undefined;
  /** When it was over, or queued where it is not: from (inclusive) and until (exclusive), milliseconds since 1970 UTC. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Of the page before; absent: the newest. */
  readonly cursor?: string | undefined;
  /** Most uploads of a page; at least 1. */
  readonly limit: number;
};

export type HistoryPage = {
  /** Newest first. */
  readonly uploads: readonly UploadView[];
  /** Asks for the next page; null at the end. */
  readonly cursor: string | null;
  /** How many there are on all pages. */
  readonly total: number;
};
