/** Errors nothing caught: Slipway cannot know what is left undone, so it says so and ends in order. */

import { app, dialog } from 'electron';
import { toFailure, uncaughtError } from '../base/errors.ts';
import { onUncaught } from '../base/uncaught.ts';
import { textOf } from '../messages/text.ts';
import { translatorOf } from '../messages/translator.ts';
import type { Logging } from './logging.ts';

export type UncaughtOptions = Logging & {
  readonly locale: () => string;
  /** Stops everything, and lets `act` end the process. */
  readonly quitThen: (act: () => void) => void;
};

/** From now on. Further errors are only logged: they may come of the end. */
export function endWhenUncaught({ log, redactor, locale, quitThen }: UncaughtOptions): void {
  let ending = false;
  onUncaught((error) => {
    log.error('Nothing caught an error', { error });
    if (ending) return;
    ending = true;
    quitThen(() => {
      // A new start need not wait until this one was read.
      app.releaseSingleInstanceLock();
      const spoken = locale();
      // Before Electron is ready there is no other dialog.
      dialog.showErrorBox(
        translatorOf(spoken).say('dialog/broken'),
        textOf(toFailure(uncaughtError(error, (text) => redactor.text(text))), spoken),
      );
      app.exit(1);
    });
  });
}
