export const baseName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

/** Returns true for Slipway's copies of dropped files and of the sample, whose paths users do not know. */
export const isCopy = (path: string): boolean =>
  /[\\/](dropped[\\/][0-9a-f]{24}|slipway-samples)[\\/][^\\/]+$/.test(path);

/** Splits a path before its last two folders, so that a list can shorten the middle. */
export function splitPath(path: string): readonly [start: string, end: string] {
  const end = /[\\/]+[^\\/]+[\\/]+[^\\/]+[\\/]*$/.exec(path)?.index ?? 0;
  return [path.slice(0, end), path.slice(end)];
}

/** Returns the last `depth` folders of a file's path: `outputs/apk`. */
export function parentName(path: string, depth = 2): string {
  const parts = path.split(/[\\/]/).filter(Boolean).slice(0, -1);
  return parts.slice(-depth).join('/');
}

/** Returns the last folders of a path in at most `length` characters: `…/versions/7`. */
export function pathEnd(path: string, length: number): string {
  if (path.length <= length) return path;
  const end = path.slice(1 - length);
  return `…${end.slice(Math.max(0, end.indexOf('/')))}`;
}
