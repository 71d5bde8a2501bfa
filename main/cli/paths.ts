import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of `package.json`: two levels above both the sources (`main/cli`) and the bundle (`out/main`). */
export const projectDir = (): string => resolve(import.meta.dirname, '..', '..');

export const rendererDir = (): string => join(projectDir(), 'out', 'renderer');

export function version(): string {
  const manifest = JSON.parse(readFileSync(join(projectDir(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
