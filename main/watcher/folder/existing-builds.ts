import { basename } from 'node:path';
import { verifyZip } from '../completeness/verify-zip.ts';
import { buildKind } from '../files/names.ts';
import { probe } from '../files/probe.ts';
import type { HandledFile } from '../seen/seen-files.ts';
import type { BuildGroup, WatchedFolder } from '../watcher-types.ts';

type ExistingBuildsRule = Pick<WatchedFolder, 'existingBuilds' | 'groupOf' | 'awaitedSince'>;

type Found = HandledFile & { readonly changedMs: number };

/** Coarsest time resolution of file systems (FAT). */
export const timeResolutionMs = 2_000;

/**
 * Returns the existing builds that the first watch does not announce: for `none` all builds, for `newest` all
 * complete, readable builds that are older than the newest build of their app. Builds written since
 * `awaitedSince` are always announced. `root` is the real path of the folder.
 */
export async function buildsToMarkAsSeen(
  paths: readonly string[],
  rule: ExistingBuildsRule,
  root: string,
): Promise<readonly HandledFile[]> {
  if (rule.existingBuilds === 'all') return [];
  const found = await existingFiles(paths, rule.awaitedSince ?? null, root);
  const passed = rule.existingBuilds === 'none' ? found : await allButNewest(found, rule.groupOf ?? kindOf);
  return passed.map(({ path, size, mtimeMs }) => ({ path, size, mtimeMs }));
}

async function existingFiles(
  paths: readonly string[],
  awaitedSince: number | null,
  root: string,
): Promise<readonly Found[]> {
  const files: Found[] = [];
  for (const path of paths) {
    const fileProbe = await probe(path, root);
    if (fileProbe.kind !== 'file') continue;
    const { size, mtimeMs, changedMs } = fileProbe.stamp;
    // Uses the ctime, because copying and unpacking preserve the mtime.
    if (awaitedSince !== null && changedMs >= awaitedSince - timeResolutionMs) continue;
    files.push({ path, size, mtimeMs, changedMs });
  }
  return files;
}

async function allButNewest(
  files: readonly Found[],
  groupOf: NonNullable<ExistingBuildsRule['groupOf']>,
): Promise<readonly Found[]> {
  const known: { readonly file: Found; readonly group: BuildGroup }[] = [];
  for (const file of files) {
    const group = (await isComplete(file.path)) ? await groupOf(file.path) : null;
    if (group) known.push({ file, group });
  }
  const apps = Map.groupBy(known, ({ group }) => group.app);
  return [...apps.values()].flatMap((builds) => {
    const [newest, ...older] = builds.toSorted(
      (a, b) => b.file.mtimeMs - a.file.mtimeMs || compareBuilds(b.group.build, a.group.build),
    );
    const { release } = newest?.group ?? {};
    return older
      .filter(({ group }) => release === undefined || group.release !== release)
      .map(({ file }) => file);
  });
}

/** Compares dotted numbers, such as `34` and `1.2.10`. */
function compareBuilds(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '', 'en', { numeric: true });
}

async function kindOf(path: string): Promise<BuildGroup | null> {
  const kind = buildKind(basename(path));
  return kind && { app: kind, build: null };
}

export async function isComplete(path: string): Promise<boolean> {
  const verdict = await verifyZip(path).catch(() => null);
  return verdict?.complete === true;
}
