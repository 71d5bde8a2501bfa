/** Whether finished builds can be moved to the folder a rule names. Pure. */

import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { globProblem } from '../../base/glob.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { isFullPath, placeIn } from '../../settings/folder-paths.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import { wantedBy } from '../../watcher/files/which-files.ts';
import { coreErrors } from '../errors.ts';

/**
 * Throws `core/moveTarget` when builds moved by `rule` would lie in a place it watches itself, or come back to one
 * through the other folders of `all`, for they would be taken for new ones.
 */
export function checkMoveTarget(
  rule: FolderRule,
  all: readonly FolderRule[],
  platform: NodeJS.Platform,
): void {
  if (rule.afterUpload.kind !== 'move') return;
  const { folder: target } = rule.afterUpload;
  const refuse = (problem: Message): never => {
    throw coreErrors.moveTarget({ target, problem }, { field: 'afterUpload.folder' });
  };
  if (!isFullPath(target, platform)) refuse(messageOf('problem/notAbsolute'));
  if (placeIn(rule.path, target, platform) === '') refuse(messageOf('problem/watchedFolder'));
  if (watches(rule, target, platform)) refuse(messageOf('problem/watchedHere'));
  const others = all.filter((known) => known.id !== rule.id);
  const passed = new Set<FolderRule>();
  for (let at: string | null = target; at !== null; ) {
    const now: string = at;
    if (watches(rule, now, platform)) refuse(messageOf('problem/movesBack'));
    const next = others.find((known) => !passed.has(known) && watches(known, now, platform));
    if (next) passed.add(next);
    at = next?.afterUpload.kind === 'move' ? next.afterUpload.folder : null;
  }
}

/** True when a build in `folder` may be one of the rule's. */
function watches(rule: FolderRule, folder: string, platform: NodeJS.Platform): boolean {
  const place = placeIn(rule.path, folder, platform);
  if (place === null || place === '') return place !== null;
  // A rule whose patterns cannot be used watches nothing until they are put right.
  const isUsable = [...rule.include, ...rule.exclude].every((pattern) => globProblem(pattern) === null);
  return isUsable && wantedBy(rule, platform).entersFolder(place);
}

/** The rule with its folders named as the disk has them: two paths may lead to one place. */
export async function withRealPaths(rule: FolderRule): Promise<FolderRule> {
  const path = await realPath(rule.path);
  if (rule.afterUpload.kind !== 'move') return { ...rule, path };
  return { ...rule, path, afterUpload: { kind: 'move', folder: await realPath(rule.afterUpload.folder) } };
}

/** With all links resolved, as far down as the path exists and can be read. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    const above = dirname(path);
    return above === path ? path : join(await realPath(above), basename(path));
  }
}
