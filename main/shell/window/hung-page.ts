/** A page that does not answer any more: the person is asked whether to wait or to load it again. */
import type { BrowserWindow } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { isAbort } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';

/** How long nothing is said, each time. */
export const patienceMs = 30_000;

export type HungPage = {
  readonly clock: Clock;
  readonly log: Log;
  /** True to load it again. The signal takes the question back. */
  readonly ask: (window: BrowserWindow, signal: AbortSignal) => Promise<boolean>;
};

export function askWhenHung(
  window: Pick<BrowserWindow, 'on'> & Pick<BrowserWindow, 'webContents'>,
  ask: (signal: AbortSignal) => Promise<boolean>,
  { clock, log }: Pick<HungPage, 'clock' | 'log'>,
): void {
  let hung: AbortController | null = null;
  const follow = async (signal: AbortSignal): Promise<void> => {
    do await clock.sleep(patienceMs, signal);
    while (!(await ask(signal)) && !signal.aborted);
    if (signal.aborted) return;
    // What follows is the same as after a crash: it is loaded again.
    window.webContents.forcefullyCrashRenderer();
  };
  const over = (): void => {
    hung?.abort();
    hung = null;
  };
  window.on('unresponsive', () => {
    if (hung) return;
    hung = new AbortController();
    log.warn('The page does not answer');
    follow(hung.signal).catch((error: unknown) => {
      if (!isAbort(error)) log.error('The person could not be asked', { error });
    });
  });
  window.on('responsive', over);
  window.on('closed', over);
  window.webContents.on('render-process-gone', over);
}
