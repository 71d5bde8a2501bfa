import { relative } from 'node:path';
import { folderError } from './errors.ts';
import { buildsToPassOver } from './folder/existing-builds.ts';
import { findRoot } from './folder/folder-root.ts';
import { scanFolder } from './folder/scan.ts';
import { everyBuild } from './folder/selection.ts';
import type { HandledFile } from './seen/seen-files.ts';
import type { WatchedFolder } from './watcher-types.ts';

/** The builds that lie in a folder and are meant by its new rule, but were not by the one before. */
export async function newlyWanted(
  before: WatchedFolder,
  after: WatchedFolder,
  signal: AbortSignal,
): Promise<readonly HandledFile[]> {
  const root = await findRoot(after.path);
  const old = before.selection ?? everyBuild;
  const now = after.selection ?? everyBuild;
  try {
    const { files } = await scanFolder({ root: after.path, selection: now, signal });
    const added = files.filter((path) => !old.wantsFile(relative(after.path, path)));
    return await buildsToPassOver(added, { existingBuilds: 'none' }, root.realPath);
  } catch (error) {
    signal.throwIfAborted();
    throw folderError(error, after.path);
  }
}
