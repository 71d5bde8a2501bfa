/** Entry of the installed application: a command given, or no Electron around it → command line; else the window. */
import './node-check.js';
import { asksForCommand, givenArguments } from './shell/start-arguments.ts';

const insideElectron = process.versions['electron'] !== undefined;
const packaged = insideElectron && !('defaultApp' in process);
const given = givenArguments(process.argv, packaged);

if (insideElectron && !asksForCommand(given)) {
  const { startShell } = await import('./shell/app.ts');
  startShell({ arguments: given });
} else {
  const { runProgram } = await import('./cli/cli.ts');
  process.exitCode = await runProgram(given);
  if (insideElectron) process.exit();
}
