/** A debugger could read every password and act in the person's name, so the installed application has none. */
import { app, dialog } from 'electron';
import { translatorOf } from '../../messages/translator.ts';
import { usageExitCode } from '../start/start-arguments.ts';
import { systemLocale } from './system-locale.ts';

/** Says so in the system's language and ends the process. */
export function refuseDebugging(name: string): void {
  const { say } = translatorOf(systemLocale());
  // On Linux it goes to the terminal, for Electron is not ready.
  dialog.showErrorBox(say('dialog/notStarted'), say('dialog/debugging', { name }));
  app.exit(usageExitCode);
}
