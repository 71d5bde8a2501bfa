/** Projects of applications in the places where people usually keep them: a quick look, never a search of the disk. */

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { isAbort, systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { FoundProject } from '../views/folders.ts';
import { presetsFor } from './look-at-project.ts';

/**
 * Below the home folder. Not Documents, Desktop and Downloads themselves: macOS asks a person before a program may look
 * into these.
 */
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

/** What is looked at in one place, in all, and what is given. */
const limits = { perPlace: 200, looked: 300, given: 12, ms: 3_000 } as const;

/** One of these must lie in a folder for it to be looked at more closely. */
const marks =
  /^(pubspec\.yaml|package\.json|config\.xml|export_presets\.cfg|gradlew(\.bat)?|(settings|build)\.gradle(\.kts)?|ProjectSettings|.+\.(xcodeproj|xcworkspace|csproj|sln|slnx))$/;

/**
 * The most recently changed first. What cannot be read is passed over; after three seconds what was found by then is
 * given, also where a disk does not answer at all.
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
      // Where capitals do not count, two of the usual places are one.
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

/** Null for what the file system refuses: such a folder is no place of projects. */
async function quietly<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
