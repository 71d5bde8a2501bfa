/** What the core tells front ends beyond uploads and accounts. Pure types. */
import type { Failure } from '../base/failure.ts';
import type { FolderRule } from '../settings/settings-schema.ts';
import type { FolderState, WaitingFile } from '../watcher/watcher-types.ts';

export type { FolderState } from '../watcher/watcher-types.ts';

export type WaitingFileView = Omit<WaitingFile, 'folderId'>;

export type FolderView = FolderRule & {
  readonly state: FolderState;
  readonly waiting: readonly WaitingFileView[];
};

export type Team = { readonly id: number; readonly name: string; readonly memberIds: readonly number[] };
export type Person = { readonly id: number; readonly name: string | null; readonly email: string };
export type People = { readonly teams: readonly Team[]; readonly members: readonly Person[] };

export type ServiceStatus = {
  readonly running: boolean;
  /** `http://127.0.0.1:PORT`; null while stopped. */
  readonly url: string | null;
  readonly failure: Failure | null;
};
