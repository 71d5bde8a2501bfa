import { type Command, InvalidArgumentError, Option } from 'commander';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { textOf } from '../../messages/text.ts';
import { inspectPackage } from '../../packages/inspect.ts';
import type { InstallKind } from '../../packages/installability.ts';
import type { PackageInfo, RegistrationStatus } from '../../packages/package-info.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { hasRegistrationKey } from '../options/registration-key.ts';
import { matchingPaths, resolvePath } from '../resolve-path.ts';
import type { Context } from '../run/context.ts';
import type { Run } from '../run/run-command.ts';
import { plainText } from '../terminal/format.ts';
import { failureObject } from '../terminal/terminal.ts';
import { packageObject } from './package-object.ts';

export function addInspectCommand(program: Command, run: Run): void {
  program
    .command('inspect')
    .summary('Describe the contents of build files.')
    .description(
      'Describe .ipa and .apk files without unpacking them. With --json, prints an object for one file and an array for several.',
    )
    .argument('<file...>', 'build files')
    .option('--against <file>', 'compare one build with an earlier one')
    .addOption(
      new Option(
        '--max-growth <percent>',
        'with --against: exit with 1 if the file has grown by more than this, for example 5%',
      ).argParser(parsePercent),
    )
    .action((paths: string[], { against, maxGrowth }: CompareOptions) =>
      run(async (context) => {
        if (against === undefined && maxGrowth === undefined) return inspect(context, paths);
        const { compare } = await import('./compare.ts');
        return compare(context, paths, against, maxGrowth);
      }),
    );
}

type CompareOptions = { readonly against?: string; readonly maxGrowth?: number };

function parsePercent(value: string): number {
  const [, digits] = /^(\d{1,6}(?:\.\d{1,6})?) ?%?$/.exec(value.trim()) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('Expected a percentage such as 5% or 2.5%.');
  return Number(digits);
}

type Inspected =
  | { readonly path: string; readonly info: PackageInfo }
  | { readonly path: string; readonly failure: Failure };

type Inspect = (path: string) => Promise<PackageInfo>;

/** Checks developer registrations with Google only if a key is saved: the check loads most of the program. */
async function inspect(context: Context, names: readonly string[]): Promise<ExitCode> {
  const hasKey = await hasRegistrationKey(context).catch((error: unknown) => {
    context.terminal.note(`slipway: ${plainText(textOf(toFailure(error)))}`);
    return false;
  });
  if (!hasKey) return inspectAll(context, names, inspectPackage);
  const { withSettingsCore } = await import('../run/context.ts');
  return withSettingsCore(context, async ({ uploads, registration }) => {
    const exitCode = await inspectAll(context, names, uploads.inspect);
    const { failure } = await registration.get();
    if (failure) context.terminal.note(`slipway: ${plainText(textOf(failure))}`);
    return exitCode;
  });
}

/** Returns 0 if every file is a build, 1 if any is refused. */
async function inspectAll(
  { terminal }: Context,
  names: readonly string[],
  inspectBuild: Inspect,
): Promise<ExitCode> {
  const paths = (await Promise.all(names.map(matchingPaths))).flat();
  const results: Inspected[] = [];
  for (const path of paths) {
    const result = await inspectOne(path, inspectBuild);
    results.push(result);
    if ('failure' in result)
      terminal.note(plainText(`${paths.length > 1 ? path : 'slipway'}: ${textOf(result.failure)}`));
    else terminal.show(describe(path, result.info));
  }
  const objects = results.map((result) => ({
    file: result.path,
    error: 'failure' in result ? failureObject(result.failure) : null,
    ...('failure' in result ? {} : packageObject(result.info)),
  }));
  terminal.result(objects.length === 1 ? objects[0] : objects);
  return results.some((result) => 'failure' in result) ? exitCodes.failed : exitCodes.done;
}

async function inspectOne(path: string, inspectBuild: Inspect): Promise<Inspected> {
  try {
    return { path, info: await inspectBuild(resolvePath(path)) };
  } catch (error) {
    return { path, failure: toFailure(error) };
  }
}

function describe(path: string, info: PackageInfo): readonly string[] {
  const facts = [...mainFacts(info), ...androidFacts(info), ...appleFacts(info)];
  const lines = facts
    .filter((fact) => fact[1] !== null)
    .map(([label, value]) => `  ${label.padEnd(14)}${plainText(value ?? '')}`);
  const warnings = info.warnings.map((warning) => `  ${'warning'.padEnd(14)}${plainText(textOf(warning))}`);
  return [plainText(path), ...lines, ...warnings];
}

type Fact = readonly [label: string, value: string | null];

function mainFacts(info: PackageInfo): readonly Fact[] {
  const names = Object.entries(info.localizedNames ?? {}).map(([locale, name]) => `${name} (${locale})`);
  return [
    ['name', info.name],
    ['other names', names.join(', ') || null],
    ['id', info.id],
    ['version', info.versionName],
    [info.kind === 'apk' ? 'version code' : 'build', info.longVersionCode ?? info.build],
    ['platform', info.platform],
    ['minimum OS', info.minOs],
    ['target OS', info.targetOs],
    ['split', info.split],
    ['debuggable', info.debuggable ? 'yes' : null],
    ['installs', info.installability ? installTexts[info.installability.kind] : null],
  ];
}

const installTexts: Readonly<Record<InstallKind, string>> = {
  fine: 'yes, as far as known',
  'may-be-refused': 'not on every device',
  'few-devices': 'on few devices',
  'no-device': 'on no device',
};

const registrationTexts: Readonly<Record<RegistrationStatus | 'unknown', string>> = {
  registered: 'yes, with this certificate',
  'not-registered': 'no',
  'other-certificate': 'with another certificate',
  unknown:
    'not known. Phones in some countries may refuse apps whose developer Google has not verified: since 2026-09-30 in Brazil, Indonesia, Singapore and Thailand, elsewhere from 2027',
};

function androidFacts(info: PackageInfo): readonly Fact[] {
  const { abis = [], formFactor = 'phone', signing, registration } = info;
  const certificates = (signing?.certificates ?? []).map(
    ({ subject, sha256, expires }): Fact => [
      'certificate',
      `${subject}, SHA-256 ${sha256}${expires === null ? '' : `, expires ${expires.slice(0, 10)}`}`,
    ],
  );
  return [
    ['native code', abis.join(', ') || null],
    ['form factor', formFactor === 'phone' ? null : formFactor],
    ['signed', signing?.schemesPresent.join(', ') || null],
    ...certificates,
    ['registered', info.kind === 'apk' ? registrationTexts[registration ?? 'unknown'] : null],
  ];
}

const families: Readonly<Record<number, string>> = {
  1: 'iPhone',
  2: 'iPad',
  3: 'Apple TV',
  4: 'Apple Watch',
  7: 'Vision',
};

function appleFacts(info: PackageInfo): readonly Fact[] {
  const { provisioning = 'none', profileName, profileTeam, profileExpires, apsEnvironment } = info;
  const profile = [
    provisioning,
    profileName ? `“${profileName}”` : null,
    profileTeam ? `team ${profileTeam}` : null,
    profileExpires ? `expires ${profileExpires.slice(0, 10)}` : null,
    info.profileVerified === false ? 'unverified' : null,
  ];
  return [
    ['devices', info.deviceFamily?.map((family) => families[family] ?? String(family)).join(', ') || null],
    ['thinned for', info.supportedDevices?.join(', ') || null],
    ['profile', provisioning === 'none' ? null : profile.filter((part) => part !== null).join(', ')],
    ['push', apsEnvironment ?? null],
  ];
}
