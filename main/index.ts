/** Runs the command line if given a command or without Electron; otherwise opens the window. */
import './node-check.js';
import { limitHeapGrowth } from './base/heap-growth.ts';
import { enableCompileCache } from './cli/compile-cache.ts';
import { isCommand, isCommandLine, userArguments } from './shell/start/start-arguments.ts';
import { debuggingSwitch } from './shell/system/debugging-switches.ts';

const insideElectron = process.versions['electron'] !== undefined;
const packaged = insideElectron && !('defaultApp' in process);
const given = userArguments(process.argv, packaged);
const debugging = packaged ? debuggingSwitch(given, process.platform) : null;

// Prevents Windows from starting a git.exe in the working directory.
if (process.platform === 'win32') process.env['NoDefaultCurrentDirectoryInExePath'] = '1';

// Delayed, because it loads modules that short commands do not need.
setTimeout(limitHeapGrowth, 1_000).unref();
if (debugging !== null) {
  const { refuseDebugging } = await import('./shell/system/refuse-debugging.ts');
  refuseDebugging(debugging);
} else if (insideElectron && !isCommand(given)) {
  const { startShell } = await import('./shell/app.ts');
  startShell({ arguments: given });
} else {
  if (!insideElectron) enableCompileCache();
  const { refuseProgram, runProgram } = await import('./cli/cli.ts');
  const refuses = packaged && !isCommandLine(process.platform);
  process.exitCode = await (refuses ? refuseProgram : runProgram)(given);
  if (insideElectron) process.exit();
}
