import module from 'node:module';
import { join } from 'node:path';
import { projectDir } from './paths.ts';

/** Keeps Node's compile cache beside the program, where only users who can change the program can write. */
export function enableCompileCache(): void {
  module.enableCompileCache(join(projectDir(), 'out', 'compiled'));
}
