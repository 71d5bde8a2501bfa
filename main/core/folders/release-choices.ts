import { dirname } from 'node:path';
import { CodedError } from '../../base/errors.ts';
import { inspectPackage } from '../../packages/inspect.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { isComplete } from '../../watcher/folder/existing-builds.ts';
import { type Choice, choiceFor, type FoundBuild } from './release.ts';

/** Folders with more candidate builds are skipped. */
const maxBuilds = 500;

/**
 * Returns, by the path of each complete and readable build, which apk of its release to send. `changedAt`:
 * mtime in milliseconds by path.
 */
export async function releaseChoices(
  changedAt: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Choice>> {
  const choices = new Map<string, Choice>();
  for (const files of Map.groupBy(changedAt, ([path]) => dirname(path)).values()) {
    if (files.length > maxBuilds) continue;
    const builds: FoundBuild[] = [];
    for (const [path, mtimeMs] of files) {
      const info = (await isComplete(path)) ? await readableInfo(path) : null;
      if (info) builds.push({ path, mtimeMs, info });
    }
    for (const build of builds) choices.set(build.path, choiceFor(build, builds));
  }
  return choices;
}

/** Returns null for an unreadable build, whose upload later fails with the reason. */
export async function readableInfo(path: string): Promise<PackageInfo | null> {
  try {
    return await inspectPackage(path);
  } catch (error) {
    if (error instanceof CodedError) return null;
    throw error;
  }
}
