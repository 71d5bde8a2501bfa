import module from 'node:module';
import { join } from 'node:path';
import { projectDir } from './paths.ts';

/**
 * Enables Node's compile cache beside the program: a user who can write there can change the program too.
 * Node caches nothing if the folder is not writable.
 */
export function enableCompileCache(): void {
  module.enableCompileCache(join(projectDir(), 'out', 'compiled'));
}
