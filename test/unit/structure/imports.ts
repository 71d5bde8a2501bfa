import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { withSlashes } from '../../fakes/systems.ts';

const root = resolve(import.meta.dirname, '../../..');

export type Import = {
  readonly from: string;
  /** Path in the project, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  readonly typeOnly: boolean;
};

const statement =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

export function importsOf(file: string, source: string): readonly Import[] {
  return [...source.matchAll(statement)].map((match): Import => {
    const target = match[2] ?? match[3] ?? '';
    const typeOnly = match[1] !== undefined || onlyTypesNamed(match[0]);
    const isPackage = !target.startsWith('.');
    const to = isPackage ? target : withSlashes(relative(root, resolve(root, dirname(file), target)));
    return { from: file, to, isPackage, typeOnly };
  });
}

export const within = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** Returns the paths of the sources in a folder of the project. */
export async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => withSlashes(relative(root, join(entry.parentPath, entry.name))));
}

export function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function onlyTypesNamed(text: string): boolean {
  const names = /\{([^}]*)\}/.exec(text)?.[1];
  if (names === undefined) return false;
  return names
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '));
}
