import module from 'node:module';
import { join } from 'node:path';
import { projectDir } from './paths.ts';

/**
 * Keeps Node's compile cache beside the program: users who can change the cache can already change
 * the program. Node caches nothing if the folder is not writable.
 */
export function enableCompileCache(): void {
  module.enableCompileCache(join(projectDir(), 'out', 'compiled'));
}
