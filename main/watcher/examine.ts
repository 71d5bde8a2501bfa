import { lstat, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { systemCode } from '../base/errors.ts';
import type { BlockedReason, Stamp } from './completeness.ts';
import { buildKind } from './names.ts';

/** What lies at a path right now. */
export type Sighting =
  | { readonly kind: 'file'; readonly stamp: Stamp }
  | { readonly kind: 'blocked'; readonly reason: BlockedReason }
  /** Nothing, a folder, or a link to a build that is watched under its own name. */
  | { readonly kind: 'missing' };

/**
 * Looks at one path without following links. Never throws: what the file system refuses is an answer, too.
 * `root` is the real path of the watched folder.
 */
export async function examine(path: string, root: string): Promise<Sighting> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return await examineLink(path, root);
    if (!found.isFile()) return { kind: 'missing' };
    return {
      kind: 'file',
      stamp: {
        size: found.size,
        mtimeMs: found.mtimeMs,
        changedMs: found.ctimeMs,
        identity: `${found.dev}:${found.ino}`,
      },
    };
  } catch (error) {
    return sightingOf(error);
  }
}

/** A link to a build inside the folder is ignored, for the build itself is watched; any other is shown, not followed. */
async function examineLink(path: string, root: string): Promise<Sighting> {
  try {
    const target = await realpath(path);
    const inside = target.startsWith(root.endsWith(sep) ? root : root + sep);
    return inside && buildKind(target) !== null ? { kind: 'missing' } : { kind: 'blocked', reason: 'link' };
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? { kind: 'blocked', reason: 'link' } : sightingOf(error);
  }
}

/** What a failed look means. Windows says EPERM as well as EBUSY while a compiler holds a file. */
export function sightingOf(error: unknown): Sighting {
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' };
    case 'EBUSY':
    case 'ETXTBSY':
      return { kind: 'blocked', reason: 'held' };
    case 'EPERM':
      return { kind: 'blocked', reason: process.platform === 'win32' ? 'held' : 'denied' };
    case 'EACCES':
      return { kind: 'blocked', reason: 'denied' };
    default:
      return { kind: 'blocked', reason: 'unreadable' };
  }
}
