/** Rejects debuggers in the installed application: they could read passwords and act for the user. */
import { app, dialog } from 'electron';
import { translatorOf } from '../../messages/translator.ts';
import { usageExitCode } from '../start/start-arguments.ts';
import { systemLocale } from './system-locale.ts';

/** Shows the reason in the system language and ends the process. */
export function refuseDebugging(name: string): void {
  const { translate } = translatorOf(systemLocale());
  // Before Electron is ready, this writes to the terminal on Linux.
  dialog.showErrorBox(translate('dialog/notStarted'), translate('dialog/debugging', { name }));
  app.exit(usageExitCode);
}
