/** Slipway's own files and settings. Pure types. */
import type { Failure } from '../../base/failure.ts';
import type { Message } from '../../messages/message.ts';
import type { Settings } from '../../settings/settings-schema.ts';

/** A file of Slipway's own that can be damaged. */
export type DamagedPart = 'journal' | 'seen-files' | 'settings';

/** A damaged file that was kept aside. */
export type KeptFile = {
  readonly what: DamagedPart;
  /** Where it lies now. */
  readonly path: string;
  /** For a person: what was damaged, what was done, what it means. */
  readonly message: Message;
};

/** What a person must know of Slipway's own files. */
export type SystemIssuesView = {
  readonly kept: readonly KeptFile[];
  /** Why the upload journal cannot be written, so that nothing is uploaded; null while it can. */
  readonly journal: Failure | null;
};

export type DiagnosticsView = {
  readonly version: string;
  /** Name and version of each part below Slipway. */
  readonly runtime: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Null where no log is written to a file. */
  readonly logPath: string | null;
  /** In words: where passwords are kept. */
  readonly secretsKeptIn: Message;
};

/** What a person sets that is neither an account, a folder, the network nor the built-in service. */
export type PreferencesView = Pick<
  Settings,
  | 'notifications'
  | 'notificationKinds'
  | 'appearance'
  | 'contrast'
  | 'language'
  | 'undoSeconds'
  | 'helpKey'
  | 'parallelUploads'
  | 'historyEntries'
  | 'askBeforeOpened'
> & {
  /** Which of the first steps is offered now; null when none is: they are done, or were put off. */
  readonly firstStep: 'account' | 'folder' | null;
};
