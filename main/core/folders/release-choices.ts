import { dirname } from 'node:path';
import { CodedError } from '../../base/errors.ts';
import { inspectPackage } from '../../packages/inspect.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { isWhole } from '../../watcher/folder/existing-builds.ts';
import { type Choice, choiceFor, type FoundBuild } from './release.ts';

/** A folder with more builds of one moment holds no release. */
const maxBuilds = 500;

/**
 * Which build is sent for each of these, by their paths; without those that are not whole or cannot be read. `changedAt`:
 * their mtime in milliseconds.
 */
export async function releaseChoices(
  changedAt: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Choice>> {
  const choices = new Map<string, Choice>();
  for (const files of Map.groupBy(changedAt, ([path]) => dirname(path)).values()) {
    if (files.length > maxBuilds) continue;
    const builds: FoundBuild[] = [];
    for (const [path, mtimeMs] of files) {
      const info = (await isWhole(path)) ? await readableInfo(path) : null;
      if (info) builds.push({ path, mtimeMs, info });
    }
    for (const build of builds) choices.set(build.path, choiceFor(build, builds));
  }
  return choices;
}

/** Null for a build that cannot be read: it is refused, with the reason, when it is uploaded. */
export async function readableInfo(path: string): Promise<PackageInfo | null> {
  try {
    return await inspectPackage(path);
  } catch (error) {
    if (error instanceof CodedError) return null;
    throw error;
  }
}
