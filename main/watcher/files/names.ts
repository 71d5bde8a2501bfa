/** Which names in a watched folder are builds, and which places are never looked into. Pure. */

const buildEnding = /\.(ipa|apk)$/i;

/** Folders whose contents are never builds to hand out: tools' own stores and the compiler's half-made copies. */
const ignoredFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '__macosx',
  'intermediates',
  '$recycle.bin',
  'system volume information',
]);

/** Names that editors, browsers and safe-saving programs give to files they have not finished. */
const temporaryName = /^[.~]|~$|\.(part|partial|tmp|temp|crdownload|download|opdownload|swp|filepart)$/i;
/** Where macOS keeps a document that is being saved, beside its final place. */
const macSaving = /\.sb-[0-9a-f]{8}-\w{6}$|^\(a document being saved by /i;
/** An archive looks like a document to a person. `.app` folders are no such case: ids of Android applications end so. */
const archive = /\.xcarchive$/i;

/** `apk` or `ipa` for the name of a finished build file in any letter case; null for every other name. */
export function buildKind(name: string): 'apk' | 'ipa' | null {
  if (temporaryName.test(name)) return null;
  const ending = buildEnding.exec(name)?.[1]?.toLowerCase();
  return ending === 'apk' || ending === 'ipa' ? ending : null;
}

/** True for a folder that is not looked into: hidden, temporary, or known to hold no builds. Xcode names export folders `App.ipa`. */
export function isIgnoredFolder(name: string): boolean {
  return (
    temporaryName.test(name) ||
    macSaving.test(name) ||
    archive.test(name) ||
    ignoredFolders.has(name.toLowerCase())
  );
}

/** The names of a relative path, from the top down, whichever way its system separates them. */
function namesOf(relativePath: string): string[] {
  return relativePath.split(/[\\/]+/).filter((name) => name !== '');
}

/** True when a path, relative to the watched folder, lies in (or is) an ignored folder. The folder itself never is. */
export function isIgnoredPlace(relativePath: string): boolean {
  return namesOf(relativePath).some(isIgnoredFolder);
}

/** True when a path, relative to the watched folder, names a build in a place that is looked into. */
export function isBuildPath(relativePath: string): boolean {
  const names = namesOf(relativePath);
  const name = names.pop();
  return name !== undefined && buildKind(name) !== null && !names.some(isIgnoredFolder);
}

/** Places are relative to the watched folder, with `/` between names; never the folder itself. */
export type Selection = {
  readonly wantsFile: (place: string) => boolean;
  /** False spares the folder, and everything below it, both the reading and the listening. */
  readonly entersFolder: (place: string) => boolean;
};

/** Every build, in every folder that is not known to hold none. */
export const everyBuild: Selection = {
  wantsFile: isBuildPath,
  entersFolder: (place) => !isIgnoredPlace(place),
};
