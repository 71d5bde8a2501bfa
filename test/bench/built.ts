import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const project = join(import.meta.dirname, '..', '..');

/** Builds the application and returns its folder, `out`. */
export async function build(): Promise<string> {
  const vite = join(project, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = ['build', '--app', '--logLevel', 'warn', '-c', '.config/vite.config.ts'];
  await promisify(execFile)(process.execPath, [vite, ...words], { cwd: project });
  return join(project, 'out');
}
