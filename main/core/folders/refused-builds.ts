import type { Failure } from '../../base/failure.ts';
import { messageOf } from '../../messages/message.ts';
import type { FinishedFile, WaitingFile } from '../../watcher/watcher.ts';

type FileKey = { readonly folderId: string; readonly path: string };

/** Finished builds the queue could not take; the watcher announces each again until it can. */
export type RefusedBuilds = {
  keep(file: FinishedFile, why: Failure): void;
  forget(file: FileKey): void;
  ofFolder(folderId: string): readonly FinishedFile[];
  waiting(): readonly WaitingFile[];
};

export function createRefusedBuilds(): RefusedBuilds {
  const kept = new Map<string, { readonly file: FinishedFile; readonly why: Failure }>();
  const keyOf = ({ folderId, path }: FileKey): string => `${folderId} ${path}`;
  return {
    keep: (file, why) => void kept.set(keyOf(file), { file, why }),
    forget: (file) => void kept.delete(keyOf(file)),
    ofFolder: (folderId) =>
      [...kept.values()].map(({ file }) => file).filter((file) => file.folderId === folderId),
    waiting: () =>
      [...kept.values()].map(({ file, why }) => ({
        folderId: file.folderId,
        path: file.path,
        size: file.size,
        reason: messageOf('waiting/notQueued', { reason: why }),
        since: file.appearedAt,
      })),
  };
}
