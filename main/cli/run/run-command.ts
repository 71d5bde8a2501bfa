/** One command from its options to its exit code: where it works, and how it ends. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../base/clock.ts';
import { checkFolder } from '../../base/database/lock.ts';
import type { Environment } from '../../base/environment.ts';
import { createLog, fileSink, jsonLine, type Log, type LogLevel } from '../../base/log/log.ts';
import { Redactor } from '../../base/log/redact.ts';
import { defaultDataFolder } from '../../core/default-data-folder.ts';
import { cliErrors } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { resolvePath } from '../given-paths.ts';
import type { GlobalOptions } from '../options/options.ts';
import { listenForInterrupt } from '../terminal/interrupt.ts';
import { createTerminal, reportError, type Streams } from '../terminal/terminal.ts';
import { endWhenUncaught, type Uncaught } from '../terminal/uncaught.ts';
import type { CommandContext, Context } from './context.ts';

/** Runs what a command does, once its arguments are parsed. */
export type Run = (work: (context: Context) => Promise<number>) => Promise<void>;

/** The same for a command without a data folder. */
export type RunWithoutFolder = (work: (context: CommandContext) => Promise<number>) => Promise<void>;

/** Defines commands; `run` runs one in the data folder. */
export type AddCommands = (program: Command, run: Run, runWithoutFolder: RunWithoutFolder) => void;

/** Gives what a command works on, and where an error that nothing caught is written. */
export type Opening<Place> = (
  options: GlobalOptions,
  context: CommandContext,
) => { readonly place: Place; readonly log: () => Log };

export const openDataFolder: Opening<Pick<Context, 'dataDir' | 'isDefaultFolder'>> = (
  { dataDir: named },
  { redactor },
) => {
  // An empty variable is as good as none.
  const dataDir = named ? resolvePath(named) : defaultDataFolder();
  checkFolder(dataDir);
  const log = (): Log => {
    const sinks = [fileSink(join(dataDir, 'logs', 'slipway.log'))];
    return createLog({ clock: systemClock, redactor, sinks });
  };
  return { place: { dataDir, isDefaultFolder: !named }, log };
};

/** For a command that neither has nor makes a data folder. */
export const openNothing: Opening<object> = ({ dataDir }, context) => {
  if (dataDir !== undefined) {
    const problem = 'A server has no data folder of that kind; its variable SLIPWAY_DATA_FOLDER names one.';
    throw cliErrors.badOption({ problem });
  }
  return { place: {}, log: () => serverLog(context, 'error') };
};

/** The log of a server, one JSON object per line: on stdout, or on stderr for a command that has a result. */
export function serverLog(
  { terminal, redactor }: CommandContext,
  level: LogLevel,
  stream: 'stdout' | 'stderr' = 'stdout',
): Log {
  const sinks = [(line: string) => (stream === 'stdout' ? terminal.raw(`${line}\n`) : terminal.note(line))];
  return createLog({ clock: systemClock, redactor, sinks, level, format: jsonLine });
}

/** Runs one command in what `open` gives, until it ends or a person asks it to. Never throws. */
export async function runCommand<Place>(
  { streams, environment }: { readonly streams: Streams; readonly environment: Environment },
  options: GlobalOptions,
  open: Opening<Place>,
  work: (context: CommandContext & Place) => Promise<number>,
): Promise<number> {
  const terminal = createTerminal(streams, options.json === true, options.color);
  const interrupt = listenForInterrupt(() => terminal.note('Stopping … press Ctrl-C again to stop at once.'));
  const redactor = new Redactor();
  const context = { terminal, interrupt, environment, verbose: options.verbose === true, redactor };
  let uncaught: Uncaught | null = null;
  try {
    const { place, log } = open(options, context);
    uncaught = endWhenUncaught({ terminal, interrupt, log, redactor });
    const exitCode = await work({ ...context, ...place });
    return uncaught.happened() ? exitCodes.failed : exitCode;
  } catch (error) {
    return uncaught?.happened() ? exitCodes.failed : reportError(terminal, error);
  } finally {
    uncaught?.stop();
    interrupt.stop();
  }
}
