import { basename, relative, sep } from 'node:path';
import type { Log } from '../base/log/log.ts';
import type { IncompleteReason } from './completeness/completeness.ts';
import { verifyZip } from './completeness/verify-zip.ts';
import { folderError } from './errors.ts';
import type { Exclusion } from './files/file-rule.ts';
import { pathKey } from './files/file-traits.ts';
import { findRoot, findTraits, type OpenFolder } from './files/folder-root.ts';
import { buildKind, isIgnoredPath } from './files/names.ts';
import { type BlockedReason, type FileProbe, probe, probeOfError } from './files/probe.ts';
import { scanFolder } from './files/scan.ts';
import { buildsToMarkAsSeen } from './folder/existing-builds.ts';
import { createHandledBuilds, type FingerprintOf, type HandledBuilds } from './seen/handled-build.ts';
import type { SeenFiles } from './seen/seen-files.ts';
import type { WatchedFolder } from './watcher-types.ts';

export type ExclusionOf = (relativePath: string) => Exclusion | null;

/**
 * `selected`: would be announced as a finished build. `seen`: was handled before. `earlier`: an existing
 * build that the first watch would skip.
 */
export type DryRunOutcome =
  | { readonly kind: 'selected' | 'seen' | 'earlier' }
  | { readonly kind: 'not-wanted'; readonly why: Exclusion }
  | { readonly kind: 'unfinished'; readonly why: IncompleteReason | BlockedReason | 'moving' };

export type DryRunFile = {
  readonly path: string;
  /** Relative to the folder, with `/` separators. */
  readonly relativePath: string;
  /** Bytes; null if unreadable. */
  readonly size: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly mtimeMs: number | null;
  readonly outcome: DryRunOutcome;
};

/** `uncheckedCount`: number of builds that were not checked, because of the limit. */
export type DryRun = { readonly files: readonly DryRunFile[]; readonly uncheckedCount: number };

type Facts = {
  readonly whyNot: ExclusionOf;
  readonly seen: SeenFiles;
  readonly fingerprintOf: FingerprintOf;
  readonly now: number;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  readonly signal: AbortSignal;
};

const maxFiles = 2_000;

/**
 * Returns the outcome of up to `maxFiles` builds, and changes nothing. Throws `watcher/…` for an unreadable
 * folder.
 */
export async function dryRun(rule: WatchedFolder, facts: Facts): Promise<DryRun> {
  const { platform, seen, fingerprintOf, log } = facts;
  const root = await findRoot(rule.path);
  const traits = await findTraits(root, platform, log);
  const handled = createHandledBuilds(seen, rule.id, fingerprintOf);
  try {
    const all = await findBuilds(rule.path, facts.signal);
    const paths = all.slice(0, maxFiles);
    const wanted = paths.filter((path) => facts.whyNot(relativePathOf(rule.path, path)) === null);
    // Builds count as existing only until the folder is first watched.
    const isAlreadyWatched = seen.isWatched(rule.id, rule.path);
    const earlier = isAlreadyWatched ? [] : await buildsToMarkAsSeen(wanted, rule, root.realPath);
    const passed = new Set(earlier.map((file) => file.path));
    const files: DryRunFile[] = [];
    for (const path of paths) {
      const open = { root, traits };
      const tried = await probeFile(path, { rule, open, handled, isEarlier: passed.has(path), facts });
      if (tried) files.push(tried);
    }
    return { files, uncheckedCount: all.length - paths.length };
  } catch (error) {
    facts.signal.throwIfAborted();
    throw folderError(error, rule.path);
  }
}

export type ProbeFacts = {
  readonly exclusion: Exclusion | null;
  readonly fileProbe: Exclude<FileProbe, { kind: 'missing' }>;
  readonly isHandled: boolean;
  readonly isEarlier: boolean;
  /** Reason why the file is incomplete; null if it is complete or was not verified. */
  readonly incomplete: IncompleteReason | null;
  /** Time since the last change, and the required stability period. */
  readonly unchangedMs: number;
  readonly stableForMs: number;
};

export function outcomeOf(observed: ProbeFacts): DryRunOutcome {
  const { exclusion, fileProbe, incomplete } = observed;
  if (exclusion) return { kind: 'not-wanted', why: exclusion };
  if (fileProbe.kind === 'blocked') return { kind: 'unfinished', why: fileProbe.reason };
  if (observed.isHandled) return { kind: 'seen' };
  if (observed.isEarlier) return { kind: 'earlier' };
  if (observed.unchangedMs < observed.stableForMs) return { kind: 'unfinished', why: 'moving' };
  return incomplete ? { kind: 'unfinished', why: incomplete } : { kind: 'selected' };
}

async function probeFile(
  path: string,
  at: {
    readonly rule: WatchedFolder;
    readonly open: OpenFolder;
    readonly handled: HandledBuilds;
    readonly isEarlier: boolean;
    readonly facts: Facts;
  },
): Promise<DryRunFile | null> {
  const { rule, facts } = at;
  const { root, traits } = at.open;
  const relativePath = relativePathOf(rule.path, path);
  // Entries without a build's name are links to folders, to which the rule does not apply.
  const exclusion = buildKind(basename(path)) === null ? null : facts.whyNot(relativePath);
  const seen = await probe(path, root.realPath, traits);
  const { fileProbe, incomplete } =
    seen.kind === 'file' && exclusion === null
      ? await verified(path, seen, facts.platform)
      : { fileProbe: seen, incomplete: null };
  if (fileProbe.kind === 'missing') return null;
  const stamp = fileProbe.kind === 'file' ? fileProbe.stamp : null;
  const outcome = outcomeOf({
    exclusion,
    fileProbe,
    isHandled:
      stamp !== null && (await at.handled.isHandled({ path, key: pathKey(path, traits) }, stamp, true)),
    isEarlier: at.isEarlier,
    incomplete,
    unchangedMs: stamp === null ? 0 : Math.abs(facts.now - stamp.changedMs),
    stableForMs: rule.stableForMs ?? 0,
  });
  return { path, relativePath, size: stamp?.size ?? null, mtimeMs: stamp?.mtimeMs ?? null, outcome };
}

async function verified(
  path: string,
  fileProbe: FileProbe,
  platform: NodeJS.Platform,
): Promise<{ readonly fileProbe: FileProbe; readonly incomplete: IncompleteReason | null }> {
  try {
    const verdict = await verifyZip(path);
    return { fileProbe, incomplete: verdict.complete ? null : verdict.reason };
  } catch (error) {
    return { fileProbe: probeOfError(error, platform), incomplete: null };
  }
}

async function findBuilds(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const selection = {
    selectsFile: () => true,
    entersFolder: (relativePath: string) => !isIgnoredPath(relativePath),
  };
  const { files } = await scanFolder({ root, selection, signal });
  return files.toSorted((a, b) => a.localeCompare(b));
}

function relativePathOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
