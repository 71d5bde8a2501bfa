/** Finds and starts Electron, with a time limit for each step. */
import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { type Environment, withoutSecrets } from '../../base/environment.ts';
import { projectDir } from '../paths.ts';

export const downloadLimitMs = 120_000;
/** If Electron fails within this time, it never showed a window. */
const startLimitMs = 15_000;

export type DesktopRun =
  | { readonly opened: true; readonly exitCode: number }
  /** `reason` is a single line. */
  | { readonly opened: false; readonly reason: string };

/**
 * Opens the desktop application and waits until it closes; returns the reason if it cannot open. `dataDir`:
 * null for the default folder.
 */
export async function runDesktop(
  environment: Environment,
  note: (line: string) => void,
  signal: AbortSignal,
  dataDir: string | null,
): Promise<DesktopRun> {
  const missing = missingDisplay(process.platform, environment);
  if (missing) return { opened: false, reason: missing };
  const found = await electronExecutable(environment, note, signal);
  if ('reason' in found) return { opened: false, reason: found.reason };
  return runElectron(found.path, environment, signal, dataDir);
}

/** Returns null if windows can be shown, else the reason. */
export function missingDisplay(platform: NodeJS.Platform, environment: Environment): string | null {
  if (platform !== 'linux' || environment.DISPLAY || environment.WAYLAND_DISPLAY) return null;
  return 'this computer has no display (DISPLAY and WAYLAND_DISPLAY are not set)';
}

async function electronExecutable(
  environment: Environment,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<{ readonly path: string } | { readonly reason: string }> {
  if (process.versions.electron !== undefined) return { path: process.execPath };
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return { reason: 'Electron is not installed' };
  }
  const installed = await installedElectron(folder, environment);
  if (installed) return { path: installed };
  note('Downloading Electron, about 110 MB, only once …');
  const problem = await runInstaller(join(folder, 'install.js'), environment, signal);
  if (problem !== null) return { reason: `Electron could not be downloaded: ${problem}` };
  const now = await installedElectron(folder, environment);
  return now ? { path: now } : { reason: 'Electron was downloaded but is not complete' };
}

/** Returns the executable named in the package's `path.txt`; null if it is not downloaded. */
async function installedElectron(folder: string, environment: Environment): Promise<string | null> {
  try {
    const override = environment.ELECTRON_OVERRIDE_DIST_PATH;
    const name = override ? 'electron' : await readFile(join(folder, 'path.txt'), 'utf8');
    const path = resolve(override ?? join(folder, 'dist'), name);
    await access(path);
    return path;
  } catch {
    return null;
  }
}

/** Returns null on success, else the reason. */
function runInstaller(script: string, environment: Environment, signal: AbortSignal): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [script], {
      env: withoutSecrets(environment),
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(downloadLimitMs)]),
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8_192);
    });
    child.once('error', (error) => {
      done(error.name === 'AbortError' ? `it took longer than ${downloadLimitMs / 1000} s` : error.message);
    });
    child.once('close', (code) => done(code === 0 ? null : errorLine(output)));
  });
}

/** Returns the last error in the output, without its stack trace. */
export function errorLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at ') && !/^[{}\])]+$/.test(line));
  const error = lines.findLast((line) => /Error\b/.test(line)) ?? lines.at(-1) ?? 'no reason was given';
  return error.replace(/^(Uncaught )?\w*Error(?: \[\w+\])?: /, '').slice(0, 300);
}

async function runElectron(
  path: string,
  environment: Environment,
  signal: AbortSignal,
  dataDir: string | null,
): Promise<DesktopRun> {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = withoutSecrets(environment);
  const parameters = [
    ...(process.versions.electron === undefined ? [projectDir()] : []),
    ...(dataDir === null ? [] : [`--user-data-dir=${dataDir}`]),
  ];
  const started = Date.now();
  return new Promise((done) => {
    const child = spawn(path, parameters, { env: rest, stdio: ['ignore', 'inherit', 'pipe'], signal });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8_192);
    });
    child.once('error', (error) => {
      // After an abort, waits for `close`, because only then is the data folder released.
      if (error.name !== 'AbortError')
        done({ opened: false, reason: `Electron cannot be started: ${error.message}` });
    });
    child.once('close', (code, ended) => {
      const failed = code !== 0 && !signal.aborted;
      if (!failed) done({ opened: true, exitCode: 0 });
      else if (Date.now() - started > startLimitMs) done({ opened: true, exitCode: code ?? 1 });
      else done({ opened: false, reason: `Electron exited immediately: ${ended ?? errorLine(output)}` });
    });
  });
}
