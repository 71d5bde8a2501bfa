/** Watched folders and projects. Pure types. */
import type { Failure } from '../../base/failure.ts';
import type { Message } from '../../messages/message.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import type { FolderState, WaitingFile } from '../../watcher/watcher-types.ts';

export type { FolderState } from '../../watcher/watcher-types.ts';

export type WaitingFileView = Omit<WaitingFile, 'folderId'>;

export type FolderView = FolderRule & {
  readonly state: FolderState;
  /** Why its builds cannot go anywhere although it is watched; they wait. */
  readonly problem: Failure | null;
  readonly waiting: readonly WaitingFileView[];
};

/** What would happen now with one file of a folder. */
export type TriedFileView = {
  readonly path: string;
  /** Below the folder, with `/` between names. */
  readonly place: string;
  /** Bytes; null when it cannot be read. */
  readonly size: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly modifiedAt: number | null;
  /** `upload`, or why not. */
  readonly verdict: 'upload' | 'not-wanted' | 'unfinished' | 'seen' | 'earlier';
  /** As a sentence; null when it would be uploaded. */
  readonly reason: Message | null;
};

/** `more`: how many files were left out because there are so many. */
export type TryOutView = {
  readonly path: string;
  readonly files: readonly TriedFileView[];
  readonly more: number;
};

/** A folder to watch that fits a project, and the rule for it. */
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
  /** Why it is proposed, as a sentence. */
  readonly why: Message;
  readonly path: string;
  /** Otherwise it is made by the first build. */
  readonly exists: boolean;
  readonly rule: Pick<FolderRule, 'kinds' | 'include' | 'exclude' | 'depth'>;
};

/** A project that makes builds, with the folders in it that are worth watching. */
export type FoundProject = {
  readonly name: string;
  readonly path: string;
  readonly presets: readonly FolderPreset[];
};
