import { basename, relative, sep } from 'node:path';
import type { Log } from '../base/log/log.ts';
import type { IncompleteReason } from './completeness/completeness.ts';
import { judgeWholeness } from './completeness/wholeness.ts';
import { folderError } from './errors.ts';
import { type BlockedReason, examine, type Sighting, sightingOf } from './files/examine.ts';
import { pathKey } from './files/file-traits.ts';
import { findRoot, findTraits, type OpenFolder } from './files/folder-root.ts';
import { buildKind, isIgnoredPlace } from './files/names.ts';
import { scanFolder } from './files/scan.ts';
import type { NotWanted } from './files/which-files.ts';
import { buildsToPassOver } from './folder/existing-builds.ts';
import { createHandledBuilds, type FingerprintOf, type HandledBuilds } from './seen/handled-build.ts';
import type { SeenFiles } from './seen/seen-files.ts';
import type { WatchedFolder } from './watcher-types.ts';

export type WhyNot = (place: string) => NotWanted | null;

/** `taken`: the file would be announced. */
export type TriedOutcome =
  | { readonly kind: 'taken' | 'seen' | 'earlier' }
  | { readonly kind: 'not-wanted'; readonly why: NotWanted }
  | { readonly kind: 'unfinished'; readonly why: IncompleteReason | BlockedReason | 'moving' };

export type TriedFile = {
  readonly path: string;
  /** Relative to the folder, with `/` separators. */
  readonly place: string;
  /** Bytes; null if unreadable. */
  readonly size: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly mtimeMs: number | null;
  readonly outcome: TriedOutcome;
};

/** `more`: number of builds above the limit, which were not checked. */
export type TryOut = { readonly files: readonly TriedFile[]; readonly more: number };

type Facts = {
  readonly whyNot: WhyNot;
  readonly seen: SeenFiles;
  readonly fingerprintOf: FingerprintOf;
  readonly now: number;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  readonly signal: AbortSignal;
};

const mostFiles = 2_000;

/** Returns the outcome of every build, and changes nothing. Throws `watcher/…` for an unreadable folder. */
export async function tryOut(rule: WatchedFolder, facts: Facts): Promise<TryOut> {
  const { platform, seen, fingerprintOf, log } = facts;
  const root = await findRoot(rule.path);
  const traits = await findTraits(root, platform, log);
  const handled = createHandledBuilds(seen, rule.id, fingerprintOf);
  try {
    const all = await namedLikeBuilds(rule.path, facts.signal);
    const paths = all.slice(0, mostFiles);
    const wanted = paths.filter((path) => facts.whyNot(placeOf(rule.path, path)) === null);
    // A folder that was watched before has no earlier builds.
    const isKnown = seen.isKnown(rule.id, rule.path);
    const earlier = isKnown ? [] : await buildsToPassOver(wanted, rule, root.realPath);
    const passed = new Set(earlier.map((file) => file.path));
    const files: TriedFile[] = [];
    for (const path of paths) {
      const open = { root, traits };
      const tried = await tryFile(path, { rule, open, handled, isEarlier: passed.has(path), facts });
      if (tried) files.push(tried);
    }
    return { files, more: all.length - paths.length };
  } catch (error) {
    facts.signal.throwIfAborted();
    throw folderError(error, rule.path);
  }
}

export type Observed = {
  readonly notWanted: NotWanted | null;
  readonly sighting: Exclude<Sighting, { kind: 'missing' }>;
  readonly isHandled: boolean;
  readonly isEarlier: boolean;
  /** Null if the file is complete or was not verified. */
  readonly incomplete: IncompleteReason | null;
  /** Time since the last change, and the required quiet time. */
  readonly unmovedMs: number;
  readonly quietMs: number;
};

export function outcomeOf(observed: Observed): TriedOutcome {
  const { notWanted, sighting, incomplete } = observed;
  if (notWanted) return { kind: 'not-wanted', why: notWanted };
  if (sighting.kind === 'blocked') return { kind: 'unfinished', why: sighting.reason };
  if (observed.isHandled) return { kind: 'seen' };
  if (observed.isEarlier) return { kind: 'earlier' };
  if (observed.unmovedMs < observed.quietMs) return { kind: 'unfinished', why: 'moving' };
  return incomplete ? { kind: 'unfinished', why: incomplete } : { kind: 'taken' };
}

async function tryFile(
  path: string,
  at: {
    readonly rule: WatchedFolder;
    readonly open: OpenFolder;
    readonly handled: HandledBuilds;
    readonly isEarlier: boolean;
    readonly facts: Facts;
  },
): Promise<TriedFile | null> {
  const { rule, facts } = at;
  const { root, traits } = at.open;
  const place = placeOf(rule.path, path);
  // Only links to folders have other names.
  const notWanted = buildKind(basename(path)) === null ? null : facts.whyNot(place);
  const seen = await examine(path, root.realPath, traits);
  const { sighting, incomplete } =
    seen.kind === 'file' && notWanted === null
      ? await judged(path, seen, facts.platform)
      : { sighting: seen, incomplete: null };
  if (sighting.kind === 'missing') return null;
  const stamp = sighting.kind === 'file' ? sighting.stamp : null;
  const outcome = outcomeOf({
    notWanted,
    sighting,
    isHandled:
      stamp !== null && (await at.handled.isHandled({ path, key: pathKey(path, traits) }, stamp, true)),
    isEarlier: at.isEarlier,
    incomplete,
    unmovedMs: stamp === null ? 0 : Math.abs(facts.now - stamp.changedMs),
    quietMs: rule.quietMs ?? 0,
  });
  return { path, place, size: stamp?.size ?? null, mtimeMs: stamp?.mtimeMs ?? null, outcome };
}

async function judged(
  path: string,
  sighting: Sighting,
  platform: NodeJS.Platform,
): Promise<{ readonly sighting: Sighting; readonly incomplete: IncompleteReason | null }> {
  try {
    const verdict = await judgeWholeness(path);
    return { sighting, incomplete: verdict.whole ? null : verdict.reason };
  } catch (error) {
    return { sighting: sightingOf(error, platform), incomplete: null };
  }
}

async function namedLikeBuilds(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const selection = { wantsFile: () => true, entersFolder: (place: string) => !isIgnoredPlace(place) };
  const { files } = await scanFolder({ root, selection, signal });
  return files.toSorted((a, b) => a.localeCompare(b));
}

function placeOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
