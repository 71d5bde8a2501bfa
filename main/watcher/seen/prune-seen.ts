import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import { pathKey } from '../files/file-traits.ts';
import type { OpenFolder } from '../files/folder-root.ts';
import { probe } from '../files/probe.ts';
import type { ScanResult } from '../files/scan.ts';
import { type SeenFile, type SeenFiles, sameTime } from './seen-files.ts';

const dayMs = 24 * 60 * 60_000;
/** Records of missing builds are deleted after this time. A build that returns later counts as new. */
export const pruneAfterMs = 30 * dayMs;
const pageSize = 200;

export type PrunerOptions = {
  readonly folderId: string;
  readonly seen: SeenFiles;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Returns a function that, at most daily, deletes records of builds missing for 30 days. Otherwise, machines
 * that name each build differently would add records without limit. Deletes nothing after an incomplete scan,
 * or if no stored build is found, because another disk may be mounted.
 */
export function createPruner(options: PrunerOptions): (scan: ScanResult, open: OpenFolder) => Promise<void> {
  const { folderId, seen, clock, log } = options;
  let nextAt = 0;
  return async ({ files, unreadable }, open) => {
    const now = clock.now();
    if (now < nextAt || unreadable.length > 0) return;
    nextAt = now + dayMs;
    const found = new Set(files.map((path) => pathKey(path, open.traits)));
    if (!containsAny(seen, folderId, found)) return;
    let forgotten = 0;
    for (const page of pagesOf(seen, folderId)) {
      const paths = [...page];
      const missing = paths.filter(([path]) => !found.has(path));
      const there = paths.filter(([path]) => found.has(path));
      const gone = [
        ...(await each(missing, (rows) => longMissing(rows, now, open))),
        ...(await each(there, (rows) => overwritten(rows, now, open))),
      ];
      const missingPaths = missing
        .filter(([, [first]]) => first?.missingSince === null)
        .map(([path]) => path);
      const returnedPaths = there.filter(([, rows]) => rows.some(isMissing)).map(([path]) => path);
      if (gone.length + missingPaths.length + returnedPaths.length > 0) {
        seen.prune(folderId, { missingPaths, returnedPaths, forget: gone }, now);
      }
      forgotten += gone.length;
    }
    if (forgotten > 0) log.info('Pruned records of removed builds', { folderId, forgotten });
  };
}

type Page = ReadonlyMap<string, readonly SeenFile[]>;

const isMissing = (file: SeenFile): boolean => file.missingSince !== null;

async function each(
  paths: readonly (readonly [string, readonly SeenFile[]])[],
  pick: (rows: readonly SeenFile[]) => Promise<readonly SeenFile[]>,
): Promise<readonly SeenFile[]> {
  const picked: SeenFile[] = [];
  for (const [, rows] of paths) picked.push(...(await pick(rows)));
  return picked;
}

function* pagesOf(seen: SeenFiles, folderId: string): Generator<Page> {
  for (let after = ''; ; ) {
    const page = Map.groupBy(seen.page(folderId, after, pageSize), (file) => file.path);
    if (page.size === 0) return;
    yield page;
    after = [...page.keys()].at(-1) ?? after;
  }
}

function containsAny(seen: SeenFiles, folderId: string, found: ReadonlySet<string>): boolean {
  for (const page of pagesOf(seen, folderId)) {
    for (const path of page.keys()) if (found.has(path)) return true;
  }
  return false;
}

/** Returns old records of a path that contains a different build now. */
async function overwritten(
  rows: readonly SeenFile[],
  now: number,
  open: OpenFolder,
): Promise<readonly SeenFile[]> {
  const old = rows.filter((file) => now - file.handledAt >= pruneAfterMs);
  const [first] = old;
  if (!first || rows.length === 1) return [];
  const fileProbe = await probe(first.path, open.root.realPath, open.traits);
  if (fileProbe.kind !== 'file') return [];
  const { size, mtimeMs } = fileProbe.stamp;
  return old.filter((file) => file.size !== size || !sameTime(file.mtimeMs, mtimeMs));
}

async function longMissing(
  rows: readonly SeenFile[],
  now: number,
  open: OpenFolder,
): Promise<readonly SeenFile[]> {
  const [first] = rows;
  if (!first || first.missingSince === null || now - first.missingSince < pruneAfterMs) return [];
  const fileProbe = await probe(first.path, open.root.realPath, open.traits);
  return fileProbe.kind === 'missing' ? rows : [];
}
