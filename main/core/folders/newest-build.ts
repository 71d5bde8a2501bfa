import { fileStamp } from '../../base/files/files.ts';
import { isWhole } from '../../watcher/folder/existing-builds.ts';
import { scanFolder } from '../../watcher/folder/scan.ts';
import { wantedBy } from '../../watcher/folder/which-files.ts';
import { presetsFor } from './look-at-project.ts';

/**
 * The path of the newest finished build in the folders that are proposed for a project; null when there is none. Throws
 * `watcher/…` for a folder that is not there or cannot be read.
 */
export async function newestBuild(project: string, signal: AbortSignal): Promise<string | null> {
  const changedAt = new Map<string, number>();
  for (const { path, exists, rule } of await presetsFor(project)) {
    if (!exists) continue;
    const selection = wantedBy(rule, process.platform);
    const { files } = await scanFolder({ root: path, selection, signal });
    for (const file of files) changedAt.set(file, (await fileStamp(file))?.mtimeMs ?? 0);
  }
  for (const [file] of [...changedAt].toSorted(([, a], [, b]) => b - a)) {
    if (await isWhole(file)) return file;
  }
  return null;
}
