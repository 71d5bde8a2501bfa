/** `npm run tool -- NAME [OPTIONS]`: runs a rarely used tool. Without a known name, lists the tools. */
import { findElectron } from '../test/e2e/real-electron.ts';
import { runTool } from '../test/tools.ts';
import { checkSubjects } from './commit-subjects.ts';

type Tool = { readonly help: string; run(options: readonly string[]): unknown };

const tools: Readonly<Record<string, Tool>> = {
  cluster: {
    help: 'Three instances on PostgreSQL, Ceph and Swift (Debian, root)',
    run: () => import('../test/cluster/run.ts'),
  },
  electron: { help: 'End-to-end tests in a real Electron, after `npm run build`', run: runInElectron },
  format: {
    help: 'Format all files and apply safe fixes',
    run: (options) => exitWith(runTool('biome', ['check', '--write', ...(options.length ? options : ['.'])])),
  },
  fuzz: {
    help: 'Random builds against the build readers, for SECONDS (default 60)',
    run: () => import('../test/fuzz.ts'),
  },
  installers: {
    help: 'Install, upgrade and remove the packages (Debian, root)',
    run: () => import('../test/installers/run.ts'),
  },
  line: {
    help: 'Uploads over slow, lossy and dead networks (Linux, root)',
    run: () => import('../test/faults/line/run.ts'),
  },
  screenshots: {
    help: 'Pictures of every screen and dialog in test/e2e/screenshots',
    run: () => import('../test/e2e/take-screenshots.ts'),
  },
  soak: {
    help: 'Random builds and random faults, for --minutes N (default 30)',
    run: () => import('../test/faults/soak.ts'),
  },
  subjects: {
    help: 'Check the subjects of the last 150 commits, or of a range of git',
    run: (options) => exitWith(checkSubjects(options)),
  },
};

function runInElectron(options: readonly string[]): void {
  const electron = findElectron();
  if ('path' in electron) {
    const config = ['-c', '.config/playwright.config.ts', '--project=electron'];
    exitWith(runTool('playwright', ['test', ...config, ...options]));
  } else {
    process.stderr.write(`Not run: ${electron.reason}.\n`);
    exitWith(false);
  }
}

function exitWith(passed: boolean): void {
  process.exitCode = passed ? 0 : 1;
}

const [name = '', ...options] = process.argv.splice(2);
// The imported tool reads the remaining options from `process.argv`.
process.argv.push(...options);
const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
if (tool) await tool.run(options);
else {
  const list = Object.entries(tools).map(([existing, { help }]) => `  ${existing.padEnd(12)} ${help}`);
  const usage = ['Usage: npm run tool -- NAME [OPTIONS]', '', ...list, ''].join('\n');
  if (name === '') process.stdout.write(usage);
  else {
    process.stderr.write(`Unknown tool: ${name}\n${usage}`);
    process.exitCode = 2;
  }
}
