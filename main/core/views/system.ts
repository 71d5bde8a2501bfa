import type { Failure } from '../../base/failure.ts';
import type { Message } from '../../messages/message.ts';
import type { Settings } from '../../settings/settings-schema.ts';

export type DamagedPart = 'journal' | 'seen-files' | 'settings';

export type QuarantinedFile = {
  readonly what: DamagedPart;
  readonly path: string;
  readonly message: Message;
};

export type SystemIssuesView = {
  readonly quarantined: readonly QuarantinedFile[];
  /** Reason why the journal cannot be written, which stops all uploads. */
  readonly journal: Failure | null;
};

export type DiagnosticsView = {
  readonly version: string;
  readonly runtime: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Null if the log is not written to a file. */
  readonly logPath: string | null;
  readonly secretStore: Message;
};

export type PreferencesView = Pick<
  Settings,
  | 'notifications'
  | 'notificationKinds'
  | 'appearance'
  | 'contrast'
  | 'language'
  | 'undoSeconds'
  | 'sendDelaySeconds'
  | 'singleKeys'
  | 'parallelUploads'
  | 'historyEntries'
  | 'keepSentBuilds'
  | 'confirmOpenedBuilds'
> & {
  /** Null if all first steps are done or dismissed. */
  readonly firstStep: 'account' | 'folder' | 'audience' | null;
};
