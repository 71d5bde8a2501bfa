const buildEnding = /\.(ipa|apk)$/i;

/** Folders without builds to distribute: tool caches and intermediate compiler output. */
const ignoredFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '__macosx',
  'intermediates',
  '$recycle.bin',
  'system volume information',
]);

/** Unfinished files of editors, browsers and programs that save through a temporary file. */
const temporaryName = /^[.~]|~$|\.(part|partial|tmp|temp|crdownload|download|opdownload|swp|filepart)$/i;
/** Folders in which macOS saves a document before it replaces the original. */
const macSaving = /\.sb-[0-9a-f]{8}-\w{6}$|^\(a document being saved by /i;
/** Users see an archive as one file. `.app` is not included: Android application ids may end in `.app`. */
const archive = /\.xcarchive$/i;

/** Returns the kind of a finished build by its extension, ignoring case; null for other names. */
export function buildKind(name: string): 'apk' | 'ipa' | null {
  if (temporaryName.test(name)) return null;
  const ending = buildEnding.exec(name)?.[1]?.toLowerCase();
  return ending === 'apk' || ending === 'ipa' ? ending : null;
}

/**
 * Returns true for hidden and temporary folders, and folders without builds. An Xcode export folder may be
 * named `App.ipa` and is not ignored.
 */
export function isIgnoredFolder(name: string): boolean {
  return (
    temporaryName.test(name) ||
    macSaving.test(name) ||
    archive.test(name) ||
    ignoredFolders.has(name.toLowerCase())
  );
}

function namesOf(relativePath: string): string[] {
  return relativePath.split(/[\\/]+/).filter((name) => name !== '');
}

export function isIgnoredPath(relativePath: string): boolean {
  return namesOf(relativePath).some(isIgnoredFolder);
}

export function isBuildPath(relativePath: string): boolean {
  const names = namesOf(relativePath);
  const name = names.pop();
  return name !== undefined && buildKind(name) !== null && !names.some(isIgnoredFolder);
}

/** Paths are relative to the watched folder, with `/` separators, and never empty. */
export type Selection = {
  readonly selectsFile: (path: string) => boolean;
  /** False excludes the folder and its subfolders from scans and file events. */
  readonly entersFolder: (relativePath: string) => boolean;
};

export const everyBuild: Selection = {
  selectsFile: isBuildPath,
  entersFolder: (relativePath) => !isIgnoredPath(relativePath),
};
