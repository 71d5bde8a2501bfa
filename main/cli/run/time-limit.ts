/** `--timeout`: work that is given up after a while, as if it had been interrupted, but said to be what it is. */
import { InvalidArgumentError } from 'commander';
import { isAbort } from '../../base/errors.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Context } from './context.ts';

/** A week; more is a mistake, or more than a timer can be asked for. */
const longest = 7 * 24 * 3_600;

export function parseTimeout(value: string): number {
  const seconds = Number(value);
  if (!/^\d+$/.test(value) || seconds < 1 || seconds > longest)
    throw new InvalidArgumentError(`Whole seconds from 1 to ${longest}.`);
  return seconds;
}

/** True if the time limit is over, not if the command was interrupted. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** Runs `work` for at most `seconds`, without a limit when undefined. Throws `cli/timedOut` where it ends without a result. */
export async function withTimeLimit(
  context: Context,
  seconds: number | undefined,
  work: (context: Context) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (seconds === undefined) return work(context);
  const { interrupt, terminal } = context;
  const over = AbortSignal.timeout(seconds * 1_000);
  const signal = AbortSignal.any([interrupt.signal, over]);
  const asked = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const timedOut = () => cliErrors.timedOut({ seconds });
  try {
    const code = await work({ ...context, interrupt: { ...interrupt, signal, asked } });
    if (code !== exitCodes.interrupted || interrupt.signal.aborted) return code;
    terminal.note(`slipway: ${timedOut().message}`);
    return exitCodes.failed;
  } catch (error) {
    if (interrupt.signal.aborted || !over.aborted || !isAbort(error)) throw error;
    throw timedOut();
  }
}
