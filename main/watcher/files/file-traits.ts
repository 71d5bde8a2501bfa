/** How names and numbers of files are to be taken on the disk a folder lies on. Pure. */

export type FileTraits = {
  readonly platform: NodeJS.Platform;
  /** The disk takes `App.apk` and `app.apk` for one file. */
  readonly ignoresCase: boolean;
  /** False on network shares: servers give one file another number whenever they please. */
  readonly stableNumbers: boolean;
};

export const plainTraits: FileTraits = { platform: 'linux', ignoresCase: false, stableNumbers: true };

/** What the disks of a system are like, unless one is found to be otherwise. */
export function usualTraits(platform: NodeJS.Platform): FileTraits {
  return { platform, ignoresCase: platform === 'win32' || platform === 'darwin', stableNumbers: true };
}

/**
 * What tells two files of one folder apart. Names of macOS may come composed or decomposed and mean the same file; the
 * path that is shown and opened stays the one that was given.
 */
export function pathKey(path: string, traits: FileTraits): string {
  const plain = traits.platform === 'win32' ? withoutLongPrefix(path) : path;
  const composed = traits.platform === 'darwin' ? plain.normalize('NFC') : plain;
  return traits.ignoresCase ? composed.toLowerCase() : composed;
}

/** `\\?\C:\builds` is `C:\builds`, `\\?\UNC\server\share` is `\\server\share`; Node adds the prefix where it is needed. */
function withoutLongPrefix(path: string): string {
  return path.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^\\\\\?\\(?=[a-z]:)/i, '');
}

/** Device and number of a file; empty where they say nothing: Windows and some network drives answer 0. */
export function identityOf(
  found: { readonly dev: number; readonly ino: number },
  traits: Pick<FileTraits, 'stableNumbers'>,
): string {
  return found.ino === 0 || !traits.stableNumbers ? '' : `${found.dev}:${found.ino}`;
}

/**
 * The other spelling of a name, to ask a disk whether it takes both for one; null when the name has no letters with two
 * cases.
 */
export function otherCase(name: string): string | null {
  const upper = name.toUpperCase();
  const other = upper === name ? name.toLowerCase() : upper;
  return other === name ? null : other;
}

/** `C:` alone means wherever a program stands on that drive; a person means the drive. */
export function withDriveRoot(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' && /^(\\\\\?\\)?[a-z]:$/i.test(path) ? `${path}\\` : path;
}

const reservedName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Names that are devices on Windows, with any ending: opening `NUL.apk` reads no file. */
export function isDeviceName(name: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && reservedName.test(name.trimEnd());
}

/** The Finder gives a file this day of birth while it copies it, and the right one afterwards. */
const copyingFrom = Date.UTC(1984, 0, 23, 10);
const copyingTo = Date.UTC(1984, 0, 25, 14);
/** The same on disks of the older kind (`kMagicBusyCreationDate` of the Carbon headers). */
const oldMarkerMs = Date.UTC(1946, 1, 14, 8, 34, 56);

export function isBeingCopied(birthtimeMs: number, platform: NodeJS.Platform): boolean {
  if (platform !== 'darwin') return false;
  const within = birthtimeMs >= copyingFrom && birthtimeMs <= copyingTo;
  return within || Math.abs(birthtimeMs - oldMarkerMs) < 24 * 60 * 60_000;
}
