/** `--timeout`: stops work like an interrupt, but reports `cli/timedOut`. */
import { InvalidArgumentError } from 'commander';
import { isAbort } from '../../base/errors.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Context } from './context.ts';

/** Maximum of one week. Longer limits are probably mistakes and may exceed the range of a timer. */
const maxSeconds = 7 * 24 * 3_600;

export function parseTimeout(value: string): number {
  const seconds = Number(value);
  if (!/^\d+$/.test(value) || seconds < 1 || seconds > maxSeconds)
    throw new InvalidArgumentError(`Expected whole seconds from 1 to ${maxSeconds}.`);
  return seconds;
}

/** Returns true if the time limit expired, false if the command was interrupted. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** Runs `work` for at most `seconds`; no limit if undefined. Throws `cli/timedOut`. */
export async function withTimeLimit(
  context: Context,
  seconds: number | undefined,
  work: (context: Context) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (seconds === undefined) return work(context);
  const { interrupt, terminal } = context;
  const timeout = AbortSignal.timeout(seconds * 1_000);
  const signal = AbortSignal.any([interrupt.signal, timeout]);
  const requested = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const timedOut = () => cliErrors.timedOut({ seconds });
  try {
    const code = await work({ ...context, interrupt: { ...interrupt, signal, requested } });
    if (code !== exitCodes.interrupted || interrupt.signal.aborted) return code;
    terminal.note(`slipway: ${timedOut().message}`);
    return exitCodes.failed;
  } catch (error) {
    if (interrupt.signal.aborted || !timeout.aborted || !isAbort(error)) throw error;
    throw timedOut();
  }
}
