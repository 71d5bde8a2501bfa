import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { validateGlob } from '../../base/glob.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { isFullPath, relativePath } from '../../settings/folder-paths.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';
import { createFileSelector } from '../../watcher/files/file-rule.ts';
import { coreErrors } from '../errors.ts';

/**
 * Throws `core/moveTarget` if builds moved by `rule` would be detected as new builds, because they stay in
 * the watched folder or other rules in `all` move them back.
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
  if (relativePath(rule.path, target, platform) === '') refuse(messageOf('problem/watchedFolder'));
  if (watches(rule, target, platform)) refuse(messageOf('problem/watchedHere'));
  const others = all.filter((other) => other.id !== rule.id);
  const followed = new Set<FolderRule>();
  for (let at: string | null = target; at !== null; ) {
    const now: string = at;
    if (watches(rule, now, platform)) refuse(messageOf('problem/movesBack'));
    const next = others.find((known) => !followed.has(known) && watches(known, now, platform));
    if (next) followed.add(next);
    at = next?.afterUpload.kind === 'move' ? next.afterUpload.folder : null;
  }
}

function watches(rule: FolderRule, folder: string, platform: NodeJS.Platform): boolean {
  const subfolder = relativePath(rule.path, folder, platform);
  if (subfolder === null || subfolder === '') return subfolder !== null;
  // A rule with invalid patterns watches nothing.
  const isUsable = [...rule.include, ...rule.exclude].every((pattern) => validateGlob(pattern) === null);
  return isUsable && createFileSelector(rule, platform).entersFolder(subfolder);
}

/** Resolves links, because two paths may lead to the same folder. */
export async function withRealPaths(rule: FolderRule): Promise<FolderRule> {
  const path = await resolveLinks(rule.path);
  if (rule.afterUpload.kind !== 'move') return { ...rule, path };
  return {
    ...rule,
    path,
    afterUpload: { kind: 'move', folder: await resolveLinks(rule.afterUpload.folder) },
  };
}

/** Resolves links in the part of the path that exists. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    const above = dirname(path);
    return above === path ? path : join(await resolveLinks(above), basename(path));
  }
}
