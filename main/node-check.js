/**
 * Runs on any version of Node.js, before modules that need a newer one. If Node.js is too old, restarts with
 * the one that npm installed for Slipway, or exits with a readable error.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { isatty } from 'node:tty';

const needed = 24;

if (Number.parseInt(process.versions.node, 10) < needed) {
  const installed = installedNode();
  if (installed === null) refuse();
  else await restartWith(installed);
}

/** Returns the npm package with Node.js for this computer; null on macOS, which has none. */
function nodePackage() {
  if (process.platform === 'darwin') return null;
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

/** Returns the path of Node.js from the npm package; null if there is none or npm could not install it. */
function installedNode() {
  const name = nodePackage();
  if (name === null) return null;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${program}`);
  } catch {
    return null;
  }
}

/** Never resolves: this process exits with the result of the child. */
function restartWith(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // A terminal sends SIGINT and SIGHUP to both processes.
  const isInTerminal = [0, 1, 2].some((stream) => isatty(stream));
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) {
    process.on(signal, () => {
      if (!isInTerminal || signal === 'SIGTERM') child.kill(signal);
    });
  }
  child.on('error', refuse);
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  return new Promise(() => undefined);
}

function refuse() {
  const name = nodePackage();
  const missing =
    name === null
      ? ''
      : ` npm did not install the optional package ${name}, which contains Node.js. Install Slipway again with access to the package registry and without --omit=optional. Or:`;
  const message = `Slipway needs Node.js ${needed} or newer, but ${process.execPath} is ${process.versions.node}.${missing} Install Node.js ${needed} from https://nodejs.org, check that “node --version” prints that version, and start Slipway again.`;
  process.stderr.write(`slipway: ${message}\n`);
  if (process.argv.includes('--json')) {
    const error = { code: 'cli/oldNode', message, remedy: 'none' };
    process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
  }
  process.exit(1);
}
