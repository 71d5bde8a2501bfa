/** Where things lie: the built page, and what relative paths count from. */
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

/** npm runs a script in the project's folder and keeps the person's own in INIT_CWD; paths mean the person's. */
export function resolvePath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  const { INIT_CWD: from, npm_package_name: project } = environment;
  return project === 'slipway' && from ? resolve(from, path) : resolve(path);
}
