/** Runs programs of node_modules with the current Node and without a shell, so that paths need no quoting. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

const packages = {
  biome: '@biomejs/biome',
  cspell: 'cspell',
  knip: 'knip',
  playwright: '@playwright/test',
  tsc: 'typescript',
  vite: 'vite',
  vitest: 'vitest',
} as const;

export type Tool = keyof typeof packages;

/** Runs a tool in the project folder with this terminal. Returns true if it exits with 0. */
export function runTool(
  name: Tool,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): boolean {
  const folder = join(root, 'node_modules', packages[name]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const { status, error } = spawnSync(process.execPath, [join(folder, bin[name] ?? ''), ...parameters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (error) console.error(`${name} could not be started: ${error.message}`);
  return status === 0;
}

/** Runs the build of `npm run build`. Returns true if it succeeds. */
export function build(): boolean {
  return runTool('vite', ['build', '--app', '--logLevel', 'warn', '-c', '.config/vite.config.ts']);
}
