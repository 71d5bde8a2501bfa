import type { Failure } from '../../base/failure.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { FinishedFile, WaitingFile } from '../../watcher/watcher.ts';

type FileKey = { readonly folderId: string; readonly path: string };

/** Finished builds that are not queued: queueing is retried, or another build is sent instead. */
export type RefusedBuilds = {
  keep(file: FinishedFile, why: Failure): void;
  /** `sent`: file name of the other build. */
  leaveOut(file: FinishedFile, sent: string): void;
  forget(file: FileKey): void;
  ofFolder(folderId: string): readonly FinishedFile[];
  waiting(): readonly WaitingFile[];
};

type Kept = { readonly file: FinishedFile; readonly isRetried: boolean; readonly reason: Message };

export function createRefusedBuilds(): RefusedBuilds {
  const kept = new Map<string, Kept>();
  const keyOf = ({ folderId, path }: FileKey): string => `${folderId} ${path}`;
  return {
    keep: (file, why) =>
      void kept.set(keyOf(file), {
        file,
        isRetried: true,
        reason: messageOf('waiting/notQueued', { reason: why }),
      }),
    leaveOut: (file, sent) =>
      void kept.set(keyOf(file), {
        file,
        isRetried: false,
        reason: messageOf('waiting/otherOfRelease', { sent }),
      }),
    forget: (file) => void kept.delete(keyOf(file)),
    ofFolder: (folderId) =>
      [...kept.values()]
        .filter(({ file, isRetried }) => isRetried && file.folderId === folderId)
        .map(({ file }) => file),
    waiting: () =>
      [...kept.values()].map(({ file, reason }) => ({
        folderId: file.folderId,
        path: file.path,
        size: file.size,
        reason,
        since: file.appearedAt,
      })),
  };
}
