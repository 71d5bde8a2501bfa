import type { Failure } from '../../base/failure.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { FinishedFile, WaitingFile } from '../../watcher/watcher.ts';

type FileKey = { readonly folderId: string; readonly path: string };

/** Finished builds that failed to queue and are retried, or were replaced by another build of the release. */
export type RefusedBuilds = {
  add(file: FinishedFile, why: Failure): void;
  /** `sent`: file name of the build that is sent instead. */
  addReplaced(file: FinishedFile, sent: string): void;
  forget(file: FileKey): void;
  ofFolder(folderId: string): readonly FinishedFile[];
  waiting(): readonly WaitingFile[];
};

type RefusedBuild = { readonly file: FinishedFile; readonly isRetried: boolean; readonly reason: Message };

export function createRefusedBuilds(): RefusedBuilds {
  const builds = new Map<string, RefusedBuild>();
  const keyOf = ({ folderId, path }: FileKey): string => `${folderId} ${path}`;
  return {
    add: (file, why) =>
      void builds.set(keyOf(file), {
        file,
        isRetried: true,
        reason: messageOf('waiting/notQueued', { reason: why }),
      }),
    addReplaced: (file, sent) =>
      void builds.set(keyOf(file), {
        file,
        isRetried: false,
        reason: messageOf('waiting/otherOfRelease', { sent }),
      }),
    forget: (file) => void builds.delete(keyOf(file)),
    ofFolder: (folderId) =>
      [...builds.values()]
        .filter(({ file, isRetried }) => isRetried && file.folderId === folderId)
        .map(({ file }) => file),
    waiting: () =>
      [...builds.values()].map(({ file, reason }) => ({
        folderId: file.folderId,
        path: file.path,
        size: file.size,
        reason,
        isStuck: false,
        since: file.appearedAt,
      })),
  };
}
