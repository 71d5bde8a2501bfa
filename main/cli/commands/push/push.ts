import { type Command, InvalidArgumentError, Option } from 'commander';
import { checkProject } from '../../../core/push/push.ts';
import { applyFix, type DoctorReport } from '../../../push/checks/check-workspace.ts';
import type { RuleReport } from '../../../push/checks/findings.ts';
import { channelIdIn, resolveNotification } from '../../../push/handler/resolver.ts';
import { simulate } from '../../../push/handler/simulator.ts';
import { parseMapping } from '../../../push/mapping/mapping.ts';
import { cliErrors } from '../../errors.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { readMessageFile, readTextArgument } from '../../options/message-file.ts';
import { resolvePath } from '../../resolve-path.ts';
import type { Context } from '../../run/context.ts';
import type { Run } from '../../run/run-command.ts';
import { plainLine, plainText } from '../../terminal/format.ts';
import { addDeviceOptions, type DeviceOptions, deviceOf } from './device-options.ts';
import { addEvents } from './push-events.ts';
import { addPushSendCommands } from './push-send.ts';
import { fixLines, reportLines, resolvedLines, simulationLines } from './push-text.ts';

export function addPushCommands(program: Command, run: Run): void {
  const push = program
    .command('push')
    .description('Check push settings of projects, simulate notifications and send messages.');
  addCheck(push, run);
  addResolve(push, run);
  addSimulate(push, run);
  addEvents(push, run);
  addPushSendCommands(push, run);
}

type CheckOptions = {
  readonly build?: string;
  readonly message?: string;
  readonly fix?: readonly string[] | true;
};

function addCheck(push: Command, run: Run): void {
  push
    .command('check')
    .summary('Check a project folder against all push rules.')
    .description(
      'Check a project folder against all push rules. Changes nothing without --fix. Exits with 1 if a rule fails.',
    )
    .argument('<folder>', 'project folder that contains the folder “config”')
    .option('--build <file>', '.ipa or .apk file to compare with the project')
    .option('--message <file>', 'message file whose icon and sounds must exist in the project')
    .option('--fix [rules...]', 'apply the suggested fixes of these rules (default: of all rules)')
    .action((folder: string, options: CheckOptions) => run((context) => check(context, folder, options)));
}

async function check(context: Context, name: string, options: CheckOptions): Promise<ExitCode> {
  const { terminal } = context;
  const folder = resolvePath(name);
  const about = {
    ...(options.message === undefined ? {} : { message: await readMessageFile(options.message) }),
    buildPath: options.build === undefined ? undefined : resolvePath(options.build),
  };
  const before = await checkProject(folder, about);
  const chosen = chosenRules(before, options.fix);
  for (const { fix } of chosen) if (fix) await applyFix(folder, fix);
  const report = chosen.length > 0 ? await checkProject(folder, about) : before;
  const fixed = chosen.map(({ rule, fix }) => ({ rule, title: fix?.title ?? '' }));
  terminal.result({ ...report, fixed });
  terminal.show([...chosen.flatMap(fixLines), ...reportLines(report)].map(plainLine));
  return report.verdict === 'fail' ? exitCodes.failed : exitCodes.done;
}

function chosenRules(report: DoctorReport, fix: CheckOptions['fix']): readonly RuleReport[] {
  if (fix === undefined) return [];
  const fixable = report.rules.filter((rule) => rule.fix !== null);
  if (fix === true) return fixable;
  const unknown = fix.find((name) => report.rules.every(({ rule }) => rule !== name));
  if (unknown !== undefined) {
    const ruleNames = report.rules.map(({ rule }) => rule).join(', ');
    throw cliErrors.badOption({ problem: `There is no rule “${unknown}”. The rules are: ${ruleNames}.` });
  }
  return fixable.filter(({ rule }) => fix.includes(rule));
}

const messageFile = 'message file with {"to": …, "data": {"notification": {…}}}';

