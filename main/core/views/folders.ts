import type { Failure } from '../../base/failure.ts';
import type { Message } from '../../messages/message.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import type { WaitingFile, FolderState as WatcherState } from '../../watcher/watcher-types.ts';

/** `awaited`: the folder does not exist yet. */
export type FolderState = WatcherState | { readonly kind: 'awaited' };

export type WaitingFileView = Omit<WaitingFile, 'folderId'>;

export type FolderView = FolderRule & {
  /** Project name, derived from the path. */
  readonly name: string;
  /** Path with the home folder abbreviated to `~`. */
  readonly displayPath: string;
  readonly state: FolderState;
  /** Reason why builds wait although the folder is watched. */
  readonly problem: Failure | null;
  readonly waiting: readonly WaitingFileView[];
};

export type DryRunFileView = {
  readonly path: string;
  /** Relative to the folder, with `/` separators. */
  readonly relativePath: string;
  /** Bytes; null if unreadable. */
  readonly size: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly modifiedAt: number | null;
  /** `upload`, or the reason why the file would not be uploaded. */
  readonly verdict: 'upload' | 'not-wanted' | 'unfinished' | 'seen' | 'earlier';
  readonly reason: Message | null;
};

/** `more`: number of omitted files. */
export type FolderDryRun = {
  readonly path: string;
  readonly files: readonly DryRunFileView[];
  readonly more: number;
};

export type FolderPreset = {
  readonly kind:
    | 'gradle'
    | 'flutter'
    | 'react-native'
    | 'capacitor'
    | 'cordova'
    | 'nativescript'
    | 'unity'
    | 'dotnet'
    | 'godot'
    | 'xcode'
    | 'drop';
  readonly name: Message;
  readonly reason: Message;
  readonly path: string;
  /** False if the first build will create the folder. */
  readonly exists: boolean;
  readonly rule: Pick<FolderRule, 'kinds' | 'include' | 'exclude' | 'depth'>;
};

export type FoundProject = {
  readonly name: string;
  readonly path: string;
  /** Path with the home folder abbreviated to `~`. */
  readonly displayPath: string;
  readonly presets: readonly FolderPreset[];
};
