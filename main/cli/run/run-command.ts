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
import type { GlobalOptions } from '../options/options.ts';
import { resolvePath } from '../resolve-path.ts';
import { listenForInterrupt } from '../terminal/interrupt.ts';
import { createTerminal, reportError, type Streams } from '../terminal/terminal.ts';
import { endWhenUncaught, type Uncaught } from '../terminal/uncaught.ts';
import type { CommandContext, Context } from './context.ts';

export type Run = (work: (context: Context) => Promise<number>) => Promise<void>;

export type RunWithoutFolder = (work: (context: CommandContext) => Promise<number>) => Promise<void>;

export type AddCommands = (program: Command, run: Run, runWithoutFolder: RunWithoutFolder) => void;

/** Opens the resources of a command, and the log that receives uncaught errors. */
export type Opening<Resources> = (
  options: GlobalOptions,
  context: CommandContext,
) => { readonly resources: Resources; readonly log: () => Log };

export const openDataFolder: Opening<Pick<Context, 'dataDir' | 'isDefaultFolder'>> = (
  { dataDir: named },
  { redactor },
) => {
  // An empty variable counts as not set.
  const dataDir = named ? resolvePath(named) : defaultDataFolder();
  checkFolder(dataDir);
  const log = (): Log => {
    const sinks = [fileSink(join(dataDir, 'logs', 'slipway.log'))];
    return createLog({ clock: systemClock, redactor, sinks });
  };
  return { resources: { dataDir, isDefaultFolder: !named }, log };
};

/** Opens no resources, for commands without a data folder. Throws `cli/badOption` if one is given. */
export const openWithoutFolder: Opening<object> = ({ dataDir }, context) => {
  if (dataDir !== undefined) {
    const problem = '“slipway server” has no --data-dir. Set SLIPWAY_DATA_FOLDER instead.';
    throw cliErrors.badOption({ problem });
  }
  return { resources: {}, log: () => serverLog(context, 'error') };
};

/** Creates a log of JSON lines: on stdout, or on stderr for a command that prints a result. */
export function serverLog(
  { terminal, redactor }: CommandContext,
  level: LogLevel,
  stream: 'stdout' | 'stderr' = 'stdout',
): Log {
  const sinks = [(line: string) => (stream === 'stdout' ? terminal.raw(`${line}\n`) : terminal.note(line))];
  return createLog({ clock: systemClock, redactor, sinks, level, format: jsonLine });
}

/** Runs a command until it finishes or is interrupted. Reports errors instead of throwing them. */
export async function runCommand<Resources>(
  { streams, environment }: { readonly streams: Streams; readonly environment: Environment },
  options: GlobalOptions,
  open: Opening<Resources>,
  work: (context: CommandContext & Resources) => Promise<number>,
): Promise<number> {
  const terminal = createTerminal(streams, options.json === true, options.color);
  const interrupt = listenForInterrupt(() =>
    terminal.note('Stopping … press Ctrl-C again to stop immediately.'),
  );
  const redactor = new Redactor();
  const context = { terminal, interrupt, environment, verbose: options.verbose === true, redactor };
  let uncaught: Uncaught | null = null;
  try {
    const { resources, log } = open(options, context);
    uncaught = endWhenUncaught({ terminal, interrupt, log, redactor });
    const exitCode = await work({ ...context, ...resources });
    return uncaught.happened() ? exitCodes.failed : exitCode;
  } catch (error) {
    return uncaught?.happened() ? exitCodes.failed : reportError(terminal, error);
  } finally {
    uncaught?.stop();
    interrupt.stop();
  }
}
