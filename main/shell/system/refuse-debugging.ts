/** A debugger could read every password and act in the person's name, so the installed application has none. */
import { app, dialog } from 'electron';
import { usageExitCode } from '../start/start-arguments.ts';
import { shellWords } from '../words/words.ts';
import { systemSpeaker } from './system-translator.ts';

/** Says so in the system's language and ends the process. */
export function refuseDebugging(name: string): void {
  const { dialogs } = shellWords(systemSpeaker().language);
  // On Linux it goes to the terminal, for Electron is not ready.
  dialog.showErrorBox(dialogs.notStarted, dialogs.debugging(name));
  app.exit(usageExitCode);
}
