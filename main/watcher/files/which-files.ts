/** Which files of a watched folder are its builds, by the folder's own rule. Pure. */
import { compileGlob, pathNames } from '../../base/glob.ts';
import { buildKind, isIgnoredFolder } from './names.ts';

export type WhichFiles = {
  readonly kinds: readonly ('apk' | 'ipa')[];
  /** Patterns, see `Glob`; a build must match one of them, if there are any. */
  readonly include: readonly string[];
  /** A build must match none of them. */
  readonly exclude: readonly string[];
  /** How many folders below the watched one are looked into; 0: none, null: all. */
  readonly depth: number | null;
};

export const unrestricted: WhichFiles = { kinds: ['apk', 'ipa'], include: [], exclude: [], depth: null };

/** Why a file is not taken. `name`: it is not named like a finished build, or lies in a place no builds are looked for. */
export type NotWanted =
  | { readonly kind: 'name' | 'build-kind' | 'depth' | 'not-included' }
  | { readonly kind: 'excluded'; readonly pattern: string };

/** Paths are relative to the watched folder, with `/` or `\`, composed (NFC) or not (as macOS hands them out). */
export type Wanted = {
  readonly wantsFile: (path: string) => boolean;
  /** False for a folder in which no file is wanted; nobody needs to look into it. */
  readonly entersFolder: (path: string) => boolean;
  /** Null for a wanted file. */
  readonly whyNot: (path: string) => NotWanted | null;
};

/** `platform` as in `process.platform`: letter case does not count on Windows and macOS. Patterns are valid ones. */
export function wantedBy(rule: WhichFiles, platform: NodeJS.Platform): Wanted {
  const options = { ignoreCase: platform === 'win32' || platform === 'darwin' };
  const compile = (pattern: string) => ({ pattern, glob: compileGlob(pattern, options) });
  const include = rule.include.map(compile);
  const exclude = rule.exclude.map(compile);
  const excludedBy = (path: string): string | null =>
    exclude.find(({ glob }) => glob.matches(path))?.pattern ?? null;

  const whyNot = (path: string): NotWanted | null => {
    const folders = [...pathNames(path)];
    const name = folders.pop();
    const kind = name === undefined ? null : buildKind(name);
    if (kind === null || folders.some(isIgnoredFolder)) return { kind: 'name' };
    if (!rule.kinds.includes(kind)) return { kind: 'build-kind' };
    if (rule.depth !== null && folders.length > rule.depth) return { kind: 'depth' };
    const pattern = excludedBy(path);
    if (pattern !== null) return { kind: 'excluded', pattern };
    return include.length > 0 && !include.some(({ glob }) => glob.matches(path))
      ? { kind: 'not-included' }
      : null;
  };
  const entersFolder = (path: string): boolean => {
    const names = pathNames(path);
    if (names.length === 0) return true;
    if (names.some(isIgnoredFolder)) return false;
    if (rule.depth !== null && names.length > rule.depth) return false;
    if (exclude.some(({ glob }) => glob.covers(path))) return false;
    return include.length === 0 || include.some(({ glob }) => glob.mayMatchIn(path));
  };
  return { wantsFile: (path) => whyNot(path) === null, entersFolder, whyNot };
}
