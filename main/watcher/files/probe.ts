import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { type FileTraits, identityOf, isBeingCopied, isDeviceName, plainTraits } from './file-traits.ts';
import { buildKind } from './names.ts';

/** Properties that are compared between two probes to detect changes of a file. */
export type Stamp = {
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** The ctime, which changes even if a writer restores the mtime. */
  readonly changedMs: number;
  /** Device and inode, which change if another file is renamed to this path. */
  readonly identity: string;
};

export type BlockedReason = 'in-use' | 'copying' | 'denied' | 'link' | 'folder-link' | 'unreadable';

export type FileProbe =
  | { readonly kind: 'file'; readonly stamp: Stamp }
  | { readonly kind: 'blocked'; readonly reason: BlockedReason }
  /** The path has no file, is a folder, or is a link to a build that is watched under its own name. */
  | { readonly kind: 'missing' };

/** Probes a path without following links. Never throws. `root` is the real path of the watched folder. */
export async function probe(
  path: string,
  root: string,
  traits: FileTraits = plainTraits,
): Promise<FileProbe> {
  if (isDeviceName(basename(path), traits.platform)) return { kind: 'missing' };
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return await probeLink(path, root, traits);
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
    return probeOfError(error, traits.platform);
  }
}

/**
 * Ignores links to builds and folders inside the watched folder, whose targets are watched. Blocks links to
 * other folders, and other links named like a build.
 */
async function probeLink(path: string, root: string, traits: FileTraits): Promise<FileProbe> {
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
      : probeOfError(error, traits.platform);
  }
}

/**
 * Windows reports EBUSY, EPERM or EACCES for a file that another process has locked or that is deleted but
 * still open. Unreadable files cause the same codes, so they count as in use.
 */
export function probeOfError(error: unknown, platform: NodeJS.Platform): FileProbe {
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' };
    case 'EBUSY':
    case 'ETXTBSY':
      return { kind: 'blocked', reason: 'in-use' };
    case 'EPERM':
    case 'EACCES':
      return { kind: 'blocked', reason: platform === 'win32' ? 'in-use' : 'denied' };
    default:
      return { kind: 'blocked', reason: 'unreadable' };
  }
}
