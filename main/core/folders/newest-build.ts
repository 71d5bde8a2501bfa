import { basename, dirname } from 'node:path';
import { fileStamp } from '../../base/files/files.ts';
import { createFileSelector } from '../../watcher/files/file-rule.ts';
import { scanFolder } from '../../watcher/files/scan.ts';
import { isComplete } from '../../watcher/folder/existing-builds.ts';
import { coreErrors } from '../errors.ts';
import { presetsFor } from './inspect-project.ts';
import { readableInfo, releaseChoices } from './release-choices.ts';

/** Maximum number of builds compared in one folder, including the newest. */
const maxCompared = 100;

/**
 * Returns the newest finished build in the proposed folders of a project; null if there is none. Skips test
 * apks. If its release has several apks, returns the one for most phones or throws `core/ambiguousBuilds`.
 * Throws `watcher/…` if the project cannot be read.
 */
export async function newestBuild(project: string, signal: AbortSignal): Promise<string | null> {
  const changedAt = new Map<string, number>();
  for (const { path, exists, rule } of await presetsFor(project)) {
    if (!exists) continue;
    const selection = createFileSelector(rule, process.platform);
    const { files } = await scanFolder({ root: path, selection, signal });
    for (const file of files) changedAt.set(file, (await fileStamp(file))?.mtimeMs ?? 0);
  }
  const newestFirst = [...changedAt].toSorted(([, a], [, b]) => b - a);
  for (const [index, [path]] of newestFirst.entries()) {
    if (!(await isComplete(path))) continue;
    const info = await readableInfo(path);
    if (info?.installWarnings?.some(({ code }) => code === 'warning/testApk')) continue;
    const beside = newestFirst.slice(index).filter(([other]) => dirname(other) === dirname(path));
    const choice = (await releaseChoices(new Map(beside.slice(0, maxCompared)))).get(path);
    if (choice?.kind === 'open') {
      const names = choice.builds.map((build) => basename(build.path));
      throw coreErrors.ambiguousBuilds({ folder: dirname(path), names });
    }
    return choice?.kind === 'other' ? choice.build.path : path;
  }
  return null;
}
