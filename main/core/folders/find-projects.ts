import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { isAbort, systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { FoundProject } from '../views/folders.ts';
import { presetsFor } from './look-at-project.ts';

/** Below the home folder. Without Documents and Desktop, which need the user's permission on macOS. */
const usualPlaces: readonly string[] = [
  'Projects',
  'projects',
  'Developer',
  'Development',
  'dev',
  'src',
  'code',
  'Code',
  'work',
  'workspace',
  'git',
  'repos',
  'source/repos',
  'AndroidStudioProjects',
  'StudioProjects',
  'IdeaProjects',
  'FlutterProjects',
  'Unity Projects',
];

/** Folders per location, candidates, results, and duration. */
const limits = { perPlace: 200, looked: 300, given: 12, ms: 3_000 } as const;

/** A folder is inspected only if it contains one of these names. */
const marks =
  /^(pubspec\.yaml|package\.json|config\.xml|export_presets\.cfg|gradlew(\.bat)?|(settings|build)\.gradle(\.kts)?|ProjectSettings|.+\.(xcodeproj|xcworkspace|csproj|sln|slnx))$/;

/**
 * Returns projects, most recently changed first, within three seconds even if a disk does not respond. Skips
 * unreadable folders.
 */
export async function findProjects(deps: {
  readonly home: string;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<readonly FoundProject[]> {
  const found: FoundProject[] = [];
  const over = new AbortController();
  const look = async (): Promise<void> => {
    for (const { path } of await candidates(deps.home)) {
      if (found.length >= limits.given || over.signal.aborted) return;
      const project = await lookAt(path, deps.log);
      if (project !== null) found.push(project);
    }
  };
  const limit = deps.clock.sleep(limits.ms, over.signal).catch((error: unknown) => {
    if (!isAbort(error)) throw error;
  });
  try {
    await Promise.race([look(), limit]);
    return [...found];
  } finally {
    over.abort();
  }
}

type Candidate = { readonly path: string; readonly changedAt: number };

async function candidates(home: string): Promise<readonly Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const place of usualPlaces) {
    for (const path of await foldersIn(join(home, ...place.split('/')))) {
      const facts = await quietly(() => stat(path, { bigint: true }));
      const key = `${facts?.dev} ${facts?.ino}`;
      // On a case-insensitive file system, two of the names are the same folder.
      if (facts && !found.has(key)) found.set(key, { path, changedAt: Number(facts.mtimeMs) });
    }
  }
  return [...found.values()].toSorted((a, b) => b.changedAt - a.changedAt).slice(0, limits.looked);
}

async function foldersIn(place: string): Promise<readonly string[]> {
  const entries = (await quietly(() => readdir(place, { withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .slice(0, limits.perPlace)
    .map((entry) => join(place, entry.name));
}

async function lookAt(path: string, log: Log): Promise<FoundProject | null> {
  const names = (await quietly(() => readdir(path))) ?? [];
  if (!names.some((name) => marks.test(name))) return null;
  try {
    const presets = (await presetsFor(path)).filter(({ kind }) => kind !== 'drop');
    return presets.length === 0 ? null : { name: basename(path), path, presets };
  } catch (error) {
    log.debug('A project could not be looked at', { path, error });
    return null;
  }
}

async function quietly<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
