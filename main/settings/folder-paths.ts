/** Compares folder paths by the rules of `platform`, a value of `process.platform`. */

import { posix, win32 } from 'node:path';
import { withoutTrailingSlash } from '../base/trim-end.ts';

/**
 * Returns true if two paths name the same folder. On Windows, ignores letter case, the kind of separator and
 * `\\?\`; on macOS, letter case, Unicode form and system links such as `/tmp`.
 */
export function sameFolder(one: string, other: string, platform: NodeJS.Platform): boolean {
  return comparable(one, platform) === comparable(other, platform);
}

/** Returns `path` relative to `folder`, with `/`; `''` for the folder itself, null if outside. */
export function relativePath(folder: string, path: string, platform: NodeJS.Platform): string | null {
  const [above, below] = [comparable(folder, platform), comparable(path, platform)];
  if (above === below) return '';
  const start = above.endsWith('/') ? above : `${above}/`;
  return below.startsWith(start) ? below.slice(start.length) : null;
}

export function isFullPath(path: string, platform: NodeJS.Platform): boolean {
  // On Windows, `\builds` is absolute too but relative to the current drive.
  return platform === 'win32' ? /^([A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(path) : posix.isAbsolute(path);
}

function comparable(path: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') {
    const plain = withoutEndSlash(posix.normalize(path));
    return platform === 'darwin' ? withoutMacLink(plain.normalize('NFC').toLowerCase()) : plain;
  }
  const short = path
    .replaceAll('/', '\\')
    .replace(/^\\\\[?.]\\UNC\\/i, '\\\\')
    .replace(/^\\\\[?.]\\/, '');
  return withoutEndSlash(win32.normalize(short).replaceAll('\\', '/')).toLowerCase();
}

/** On macOS, `/var`, `/tmp`, `/etc` link into `/private`, and `/System/Volumes/Data` mirrors the root. */
const withoutMacLink = (path: string): string =>
  path.replace(/^\/system\/volumes\/data(?=\/)/, '').replace(/^\/private(?=\/(?:var|tmp|etc)(?:\/|$))/, '');

function withoutEndSlash(path: string): string {
  return path.length > 1 ? withoutTrailingSlash(path) : path;
}
