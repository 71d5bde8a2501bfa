import { dirname } from 'node:path';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import { inspectPackage } from '../../packages/inspect.ts';
import { checkPatterns } from '../../settings/folders.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import { createFileSelector } from '../../watcher/files/file-rule.ts';
import { timeResolutionMs } from '../../watcher/folder/existing-builds.ts';
import { displayPath, projectName } from '../../watcher/project-name.ts';
import type { BuildGroup, FolderState, WaitingFile, WatchedFolder } from '../../watcher/watcher-types.ts';
import { coreErrors } from '../errors.ts';
import type { FolderView } from '../views/folders.ts';

/** Throws `settings/badPattern`. */
export function watchOptions(rule: FolderRule, platform: NodeJS.Platform, log: Log): WatchedFolder {
  checkPatterns(rule);
  return {
    id: rule.id,
    path: rule.path,
    existingBuilds: rule.existingBuilds,
    polling: rule.polling,
    stableForMs: rule.stableForMs,
    awaitedSince: rule.awaitedSince ?? notBefore(rule.watchedSince),
    selection: createFileSelector(rule, platform),
    groupOf: (path) => groupOf(path, log),
  };
}

/**
 * Builds changed up to `timeResolutionMs` after `watchedSince` also count as existing, because file times are
 * coarse.
 */
function notBefore(watchedSince: number | null): number | null {
  return watchedSince === null ? null : watchedSince + 1 + timeResolutionMs;
}

export function needsRewatch(before: FolderRule, after: FolderRule): boolean {
  const facts = ({ kinds, include, exclude, depth, stableForMs, polling }: FolderRule): string =>
    JSON.stringify([kinds.toSorted(), include, exclude, depth, stableForMs, polling]);
  return facts(before) !== facts(after);
}

export function folderView(
  rule: FolderRule,
  now: {
    readonly state: FolderState | null;
    readonly waiting: readonly WaitingFile[];
    readonly hasAccount: boolean;
    readonly home: string;
  },
): FolderView {
  const state = now.state ?? { kind: 'starting' };
  const isMissing = state.kind === 'unreachable' && state.failure.code === 'watcher/missing';
  const shown: FolderView['state'] = isMissing && rule.awaitedSince !== null ? { kind: 'awaited' } : state;
  return {
    ...rule,
    name: projectName(rule.path, now.home),
    displayPath: displayPath(rule.path, now.home),
    state: rule.paused ? { kind: 'paused' } : shown,
    problem: problemOf(rule, now.hasAccount),
    waiting: now.waiting.filter((file) => file.folderId === rule.id),
  };
}

function problemOf(rule: FolderRule, hasAccount: boolean): Failure | null {
  if (!hasAccount) return toFailure(coreErrors.accountMissing({}));
  try {
    checkPatterns(rule);
    return null;
  } catch (error) {
    return toFailure(error);
  }
}

/** Returns null for an unreadable build. Queueing it reports the reason. */
async function groupOf(path: string, log: Log): Promise<BuildGroup | null> {
  try {
    const { id, platform, build, versionName, abis = [] } = await inspectPackage(path);
    const group = { app: `${platform} ${id}`, build };
    // The apks of a release are announced together, so that one can be selected; see `release.ts`.
    return abis.length > 0 ? { ...group, release: `${dirname(path)} ${versionName ?? build}` } : group;
  } catch (error) {
    log.info('Could not read an earlier build', { path, error });
    return null;
  }
}
