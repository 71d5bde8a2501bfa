import { compileGlob, pathNames } from '../../base/glob.ts';
import { buildKind, isIgnoredFolder } from './names.ts';

export type FileRule = {
  readonly kinds: readonly ('apk' | 'ipa')[];
  /** Glob patterns. If not empty, a build must match at least one pattern. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Levels of subfolders: 0 for none, null for all. */
  readonly depth: number | null;
};

export const unrestricted: FileRule = { kinds: ['apk', 'ipa'], include: [], exclude: [], depth: null };

/** `name`: the file is not named like a finished build, or is in an ignored folder. */
export type Exclusion =
  | { readonly kind: 'name' | 'build-kind' | 'depth' | 'not-included' }
  | { readonly kind: 'excluded'; readonly pattern: string };

/** Paths are relative to the watched folder, with `/` or `\`, in NFC or NFD. */
export type FileSelector = {
  readonly selectsFile: (path: string) => boolean;
  /** False if the folder contains no wanted files, so it need not be scanned. */
  readonly entersFolder: (path: string) => boolean;
  /** Returns the reason why the rule excludes a file; null for a selected file. */
  readonly whyNot: (path: string) => Exclusion | null;
};

/** Compiles a rule with valid patterns. Ignores case on Windows and macOS. */
export function createFileSelector(rule: FileRule, platform: NodeJS.Platform): FileSelector {
  const options = { ignoreCase: platform === 'win32' || platform === 'darwin' };
  const compile = (pattern: string) => ({ pattern, glob: compileGlob(pattern, options) });
  const include = rule.include.map(compile);
  const exclude = rule.exclude.map(compile);
  const excludedBy = (path: string): string | null =>
    exclude.find(({ glob }) => glob.matches(path))?.pattern ?? null;

  const exclusionOf = (path: string): Exclusion | null => {
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
  return { selectsFile: (path) => exclusionOf(path) === null, entersFolder, whyNot: exclusionOf };
}
