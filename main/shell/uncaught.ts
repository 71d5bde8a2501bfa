/** Quits after an uncaught error, because the state of the process is unknown. */

import { app, dialog } from 'electron';
import { toFailure, uncaughtError } from '../base/errors.ts';
import { onUncaught } from '../base/uncaught.ts';
import { textOf } from '../messages/text.ts';
import { translatorOf } from '../messages/translator.ts';
import type { Logging } from './logging.ts';

export type UncaughtOptions = Logging & {
  readonly locale: () => string;
  /** Stops everything, then calls `act`, which must end the process. */
  readonly quitThen: (act: () => void) => void;
};

/** Quits after the first uncaught error. Further errors are only logged, because quitting may cause them. */
export function quitOnUncaught({ log, redactor, locale, quitThen }: UncaughtOptions): void {
  let ending = false;
  onUncaught((error) => {
    log.error('Uncaught error', { error });
    if (ending) return;
    ending = true;
    quitThen(() => {
      // Lets a new instance start while the dialog is open.
      app.releaseSingleInstanceLock();
      const language = locale();
      // This is the only dialog that is available before Electron is ready.
      dialog.showErrorBox(
        translatorOf(language).translate('dialog/broken'),
        textOf(toFailure(uncaughtError(error, (text) => redactor.text(text))), language),
      );
      app.exit(1);
    });
  });
}
