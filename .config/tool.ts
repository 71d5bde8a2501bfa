/** `npm run tool -- NAME [OPTIONS]`: runs a rarely used tool. Without a name, or with an unknown one, lists them. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runTool } from '../test/tools.ts';

const project = join(import.meta.dirname, '..');

/** Runs a script of the project in this process, with the remaining arguments. */
const script =
  (path: string) =>
  async (options: readonly string[]): Promise<void> => {
    const file = join(project, path);
    process.argv = [process.execPath, file, ...options];
    await import(pathToFileURL(file).href);
  };

const playwright = ['test', '-c', '.config/playwright.config.ts', '--project=electron'];

const tools: Readonly<
  Record<string, { readonly help: string; run(options: readonly string[]): void | Promise<void> }>
> = {
  electron: {
    help: 'End-to-end tests in a real Electron, after `npm run build`',
    run: (options) => exitWith(runTool('playwright', [...playwright, ...options])),
  },
  format: {
    help: 'Format all files and apply safe fixes',
    run: (options) => exitWith(runTool('biome', ['check', '--write', ...(options.length ? options : ['.'])])),
  },
  fuzz: {
    help: 'Random builds against the build readers, for SECONDS (default 60)',
    run: script('test/fuzz.ts'),
  },
  installers: {
    help: 'Install, upgrade and remove the packages (Debian, root)',
    run: script('test/installers/run.ts'),
  },
  line: {
    help: 'Uploads over slow, lossy and dead networks (Linux, root)',
    run: script('test/faults/line/run.ts'),
  },
  reach: {
    help: 'Three instances on PostgreSQL, Ceph and Swift (Debian, root)',
    run: script('test/reach/run.ts'),
  },
  screenshots: {
    help: 'Pictures of every screen and dialog in test/e2e/screenshots',
    run: script('test/e2e/take-screenshots.ts'),
  },
  soak: {
    help: 'Random builds and random faults, for --minutes N (default 30)',
    run: script('test/faults/soak.ts'),
  },
};

function exitWith(passed: boolean): void {
  process.exitCode = passed ? 0 : 1;
}

const [name = '', ...options] = process.argv.slice(2);
const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
if (tool) await tool.run(options);
else {
  const list = Object.entries(tools).map(([known, { help }]) => `  ${known.padEnd(12)} ${help}`);
  const usage = ['Usage: npm run tool -- NAME [OPTIONS]', '', ...list, ''].join('\n');
  if (name === '') process.stdout.write(usage);
  else {
    process.stderr.write(`Unknown tool: ${name}\n${usage}`);
    process.exitCode = 2;
  }
}
