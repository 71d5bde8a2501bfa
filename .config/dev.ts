/**
 * `npm run dev`: builds and starts the application with its own data folder, again after each change. Passes
 * options to `slipway start`, such as `--no-open` or `--data-dir FOLDER`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { createBuilder } from 'vite';

const project = join(import.meta.dirname, '..');
const dataDir = process.env['SLIPWAY_DATA_DIR'] ?? join(project, 'node_modules', '.slipway-dev');
const words = ['start', '--data-dir', dataDir, ...process.argv.slice(2)];
/** Debounces changes, so that saving several files causes only one build. */
const debounceMs = 200;

let application: ChildProcess | null = null;
let changed = Promise.withResolvers<void>();

async function build(): Promise<boolean> {
  try {
    await once(spawn(process.execPath, [join(import.meta.dirname, 'message-types.ts')]), 'exit');
    const configFile = join(import.meta.dirname, 'vite.config.ts');
    await (await createBuilder({ configFile, logLevel: 'warn' })).buildApp();
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

function start(): void {
  const child = spawn(process.execPath, [join(project, 'out/main/index.js'), ...words], { stdio: 'inherit' });
  application = child;
  child.once('exit', (code) => {
    if (application !== child) return;
    application = null;
    // The user closed the application. After a crash, the next change starts it again.
    if (code === 0) process.exit();
    console.error('The application ended. The next change starts it again.');
  });
}

/** Resolves once the application has stopped and released its data folder. */
async function stop(): Promise<void> {
  const child = application;
  application = null;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stop().then(() => process.exit()));
}
const folders = ['main', 'preload', 'renderer', 'assets'].map((folder) => join(project, folder));
const options = { ignoreInitial: true, ignored: (path: string) => path.endsWith('resources.d.ts') };
watch(folders, options).on('all', () => changed.resolve());
for (;;) {
  if (await build()) {
    await stop();
    start();
  }
  await changed.promise;
  await new Promise((resolve) => setTimeout(resolve, debounceMs));
  changed = Promise.withResolvers<void>();
}
