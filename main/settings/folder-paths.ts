/** Paths of folders compared as their system does. Pure: `platform` as in `process.platform`. */

import { posix, win32 } from 'node:path';
import { withoutTrailingSlash } from '../base/trim-end.ts';

/** True for two ways of writing the same folder: letter case, separators, accents and `\\?\` aside where they do not count. */
export function sameFolder(one: string, other: string, platform: NodeJS.Platform): boolean {
  return comparable(one, platform) === comparable(other, platform);
}

/** Where `path` lies in `folder`: `''` for the folder itself, else with `/` between names; null outside of it. */
export function placeIn(folder: string, path: string, platform: NodeJS.Platform): string | null {
  const [above, below] = [comparable(folder, platform), comparable(path, platform)];
  if (above === below) return '';
  const start = above.endsWith('/') ? above : `${above}/`;
  return below.startsWith(start) ? below.slice(start.length) : null;
}

export function isFullPath(path: string, platform: NodeJS.Platform): boolean {
  // On Windows `\builds` is absolute, too, but on whichever drive is the current one.
  return platform === 'win32' ? /^([A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(path) : posix.isAbsolute(path);
}

/** With `/` between names and none at the end, except of a root. */
function comparable(path: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') {
    const plain = withoutEnd(posix.normalize(path));
    return platform === 'darwin' ? withoutDetour(plain.normalize('NFC').toLowerCase()) : plain;
  }
  const short = path
    .replaceAll('/', '\\')
    .replace(/^\\\\[?.]\\UNC\\/i, '\\\\')
    .replace(/^\\\\[?.]\\/, '');
  return withoutEnd(win32.normalize(short).replaceAll('\\', '/')).toLowerCase();
}

/** On every Mac `/var`, `/tmp` and `/etc` are links into `/private`, and the disk of its data lies at the root once more. */
const withoutDetour = (path: string): string =>
  path.replace(/^\/system\/volumes\/data(?=\/)/, '').replace(/^\/private(?=\/(?:var|tmp|etc)(?:\/|$))/, '');

function withoutEnd(path: string): string {
  return path.length > 1 ? withoutTrailingSlash(path) : path;
}
