/**
 * The paths a page may name. A page that was taken over must not read or write files of the user with Slipway's help, so
 * a path has to come from a drop, from a project that was checked, or be one of the kinds a user types.
 */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, normalize, relative } from 'node:path';
import type { CallName } from '../../preload/contract.ts';
import { systemCode } from '../base/errors.ts';
import { mappingPathIn } from '../push/mapping/mapping-file.ts';
import { bridgeErrors } from './errors.ts';

/**
 * `received`: a file dropped or chosen in the page. `project`: a folder that was checked. `mapping`: the mapping file of
 * one. `typed`: entered by the user; main reads builds, project files or certificates there and returns no other content.
 * `shown`: opened in the file manager. `compared`: only compared with paths that main has. `never`: not for a page.
 */
export type PathRule = 'received' | 'project' | 'mapping' | 'typed' | 'shown' | 'compared' | 'never';

/** By call and by argument; `*` is each entry of a list. */
export const pathRules: { readonly [Name in CallName]?: Readonly<Record<string, PathRule>> } = {
  'app.dismissIssue': { path: 'compared' },
  'app.showInFolder': { path: 'shown' },
  'uploads.exportHistory': { path: 'never' },
  'uploads.inspect': { path: 'received' },
  'uploads.fileIcon': { path: 'received' },
  'uploads.preview': { 'paths.*': 'never', 'commit.repository': 'never' },
  'uploads.add': { 'paths.*': 'received', 'commit.repository': 'never' },
  'folders.add': { path: 'typed', 'afterUpload.folder': 'typed' },
  'folders.update': { path: 'typed', 'afterUpload.folder': 'typed' },
  'folders.tryOut': { path: 'typed' },
  'folders.presets': { path: 'typed' },
  'network.set': { 'caFiles.*': 'typed' },
  'push.project.check': { folder: 'typed', build: 'received' },
  'push.project.fix': {
    folder: 'project',
    'change.file': 'compared',
    'change.to': 'compared',
  },
  'push.project.forget': { folder: 'compared' },
  'push.project.undoFix': { folder: 'compared' },
  'push.mapping.open': { path: 'mapping' },
  'push.mapping.pathIn': { folder: 'compared' },
  'push.mapping.save': { path: 'mapping' },
  'service.setReach': { 'tls.certificate': 'typed', 'tls.key': 'typed' },
  'service.backup': { folder: 'never' },
  'service.restore': { folder: 'never' },
  'service.checkCertificate': { certificate: 'typed', key: 'typed' },
};

export type PagePaths = {
  /** Adds a file that was dropped or chosen in the page. */
  receive(path: string): void;
  /** Adds a folder whose project was checked. */
  checked(folder: string): void;
  /** Throws `bridge/fileNotChosen`, `bridge/projectNotChecked` and `bridge/notForPages`. */
  check(name: CallName, values: unknown): Promise<void>;
};

/** `recent`: projects that were checked before. */
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
    receive: (path) => void files.add(path),
    checked: (folder) => void folders.add(folder),
    check: async (name, values) => {
      for (const [argument, rule] of Object.entries(pathRules[name] ?? {})) {
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

/** False also for a link in the project that leads out of it. */
async function isInside(folder: string, path: string): Promise<boolean> {
  const root = await realpath(folder);
  const way = relative(root, await realExisting(path));
  return !way.startsWith('..') && !isAbsolute(way);
}

/** The real path of the file, or of the nearest folder above it that exists. */
function realExisting(path: string): Promise<string> {
  return realpath(path).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return realExisting(dirname(path));
  });
}
