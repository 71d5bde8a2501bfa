/** Reports and logs uncaught errors of a running command, then stops it as on Ctrl-C. */

import { toFailure, uncaughtError } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { onUncaught } from '../../base/uncaught.ts';
import { localeFor } from '../../messages/locale.ts';
import { textOf } from '../../messages/text.ts';
import { exitCodes } from '../exit-codes.ts';
import { plainText } from './format.ts';
import type { Interrupt } from './interrupt.ts';
import { reportFailure, type Terminal } from './terminal.ts';

export type Uncaught = {
  happened(): boolean;
  stop(): void;
};

/** Maximum time to shut down. The next start continues unfinished work. */
const maxShutdownMs = 15_000;

export function endWhenUncaught(options: {
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly log: () => Log;
  readonly redactor: Redactor;
}): Uncaught {
  const { terminal, interrupt, log, redactor } = options;
  let happened = false;
  const stop = onUncaught((error) => {
    log().error('Uncaught error', { error });
    if (happened) return;
    happened = true;
    const failure = toFailure(uncaughtError(error, (text) => redactor.text(text)));
    const { locale } = Intl.DateTimeFormat().resolvedOptions();
    const text = textOf(failure, localeFor('system', [locale]));
    terminal.note(`slipway: ${plainText(text)}`);
    reportFailure(terminal, failure);
    process.exitCode = exitCodes.failed;
    setTimeout(() => process.exit(exitCodes.failed), maxShutdownMs).unref();
    interrupt.end();
  });
  return { happened: () => happened, stop };
}
