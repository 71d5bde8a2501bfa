/** Paths given by the user. */
import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expandHome } from '../base/files/home-path.ts';
import { cliErrors } from './errors.ts';

/**
 * The absolute path; `~` is the home folder also where no shell expands it, as after “=”. npm runs a script in the
 * project's folder and keeps the person's own in INIT_CWD; paths mean the person's. Throws `cli/emptyPath`.
 */
export function resolvePath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (path === '') throw cliErrors.emptyPath({});
  const { INIT_CWD: from, npm_package_name: project } = environment;
  const expanded = expandHome(path);
  return project === 'slipway' && from ? resolve(from, expanded) : resolve(expanded);
}

/** The paths that match a name such as `*.apk`, which shells of Windows do not expand; the name itself if there are none. */
export async function matchingPaths(name: string): Promise<readonly string[]> {
  if (!/[*?]/.test(name) || existsSync(resolvePath(name))) return [name];
  const found: string[] = [];
  for await (const path of glob(expandHome(name), { cwd: resolvePath('.') })) found.push(path);
  return found.length > 0 ? found.toSorted() : [name];
}
