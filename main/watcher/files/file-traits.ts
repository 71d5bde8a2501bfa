/** Properties of a disk that affect names and inodes. Pure. */

export type FileTraits = {
  readonly platform: NodeJS.Platform;
  /** True if the disk treats `App.apk` and `app.apk` as one file. */
  readonly ignoresCase: boolean;
  /** False on network shares: their servers may change inode numbers. */
  readonly stableInodes: boolean;
};

export const plainTraits: FileTraits = { platform: 'linux', ignoresCase: false, stableInodes: true };

/** Returns the defaults of a platform, for disks that were not probed. */
export function defaultTraits(platform: NodeJS.Platform): FileTraits {
  return { platform, ignoresCase: platform === 'win32' || platform === 'darwin', stableInodes: true };
}

/** Returns the key of a file in its folder. macOS treats composed and decomposed names as equal. */
export function pathKey(path: string, traits: FileTraits): string {
  const plain = traits.platform === 'win32' ? withoutLongPrefix(path) : path;
  const composed = traits.platform === 'darwin' ? plain.normalize('NFC') : plain;
  return traits.ignoresCase ? composed.toLowerCase() : composed;
}

/** Removes the prefix of `\\?\C:\builds` and `\\?\UNC\server\share`; Node adds it where needed. */
function withoutLongPrefix(path: string): string {
  return path.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^\\\\\?\\(?=[a-z]:)/i, '');
}

/** Returns device and inode; empty if unstable or 0, as on Windows and some network drives. */
export function identityOf(
  found: { readonly dev: number; readonly ino: number },
  traits: Pick<FileTraits, 'stableInodes'>,
): string {
  return found.ino === 0 || !traits.stableInodes ? '' : `${found.dev}:${found.ino}`;
}

/** Returns the name in another case, to probe a disk; null without cased letters. */
export function otherCase(name: string): string | null {
  const upper = name.toUpperCase();
  const other = upper === name ? name.toLowerCase() : upper;
  return other === name ? null : other;
}

/** Appends a separator to `C:`, which alone is the drive's current folder, but users mean its root. */
export function withDriveRoot(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' && /^(\\\\\?\\)?[a-z]:$/i.test(path) ? `${path}\\` : path;
}

const reservedName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Returns true for device names on Windows, with any extension: opening `NUL.apk` reads no file. */
export function isDeviceName(name: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && reservedName.test(name.trimEnd());
}

/** The Finder sets the birth time to this range during a copy. */
const copyingFrom = Date.UTC(1984, 0, 23, 10);
const copyingTo = Date.UTC(1984, 0, 25, 14);
/** Birth time during a copy on older disks (`kMagicBusyCreationDate` in the Carbon headers). */
const oldMarkerMs = Date.UTC(1946, 1, 14, 8, 34, 56);

export function isBeingCopied(birthtimeMs: number, platform: NodeJS.Platform): boolean {
  if (platform !== 'darwin') return false;
  const within = birthtimeMs >= copyingFrom && birthtimeMs <= copyingTo;
  return within || Math.abs(birthtimeMs - oldMarkerMs) < 24 * 60 * 60_000;
}
