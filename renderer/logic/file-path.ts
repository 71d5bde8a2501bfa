/** Parts of a path as people read them; both kinds of slash. Pure. */

export const baseName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

/** The last `depth` folders of a file's path: `outputs/apk`. */
export function parentName(path: string, depth = 2): string {
  const parts = path.split(/[\\/]/).filter(Boolean).slice(0, -1);
  return parts.slice(-depth).join('/');
}
