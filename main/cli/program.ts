import { type Command, Help, Option } from 'commander';
import { examplesOf } from './help/examples.ts';
import { helpTopics } from './help-topics.ts';
import { connectionHeading, refuseSecretOptions } from './options/options.ts';
import { version } from './paths.ts';
import type { AddCommands } from './run/run-command.ts';
import { showsColour, styled } from './terminal/colour.ts';
import { RedactingCommand } from './terminal/redacting-command.ts';
import type { Streams } from './terminal/terminal.ts';

type Group = { readonly names: readonly string[]; readonly load: () => Promise<AddCommands> };

/**
 * Command groups in help order. They load before `listenForInterrupt`, which removes the signal handlers that
 * libraries install while loading. Only the service loads later.
 */
const groups: readonly Group[] = [
  { names: ['upload'], load: async () => (await import('./commands/upload/upload.ts')).addUploadCommand },
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
  {
    names: ['registration'],
    load: async () => (await import('./commands/registration.ts')).addRegistrationCommands,
  },
  { names: ['push'], load: async () => (await import('./commands/push/push.ts')).addPushCommands },
  {
    names: ['service'],
    load: async () => (await import('./commands/service/service.ts')).addServiceCommands,
  },
  {
    names: ['serve', 'web', 'start'],
    load: async () => (await import('./commands/serve.ts')).addServeCommands,
  },
  {
    names: ['login', 'logout', 'accounts', 'status'],
    load: async () => (await import('./commands/accounts/accounts.ts')).addAccountCommands,
  },
  { names: ['licenses'], load: async () => (await import('./commands/licenses.ts')).addLicensesCommand },
  {
    names: ['completion'],
    load: async () => (await import('./commands/completion.ts')).addCompletionCommand,
  },
  { names: ['demo'], load: async () => (await import('./commands/demo.ts')).addDemoCommand },
  { names: ['server'], load: async () => (await import('./server/server.ts')).addServerCommands },
];

/** Loads the group of a command; none for `--version`, all for help, completion and unknown commands. */
export async function commandsFor(args: readonly string[]): Promise<readonly AddCommands[]> {
  const command = args.find((word, at) => !word.startsWith('-') && args[at - 1] !== '--data-dir');
  const isVersion = command === undefined && args.some((word) => word === '--version' || word === '-V');
  const group = groups.find(({ names }) => names.some((name) => name === command));
  const needed = command === 'completion' || !group ? groups : [group];
  return Promise.all((isVersion ? [] : needed).map(({ load }) => load()));
}

/** Creates the program without commands. `colour`: false with `--no-color`. */
export function emptyProgram(streams: Streams, colour: boolean): Command {
  const program = new RedactingCommand('slipway')
    .description('Upload finished mobile builds from the compiler’s output folder and send them to testers.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--json', 'print the result as JSON on stdout, or {"error": {code, message, remedy, values}}')
    .addOption(
      new Option(
        '--data-dir <folder>',
        'folder for settings, queue and built-in service (default: the application’s data folder)',
      ).env('SLIPWAY_DATA_DIR'),
    )
    .option('--verbose', 'also write the log to stderr')
    .option('--no-color', 'disable colours, like the variable NO_COLOR')
    .addHelpText('afterAll', ({ command }) => endOfHelp(command))
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => styled('bold', title),
      visibleOptions: (command) =>
        new Help().visibleOptions(command).filter((option) => !isConnection(option)),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
      getOutHasColors: () => showsColour(streams.stdout, colour),
      getErrHasColors: () => showsColour(streams.stderr, colour),
      outputError: (text, write) => {
        const message = text.replace(/^error: /, 'slipway: ');
        write(showsColour(streams.stderr, colour) ? styled('red', message) : message);
      },
    })
    .helpCommand('help [command]', 'Print the help of a command.')
    .showHelpAfterError('“slipway --help” lists the commands, “slipway help COMMAND” explains one.');
  return refuseSecretOptions(program);
}

const isConnection = (option: Option): boolean => option.helpGroupHeading === connectionHeading;

function endOfHelp(command: Command): string {
  const examples = examplesOf(pathOf(command)).map((example) => `  slipway ${example}`);
  const topics = Object.entries(helpTopics)
    .filter(([name]) => name !== 'connection' || !command.parent || command.options.some(isConnection))
    .map(([name, about]) => `  ${`slipway help ${name}`.padEnd(26)}${about}`);
  return ['', styled('bold', 'Examples:'), ...examples, '', styled('bold', 'More:'), ...topics].join('\n');
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';
}
