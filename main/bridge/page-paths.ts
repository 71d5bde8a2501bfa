/**
 * Restricts the paths that a page may pass, so that a compromised page cannot read or write the user's files.
 * A path must be dropped, chosen or in a checked project, unless its rule allows typed paths.
 */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, normalize, relative } from 'node:path';
import { type CallName, calls, type PathRule } from '../../preload/contract.ts';
import { systemCode } from '../base/errors.ts';
import { mappingPathIn } from '../push/mapping/mapping-file.ts';
import { bridgeErrors } from './errors.ts';

export type PagePaths = {
  /** Allows a file that was dropped or chosen in the page. */
  allowFile(path: string): void;
  /** Allows a folder whose project was checked. */
  allowFolder(folder: string): void;
  /** Throws `bridge/fileNotChosen`, `bridge/projectNotChecked` and `bridge/notForPages`. */
  check(name: CallName, values: unknown): Promise<void>;
};

/** `recent` returns the projects that were checked earlier. */
export function createPagePaths(recent: () => readonly string[]): PagePaths {
  const files = new Set<string>();
  const folders = new Set<string>();
  const projects = (): readonly string[] => [...folders, ...recent()];
  const checks: Partial<Record<PathRule, (path: string, name: string) => void | Promise<void>>> = {
    received: (path) => {
      if (!files.has(path)) throw bridgeErrors.fileNotChosen({ path });
    },
    project: (path) => {
      if (!projects().includes(path)) throw bridgeErrors.projectNotChecked({ path });
    },
    mapping: async (path) => {
      const project = projects().find((folder) => mappingPathIn(folder) === normalize(path));
      if (project === undefined || !(await isInside(project, path))) {
        throw bridgeErrors.projectNotChecked({ path });
      }
    },
    never: (_path, name) => {
      throw bridgeErrors.notForPages({ name });
    },
  };
  return {
    allowFile: (path) => void files.add(path),
    allowFolder: (folder) => void folders.add(folder),
    check: async (name, values) => {
      for (const [argument, rule] of Object.entries(calls[name].paths)) {
        for (const path of pathsAt(values, argument.split('.'))) await checks[rule]?.(path, name);
      }
    },
  };
}

function pathsAt(value: unknown, [key, ...rest]: readonly string[]): readonly string[] {
  if (key === undefined) return typeof value === 'string' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const inner = key === '*' ? Object.values(value) : [(value as Readonly<Record<string, unknown>>)[key]];
  return inner.flatMap((each) => pathsAt(each, rest));
}

/** Returns true if the path is in the folder after all links are resolved. */
async function isInside(folder: string, path: string): Promise<boolean> {
  const root = await realpath(folder);
  const relativePath = relative(root, await realExisting(path));
  return !relativePath.startsWith('..') && !isAbsolute(relativePath);
}

/** Resolves links in the part of the path that exists. */
function realExisting(path: string): Promise<string> {
  return realpath(path).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return realExisting(dirname(path));
  });
}
