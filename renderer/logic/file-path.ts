/** Parts of a path as people read them; both kinds of slash. Pure. */

export const baseName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

/** True for the copy a browser tab's host made of a dropped file: where it lies says nothing to a person. */
export const isCopy = (path: string): boolean => /[\\/]dropped[\\/][0-9a-f]{24}[\\/][^\\/]+$/.test(path);

/** The last `depth` folders of a file's path: `outputs/apk`. */
export function parentName(path: string, depth = 2): string {
  const parts = path.split(/[\\/]/).filter(Boolean).slice(0, -1);
  return parts.slice(-depth).join('/');
}
