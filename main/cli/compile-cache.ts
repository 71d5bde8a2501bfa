import module from 'node:module';
import { join } from 'node:path';
import { projectDir } from './paths.ts';

/**
 * Stores Node's compile cache beside the program, because a user who can write there can change the program
 * too. Node caches nothing if the folder is not writable.
 */
export function enableCompileCache(): void {
  module.enableCompileCache(join(projectDir(), 'out', 'compiled'));
}
