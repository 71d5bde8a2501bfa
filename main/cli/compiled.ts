import module from 'node:module';
import { join } from 'node:path';
import { projectDir } from './paths.ts';

/**
 * Has Node keep what it compiles for the next start, beside the program: whoever can change what is kept there can change
 * the program too. Where that folder cannot be written nothing is kept.
 */
export function keepCompiled(): void {
  module.enableCompileCache(join(projectDir(), 'out', 'compiled'));
}
