/** The terminal front end: arguments in, an exit code out. */
import { type Command, CommanderError } from 'commander';
import { type Environment, takeEnvironment } from '../base/environment.ts';
import { cliErrors } from './errors.ts';
import { exitCodeHelp, exitCodes, pushExitCodeHelp } from './exit-codes.ts';
import { withCurrentNames } from './options/deprecated-options.ts';
import { type GlobalOptions, refuseSecretOptions } from './options/options.ts';
import { version } from './paths.ts';
import type { CommandContext } from './run/context.ts';
import {
  type AddCommands,
  type Opening,
  openDataFolder,
  openNothing,
  runCommand,
} from './run/run-command.ts';
import { ownStreams, watchOutput } from './terminal/output.ts';
import { QuietCommand } from './terminal/quiet-command.ts';
import { createTerminal, reportError, reportFailure, type Streams } from './terminal/terminal.ts';

/** Runs this process as one command, whose secrets no program that is started finds in its environment. */
export function runProgram(argv: readonly string[]): Promise<number> {
  return runCli(argv, ownStreams(), takeEnvironment(process.env));
}

/** For an installed application that is not the command line: says what is, and runs nothing. */
export function refuseProgram(argv: readonly string[]): Promise<number> {
  const streams = ownStreams();
  return watched(streams, async () =>
    reportError(createTerminal(streams, asksForJson(argv)), cliErrors.onlyWindow({ version: version() })),
  );
}

/**
 * Runs one command. Never throws for what a person did; resolves with the exit code when everything is stopped. Secrets are
 * read from `environment`.
 */
export function runCli(
  argv: readonly string[],
  streams: Streams,
  environment: Environment = process.env,
): Promise<number> {
  return watched(streams, () => runCommands(argv, streams, environment));
}

async function watched(streams: Streams, run: () => Promise<number>): Promise<number> {
  const terminal = createTerminal(streams, false);
  const output = watchOutput(streams, (reason) => reportError(terminal, reason));
  const exitCode = await run();
  // A result that is cut short must not look like a whole one.
  return (await output.lost()) && exitCode === exitCodes.done ? exitCodes.failed : exitCode;
}

function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

async function runCommands(
  argv: readonly string[],
  streams: Streams,
  environment: Environment,
): Promise<number> {
  const words = withCurrentNames(argv);
  const json = asksForJson(words);
  const program = emptyProgram(json ? { ...streams, stdout: streams.stderr } : streams);
  let exitCode: number = exitCodes.done;
  const runIn =
    <Place>(open: Opening<Place>) =>
    async (work: (context: CommandContext & Place) => Promise<number>): Promise<void> => {
      exitCode = await runCommand({ streams, environment }, program.opts<GlobalOptions>(), open, work);
    };
  try {
    const loaded = await Promise.all(groupsFor(words).map(({ load }) => load()));
    for (const add of loaded) add(program, runIn(openDataFolder), runIn(openNothing));
    await program.parseAsync([...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    const terminal = createTerminal(streams, json);
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

type Group = { readonly names: readonly string[]; readonly load: () => Promise<AddCommands> };

/**
 * In the order of the help. A group loads all that its commands use but the service: a library that listens for signals
 * must be there before `listenForInterrupt`.
 */
const groups: readonly Group[] = [
  { names: ['upload'], load: async () => (await import('./commands/upload.ts')).addUploadCommand },
  { names: ['watch'], load: async () => (await import('./commands/watch.ts')).addWatchCommand },
  {
    names: ['folders'],
    load: async () => (await import('./commands/folders/folders.ts')).addFoldersCommands,
  },
  { names: ['inspect'], load: async () => (await import('./commands/inspect.ts')).addInspectCommand },
  {
    names: ['apps', 'versions', 'activate', 'deactivate', 'send'],
    load: async () => (await import('./commands/apps.ts')).addAppsCommands,
  },
  { names: ['queue'], load: async () => (await import('./commands/queue.ts')).addQueueCommands },
  { names: ['history'], load: async () => (await import('./commands/history.ts')).addHistoryCommands },
  { names: ['network'], load: async () => (await import('./commands/network.ts')).addNetworkCommands },
  { names: ['push'], load: async () => (await import('./commands/push/push.ts')).addPushCommands },
  {
    names: ['service'],
    load: async () => (await import('./commands/service/service.ts')).addServiceCommands,
  },
  {
    names: ['serve', 'web', 'start'],
    load: async () => (await import('./commands/serve.ts')).addServeCommands,
  },
  { names: ['licenses'], load: async () => (await import('./commands/licenses.ts')).addLicensesCommand },
  { names: ['demo'], load: async () => (await import('./commands/demo.ts')).addDemoCommand },
  { names: ['server'], load: async () => (await import('./server/server.ts')).addServerCommands },
];

/** Those a command line needs: the group of its command, none for the version, all for the help and for what is no command. */
function groupsFor(words: readonly string[]): readonly Group[] {
  const command = words.find((word, at) => !word.startsWith('-') && words[at - 1] !== '--data-dir');
  const group = groups.find(({ names }) => names.some((name) => name === command));
  if (group) return [group];
  return command === undefined && words.some((word) => word === '--version' || word === '-V') ? [] : groups;
}

/** What every command shares: options, exit codes in the help, and where text goes. */
function emptyProgram(streams: Streams): Command {
  const program = new QuietCommand('slipway')
    .description('Takes finished mobile builds from the compiler’s output folder to testers’ phones.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option(
      '--json',
      'stdout holds JSON only: the result, or {"error": {code, message, remedy, values}} without one',
    )
    .option(
      '--data-dir <folder>',
      'folder of settings, queue and built-in service; default: the application’s own',
    )
    .option('--verbose', 'write the log to stderr too')
    .addHelpText('afterAll', ({ command }) => exitCodesOf(command))
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'slipway: ')),
    })
    .helpCommand('help [command]', 'Prints the help of a command.')
    .showHelpAfterError('“slipway --help” lists the commands, “slipway help COMMAND” explains one.');
  return refuseSecretOptions(program);
}

function exitCodesOf(command: Command): string {
  for (let one: Command | null = command; one; one = one.parent) {
    if (one.name() === 'push' && one.parent && !one.parent.parent) return pushExitCodeHelp;
  }
  return exitCodeHelp;
}
