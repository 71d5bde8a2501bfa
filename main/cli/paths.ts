/** Where the files of Slipway itself are. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of `package.json`: the same way up from the sources (`main/cli`) and from the bundle (`out/main`). */
export const projectDir = (): string => resolve(import.meta.dirname, '..', '..');

export const rendererDir = (): string => join(projectDir(), 'out', 'renderer');

export function version(): string {
  const manifest = JSON.parse(readFileSync(join(projectDir(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
