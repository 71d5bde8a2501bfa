import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { isAbort, systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { displayPath } from '../../watcher/project-name.ts';
import type { FoundProject } from '../views/folders.ts';
import { presetsFor } from './inspect-project.ts';

/** Relative to the home folder. Omits Documents and Desktop, which need the user's permission on macOS. */
const commonFolders: readonly string[] = [
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

const limits = { perFolder: 200, candidates: 300, results: 12, ms: 3_000 } as const;

/** A folder is inspected only if it contains one of these names. */
const projectFilePattern =
  /^(pubspec\.yaml|package\.json|config\.xml|export_presets\.cfg|gradlew(\.bat)?|(settings|build)\.gradle(\.kts)?|ProjectSettings|.+\.(xcodeproj|xcworkspace|csproj|sln|slnx))$/;

/** Returns projects, newest first, within three seconds even if a disk hangs. Skips unreadable folders. */
export async function findProjects(deps: {
  readonly home: string;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<readonly FoundProject[]> {
  const found: FoundProject[] = [];
  const timeout = new AbortController();
  const search = async (): Promise<void> => {
    for (const { path } of await candidates(deps.home)) {
      if (found.length >= limits.results || timeout.signal.aborted) return;
      const project = await inspectFolder(path, deps);
      if (project !== null) found.push(project);
    }
  };
  const limit = deps.clock.sleep(limits.ms, timeout.signal).catch((error: unknown) => {
    if (!isAbort(error)) throw error;
  });
  try {
    await Promise.race([search(), limit]);
    return [...found];
  } finally {
    timeout.abort();
  }
}

type Candidate = { readonly path: string; readonly changedAt: number };

async function candidates(home: string): Promise<readonly Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const folder of commonFolders) {
    for (const path of await foldersIn(join(home, ...folder.split('/')))) {
      const facts = await nullOnSystemError(() => stat(path, { bigint: true }));
      const key = `${facts?.dev} ${facts?.ino}`;
      // On a case-insensitive file system, two of these names may be the same folder.
      if (facts && !found.has(key)) found.set(key, { path, changedAt: Number(facts.mtimeMs) });
    }
  }
  return [...found.values()].toSorted((a, b) => b.changedAt - a.changedAt).slice(0, limits.candidates);
}

async function foldersIn(parent: string): Promise<readonly string[]> {
  const entries = (await nullOnSystemError(() => readdir(parent, { withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .slice(0, limits.perFolder)
    .map((entry) => join(parent, entry.name));
}

async function inspectFolder(
  path: string,
  { home, log }: { readonly home: string; readonly log: Log },
): Promise<FoundProject | null> {
  const names = (await nullOnSystemError(() => readdir(path))) ?? [];
  if (!names.some((name) => projectFilePattern.test(name))) return null;
  try {
    const presets = (await presetsFor(path)).filter(({ kind }) => kind !== 'drop');
    if (presets.length === 0) return null;
    return { name: basename(path), path, displayPath: displayPath(path, home), presets };
  } catch (error) {
    log.debug('Could not inspect a project', { path, error });
    return null;
  }
}

async function nullOnSystemError<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