function addResolve(push: Command, run: Run): void {
  addDeviceOptions(push.command('resolve'), messageFile)
    .summary('Show what the handler reads from a message.')
    .description('Show the value that the handler reads from a message for each property, and why.')
    .action((mapping: string, message: string, options: DeviceOptions) =>
      run(async ({ terminal }) => {
        const resolved = resolveNotification(
          parseMapping(await readTextArgument(mapping)),
          await readMessageFile(message),
          deviceOf(options),
        );
        terminal.result(resolved);
        terminal.show(resolvedLines(resolved).map(plainText));
        return exitCodes.done;
      }),
    );
}

type SimulateOptions = DeviceOptions & {
  readonly state: 'foreground' | 'background' | 'closed';
  readonly permission: 'granted' | 'denied' | 'not-asked';
  readonly channel?: readonly { readonly id: string; readonly title: string; readonly importance: number }[];
  readonly returns: readonly ('SOUND' | 'ALERT')[];
  readonly userNotifications?: true;
  readonly emulator?: true;
  readonly tap?: true;
};

function addSimulate(push: Command, run: Run): void {
  addDeviceOptions(push.command('simulate'), messageFile)
    .summary('Simulate a device for one message.')
    .description('Simulate a device for one message: appearance, sound, channels and callbacks.')
    .addOption(
      new Option('--state <state>', 'state of the app')
        .choices(['foreground', 'background', 'closed'])
        .default('background'),
    )
    .addOption(
      new Option('--permission <answer>', 'answer to the permission request')
        .choices(['granted', 'denied', 'not-asked'])
        .default('granted'),
    )
    .addOption(
      new Option(
        '--channel <channel>',
        'existing channel as ID:IMPORTANCE:TITLE (importance 0: disabled); may be repeated',
      ).argParser(parseChannel),
    )
    .addOption(
      new Option(
        '--returns <options>',
        'presentation options that the app returns in the foreground (iOS), or “none”',
      )
        .argParser(parseReturns)
        .default(['SOUND', 'ALERT'], 'SOUND,ALERT'),
    )
    .option('--user-notifications', 'set Notifications.ios.userNotificationEnabled to true')
    .option(
      '--emulator',
      'simulate a run in the emulator, where push does not work, instead of a published build',
    )
    .option('--tap', 'simulate a tap on the notification')
    .action((mapping: string, message: string, options: SimulateOptions) =>
      run((context) => showSimulation(context, mapping, message, options)),
    );
}

async function showSimulation(
  { terminal }: Context,
  mapping: string,
  message: string,
  options: SimulateOptions,
): Promise<ExitCode> {
  const simulation = simulate({
    mapping: parseMapping(await readTextArgument(mapping)),
    message: await readMessageFile(message),
    device: deviceOf(options),
    app: options.state,
    permission: options.permission,
    build: options.emulator ? 'emulator' : 'published',
    channels: { existing: options.channel ?? [], deleted: [] },
    options: options.returns,
    userNotificationEnabled: options.userNotifications === true,
    tapped: options.tap === true,
  });
  terminal.result(simulation);
  terminal.show(simulationLines(simulation).map(plainText));
  return exitCodes.done;
}

type GivenChannel = NonNullable<SimulateOptions['channel']>[number];

function parseChannel(value: string, before: readonly GivenChannel[] | undefined): readonly GivenChannel[] {
  const [, given = '', importance, title] = /^([^:]+):([0-5]):(.+)$/s.exec(value) ?? [];
  const id = channelIdIn(given);
  if (id === null || title === undefined) {
    throw new InvalidArgumentError(
      'Expected a channel as ID:IMPORTANCE:TITLE, such as 7:3:News. An ID is a whole number of 32 bits.',
    );
  }
  return [...(before ?? []), { id, title, importance: Number(importance) }];
}

function parseReturns(value: string): SimulateOptions['returns'] {
  const values = value === 'none' ? [] : value.split(',').map((word) => word.trim().toUpperCase());
  const options = values.filter((word) => word === 'SOUND' || word === 'ALERT');
  if (options.length < values.length)
    throw new InvalidArgumentError('Expected SOUND, ALERT, SOUND,ALERT or none.');
  return options;
}
