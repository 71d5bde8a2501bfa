import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expandHome } from '../base/files/home-path.ts';
import { cliErrors } from './errors.ts';

/**
 * Expands `~`, because shells do not expand it everywhere, for example after `=`. Relative paths resolve
 * against INIT_CWD, because npm runs scripts in the project folder. Throws `cli/emptyPath`.
 */
export function resolvePath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (path === '') throw cliErrors.emptyPath({});
  const { INIT_CWD: from, npm_package_name: project } = environment;
  const expanded = expandHome(path);
  return project === 'slipway' && from ? resolve(from, expanded) : resolve(expanded);
}

/** Expands globs such as `*.apk`, which Windows shells do not. Returns the name if no file matches. */
export async function matchingPaths(name: string): Promise<readonly string[]> {
  if (!/[*?]/.test(name) || existsSync(resolvePath(name))) return [name];
  const found: string[] = [];
  for await (const path of glob(expandHome(name), { cwd: resolvePath('.') })) found.push(path);
  return found.length > 0 ? found.toSorted() : [name];
}
