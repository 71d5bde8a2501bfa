import { basename } from 'node:path';
import { examine } from './examine.ts';
import { buildKind } from './names.ts';
import type { HandledFile } from './seen-files.ts';
import type { WatchedFolder } from './watcher-types.ts';
import { judgeWholeness } from './wholeness.ts';

/**
 * Which of the builds that lie in a folder on its first watch need no announcement. `none`: all of them. `newest`: all
 * but the newest whole one of each kind; files newer than that which are not whole may be builds in the making and
 * are left to be watched. `all`: not one. `root` is the real path of the folder.
 */
export async function buildsToPassOver(
  paths: readonly string[],
  rule: WatchedFolder['earlierBuilds'],
  root: string,
): Promise<readonly HandledFile[]> {
  if (rule === 'all') return [];
  const files = await stampsOf(paths, root);
  if (rule === 'none') return files;
  const ofKind = (kind: 'apk' | 'ipa'): HandledFile[] =>
    files.filter((file) => buildKind(basename(file.path)) === kind);
  return [...(await allButNewest(ofKind('apk'))), ...(await allButNewest(ofKind('ipa')))];
}

async function stampsOf(paths: readonly string[], root: string): Promise<HandledFile[]> {
  const files: HandledFile[] = [];
  for (const path of paths) {
    const sighting = await examine(path, root);
    if (sighting.kind !== 'file') continue;
    files.push({ path, size: sighting.stamp.size, mtimeMs: sighting.stamp.mtimeMs });
  }
  return files;
}

async function allButNewest(files: readonly HandledFile[]): Promise<readonly HandledFile[]> {
  const newestFirst = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs || a.path.localeCompare(b.path));
  for (const [index, file] of newestFirst.entries()) {
    if (await isWhole(file.path)) return newestFirst.slice(index + 1);
  }
  return [];
}

async function isWhole(path: string): Promise<boolean> {
  // A file that cannot be read now stays watched, which says why; so nothing is lost by passing to the next one.
  const verdict = await judgeWholeness(path).catch(() => null);
  return verdict?.whole === true;
}
