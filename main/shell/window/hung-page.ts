/** Asks the user whether to wait for or reload an unresponsive page. */
import type { BrowserWindow } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { isAbort } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';

export const askDelayMs = 30_000;

export type HungPage = {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns true to reload the page. An abort closes the dialog. */
  readonly ask: (window: BrowserWindow, signal: AbortSignal) => Promise<boolean>;
};

export function askWhenHung(
  window: Pick<BrowserWindow, 'on'> & Pick<BrowserWindow, 'webContents'>,
  ask: (signal: AbortSignal) => Promise<boolean>,
  { clock, log }: Pick<HungPage, 'clock' | 'log'>,
): void {
  let hung: AbortController | null = null;
  const follow = async (signal: AbortSignal): Promise<void> => {
    do await clock.sleep(askDelayMs, signal);
    while (!(await ask(signal)) && !signal.aborted);
    if (signal.aborted) return;
    // The crash handler then reloads the page.
    window.webContents.forcefullyCrashRenderer();
  };
  const cancel = (): void => {
    hung?.abort();
    hung = null;
  };
  window.on('unresponsive', () => {
    if (hung) return;
    hung = new AbortController();
    log.warn('The page does not respond');
    follow(hung.signal).catch((error: unknown) => {
      if (!isAbort(error)) log.error('Could not show the question', { error });
    });
  });
  window.on('responsive', cancel);
  window.on('closed', cancel);
  window.webContents.on('render-process-gone', cancel);
}
