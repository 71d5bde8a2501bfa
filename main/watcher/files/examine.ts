import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { type FileTraits, identityOf, isBeingCopied, isDeviceName, plainTraits } from './file-traits.ts';
import { buildKind } from './names.ts';

/** The facts that are compared between two probes of one file. */
export type Stamp = {
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** ctime: changes even if a writer sets the mtime back. */
  readonly changedMs: number;
  /** Device and inode: differs for another file renamed into place. */
  readonly identity: string;
};

export type BlockedReason = 'held' | 'copying' | 'denied' | 'link' | 'folder-link' | 'unreadable';

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
export async function examine(
  path: string,
  root: string,
  traits: FileTraits = plainTraits,
): Promise<Sighting> {
  if (isDeviceName(basename(path), traits.platform)) return { kind: 'missing' };
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return await examineLink(path, root, traits);
    if (!found.isFile()) return { kind: 'missing' };
    if (isBeingCopied(found.birthtimeMs, traits.platform)) return { kind: 'blocked', reason: 'copying' };
    return {
      kind: 'file',
      stamp: {
        size: found.size,
        mtimeMs: found.mtimeMs,
        changedMs: found.ctimeMs,
        identity: identityOf(found, traits),
      },
    };
  } catch (error) {
    return sightingOf(error, traits.platform);
  }
}

/**
 * A link to a build or folder inside the watched folder is ignored, because its target is watched. Links to other folders,
 * and other links named like a build, are shown and not followed.
 */
async function examineLink(path: string, root: string, traits: FileTraits): Promise<Sighting> {
  const isNamedLikeBuild = buildKind(basename(path)) !== null;
  try {
    const target = await realpath(path);
    const inside = target === root || target.startsWith(root.endsWith(sep) ? root : root + sep);
    if ((await stat(target)).isDirectory())
      return inside ? { kind: 'missing' } : { kind: 'blocked', reason: 'folder-link' };
    if (!isNamedLikeBuild) return { kind: 'missing' };
    return inside && buildKind(target) !== null ? { kind: 'missing' } : { kind: 'blocked', reason: 'link' };
  } catch (error) {
    if (!isNamedLikeBuild) return { kind: 'missing' };
    return systemCode(error) === 'ENOENT'
      ? { kind: 'blocked', reason: 'link' }
      : sightingOf(error, traits.platform);
  }
}

/**
 * What a failed look means. Windows says EBUSY and EPERM while a compiler, a copy or a virus scanner holds a file
 * (ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION), and EPERM or EACCES of one that is deleted but still open somewhere.
 * It says the same of a file nobody may read, so there it waits with the milder words.
 */
export function sightingOf(error: unknown, platform: NodeJS.Platform): Sighting {
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' };
    case 'EBUSY':
    case 'ETXTBSY':
      return { kind: 'blocked', reason: 'held' };
    case 'EPERM':
    case 'EACCES':
      return { kind: 'blocked', reason: platform === 'win32' ? 'held' : 'denied' };
    default:
      return { kind: 'blocked', reason: 'unreadable' };
  }
}
