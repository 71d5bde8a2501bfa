import { CommanderError } from 'commander';
import { type Environment, extractSecrets } from '../base/environment.ts';
import { ensureHome } from '../base/files/home-path.ts';
import { cliErrors } from './errors.ts';
import { exitCodes } from './exit-codes.ts';
import { topicText } from './help-topics.ts';
import type { GlobalOptions } from './options/options.ts';
import { version } from './paths.ts';
import { commandsFor, emptyProgram } from './program.ts';
import type { Run, RunWithoutFolder } from './run/run-command.ts';
import { ownStreams, watchOutput } from './terminal/output.ts';
import { createTerminal, reportError, reportFailure, type Streams } from './terminal/terminal.ts';

/** Runs this process as one command. Removes secrets from `process.env`, which child processes inherit. */
export function runProgram(argv: readonly string[]): Promise<number> {
  ensureHome();
  return runCli(argv, ownStreams(), extractSecrets(process.env));
}

/** Reports `cli/onlyWindow`, for installed applications without a command line. */
export function refuseProgram(argv: readonly string[]): Promise<number> {
  const streams = ownStreams();
  return withOutputCheck(streams, async () =>
    reportError(
      createTerminal(streams, hasOption(argv, '--json')),
      cliErrors.onlyWindow({ version: version() }),
    ),
  );
}

/**
 * Runs one command and returns its exit code once its services are stopped. Reports user errors. Reads
 * secrets from `environment`.
 */
export function runCli(
  argv: readonly string[],
  streams: Streams,
  environment: Environment = process.env,
): Promise<number> {
  return withOutputCheck(streams, () => runCommands(argv, streams, environment));
}

async function withOutputCheck(streams: Streams, run: () => Promise<number>): Promise<number> {
  const terminal = createTerminal(streams, false);
  const output = watchOutput(streams, (reason) => reportError(terminal, reason));
  const exitCode = await run();
  // Truncated output must not end with exit code 0.
  return (await output.lost()) && exitCode === exitCodes.done ? exitCodes.failed : exitCode;
}

/** Returns true if an option is among the unparsed arguments before `--`. */
function hasOption(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes(name);
}

async function runCommands(
  argv: readonly string[],
  streams: Streams,
  environment: Environment,
): Promise<number> {
  const json = hasOption(argv, '--json');
  const colour = !hasOption(argv, '--no-color');
  const textStreams = json ? { ...streams, stdout: streams.stderr } : streams;
  const topic = topicText(argv);
  if (topic !== null) {
    textStreams.stdout.write(topic);
    return exitCodes.done;
  }
  const program = emptyProgram(textStreams, colour);
  let exitCode: number = exitCodes.done;
  const input = { streams, environment };
  const inDataFolder: Run = async (work) => {
    const { openDataFolder, runCommand } = await import('./run/run-command.ts');
    exitCode = await runCommand(input, program.opts<GlobalOptions>(), openDataFolder, work);
  };
  const withoutFolder: RunWithoutFolder = async (work) => {
    const { openWithoutFolder, runCommand } = await import('./run/run-command.ts');
    const { dataDir, ...options } = program.opts<GlobalOptions>();
    const isGiven = program.getOptionValueSource('dataDir') === 'cli';
    exitCode = await runCommand(input, isGiven ? { ...options, dataDir } : options, openWithoutFolder, work);
  };
  try {
    const added = await commandsFor(argv);
    for (const add of added) add(program, inDataFolder, withoutFolder);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    const terminal = createTerminal(streams, json, colour);
    if (!(error instanceof CommanderError)) return reportError(terminal, error);
    if (error.exitCode === 0) return exitCodes.done;
    const message =
      error.code === 'commander.help'
        ? 'No command was given. “slipway --help” lists them.'
        : error.message.replace(/^error: /, '');
    reportFailure(terminal, { code: 'cli/usage', message, remedy: 'check-input' });
    return exitCodes.usage;
  }
}
