/** The terminal front end: arguments in, an exit code out. */
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { type Environment, takeEnvironment } from '../base/environment.ts';
import { addAppsCommands, listApps, listVersions, setActive } from './commands/apps.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addFoldersCommands } from './commands/folders.ts';
import { addHistoryCommands } from './commands/history.ts';
import { addInspectCommand, inspect } from './commands/inspect.ts';
import { addNetworkCommands } from './commands/network.ts';
import { addPushCommands } from './commands/push/push.ts';
import { addQueueCommands } from './commands/queue.ts';
import { send } from './commands/send.ts';
import { addServeCommands, serve, start, web } from './commands/service/serve.ts';
import { addServiceCommands } from './commands/service/service.ts';
import { addUploadCommand, upload } from './commands/upload.ts';
import { addWatchCommand, watch } from './commands/watch.ts';
import { cliErrors } from './errors.ts';
import { exitCodeHelp, exitCodes, pushExitCodeHelp } from './exit-codes.ts';
import { withPresentNames } from './options/former-names.ts';
import { textIn } from './options/message-file.ts';
import { type GlobalOptions, refuseSecretOptions } from './options/options.ts';
import { projectDir, version } from './places.ts';
import type { CommandContext, Context } from './run/context.ts';
import { type Opening, openDataFolder, openNothing, runCommand } from './run/run-command.ts';
import { addServerCommands } from './server/server.ts';
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
  let exitCode: number = exitCodes.done;
  const json = asksForJson(argv);
  const program = createProgram(
    json ? { ...streams, stdout: streams.stderr } : streams,
    (options) => async (open, work) => {
      exitCode = await runCommand({ streams, environment }, options(), open, work);
    },
  );
  try {
    await program.parseAsync([...withPresentNames(argv)], { from: 'user' });
    return exitCode;
  } catch (error) {
    const terminal = createTerminal(streams, json);
    if (!(error instanceof CommanderError)) return reportError(terminal, error);
    if (error.exitCode === 0) return exitCodes.done;
    const message =
      error.code === 'commander.help'
        ? 'No command was given. “slipway --help” says which there are.'
        : error.message.replace(/^error: /, '');
    reportFailure(terminal, { code: 'cli/usage', message, remedy: 'check-input' });
    return exitCodes.usage;
  }
}

type Work = (context: Context) => Promise<number>;

/** Runs what a command does where `open` says, with the options of the whole program. */
type Run = <Place>(
  open: Opening<Place>,
  work: (context: CommandContext & Place) => Promise<number>,
) => Promise<void>;

function createProgram(streams: Streams, runIn: (options: () => GlobalOptions) => Run): Command {
  const program = emptyProgram(streams);
  refuseSecretOptions(program);
  const run = runIn(() => program.opts<GlobalOptions>());
  addCommands(program, (work) => run(openDataFolder, work));
  addServerCommands(program, (work) => run(openNothing, work));
  return program;
}

/** What holds for every command: options, exit codes in the help, and where words go. */
function emptyProgram(streams: Streams): Command {
  return new QuietCommand('slipway')
    .description('Takes finished mobile builds from the compiler’s output folder to testers’ phones.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option(
      '--json',
      'stdout holds JSON only: the result, or {"error": {code, message, remedy, values}} without one',
    )
    .option(
      '--data-dir <folder>',
      'where settings, queue and built-in service lie; default: the application’s own',
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
    .showHelpAfterError('“slipway --help” and “slipway help COMMAND” say what there is.');
}

function exitCodesOf(command: Command): string {
  for (let one: Command | null = command; one; one = one.parent) {
    if (one.name() === 'push' && one.parent && !one.parent.parent) return pushExitCodeHelp;
  }
  return exitCodeHelp;
}

function addCommands(program: Command, now: (work: Work) => Promise<void>): void {
  addUploadCommand(program, (paths, options) => now((context) => upload(context, paths, options)));
  addWatchCommand(program, (folders, options) => now((context) => watch(context, folders, options)));
  addFoldersCommands(program, now);
  addInspectCommand(program, (paths) => now((context) => inspect(context, paths)));
  addAppsCommands(program, {
    apps: (options) => now((context) => listApps(context, options)),
    versions: (app, options) => now((context) => listVersions(context, app, options)),
    activate: (id, options) => now((context) => setActive(context, id, true, options)),
    deactivate: (id, options) => now((context) => setActive(context, id, false, options)),
    send: (id, options) => now((context) => send(context, id, options)),
  });
  addQueueCommands(program, now);
  addHistoryCommands(program, now);
  addNetworkCommands(program, now);
  addPushCommands(program, now);
  addServiceCommands(program, now);
  addServeCommands(program, {
    serve: (options) => now((context) => serve(context, options)),
    web: (options) => now((context) => web(context, options)),
    start: (options) => now((context) => start(context, options)),
  });
  program
    .command('licenses')
    .description('Prints the licences of the packages that are part of Slipway.')
    .action(() => now(printLicenses));
  addDemoCommand(program, (paths, options) =>
    now(async (context) => {
      const { demo } = await import('./demo/demo.ts');
      return demo(context, paths, options);
    }),
  );
}

/** Written by the build. Throws file errors where nothing was built yet. */
async function printLicenses({ terminal }: Context): Promise<number> {
  const licenses = await textIn(join(projectDir(), 'out', 'licenses.txt'));
  terminal.result({ licenses });
  if (!terminal.json) terminal.raw(licenses);
  return exitCodes.done;
}
