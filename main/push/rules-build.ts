/** The rules that a finished build shows better than its project. Pure. */
import { readEntitlements } from './entitlements.ts';
import { finding, type RuleReport, report } from './findings.ts';
import { notificationPermission, permissionLevel, readManifestText } from './manifest-text.ts';
import type { FileFact } from './workspace.ts';

/** What is known of a build, as plain values. */
export type BuildFacts =
  | {
      readonly kind: 'ipa';
      /** What people call it. */
      readonly file: string;
      readonly simulator: boolean;
      /** `none`: there is no profile; `unknown`: it cannot be read. */
      readonly provisioning: string;
      /** Of its profile. */
      readonly apsEnvironment: string | null;
    }
  | {
      readonly kind: 'apk';
      readonly file: string;
      readonly permissions: readonly string[];
      /** As written: a number or a codename; null when the build does not say. */
      readonly targetSdk: string | null;
    };

export function checkPublished(build: BuildFacts | null): RuleReport {
  const effects =
    'Pushes arrive only in published builds, not in the emulator, where registering always fails; on Android an icon of one’s own is shown only in published builds.';
  if (!build) {
    return report('published', [
      finding('cannot-tell', null, `${effects} The project alone does not show which one is on a device.`),
    ]);
  }
  const where = { file: build.file };
  if (build.kind === 'ipa' && build.simulator) {
    return report('published', [finding('fail', where, `This is a build for the simulator. ${effects}`)]);
  }
  return report('published', [finding('pass', where, `This is a published build. ${effects}`)]);
}

/** One report for each thing that can be compared with this kind of build. */
export function checkBuild(
  build: BuildFacts,
  facts: { readonly entitlements: FileFact; readonly manifest: FileFact },
): readonly RuleReport[] {
  if (build.kind === 'ipa') return [checkBuildEntitlement(build, facts.entitlements)];
  return [checkBuildPermission(build, facts.manifest), checkBuildTarget(build)];
}

function checkBuildEntitlement(
  { file, provisioning, apsEnvironment }: Extract<BuildFacts, { readonly kind: 'ipa' }>,
  fact: FileFact,
): RuleReport {
  const one = (verdict: 'pass' | 'fail' | 'cannot-tell', message: string): RuleReport =>
    report('build-entitlement', [finding(verdict, { file }, message)]);
  if (provisioning === 'none' || provisioning === 'unknown') {
    const why = provisioning === 'none' ? 'has no provisioning profile' : 'has a profile that cannot be read';
    return one('cannot-tell', `The build ${why}, so it does not show whether it may receive pushes.`);
  }
  if (apsEnvironment === null) {
    return one(
      'fail',
      'The build’s profile does not allow pushes, so the device receives no token. Enable push for the app’s identifier and sign with a new profile.',
    );
  }
  const read = fact.kind === 'file' ? readEntitlements(fact.bytes, fact.text) : null;
  if (!read?.ok || read.state !== 'good') {
    return one(
      'cannot-tell',
      `The build’s profile allows ${apsEnvironment} pushes; the project does not say what it wants.`,
    );
  }
  if (read.value === apsEnvironment) return one('pass', `Profile and project both say ${apsEnvironment}.`);
  return one(
    'fail',
    `The build’s profile allows ${apsEnvironment} pushes, and app.entitlements says ${read.value}. They must be the same.`,
  );
}

function checkBuildPermission(
  { file, permissions }: Extract<BuildFacts, { readonly kind: 'apk' }>,
  fact: FileFact,
): RuleReport {
  const inBuild = permissions.includes(notificationPermission);
  const read = fact.kind === 'file' && fact.text !== null ? readManifestText(fact.text) : null;
  const inProject = read?.ok ? read.permission === 'declared' : null;
  const one = (verdict: 'pass' | 'fail', message: string): RuleReport =>
    report('build-permission', [finding(verdict, { file }, message)]);
  if (inBuild && inProject === false) {
    return one(
      'pass',
      'The build declares the permission, though the manifest of the project does not: something else added it.',
    );
  }
  if (inBuild) return one('pass', 'The build declares the permission.');
  if (inProject) {
    return one(
      'fail',
      'The project declares the permission and the build does not: it is older than the change, or a build step took it out.',
    );
  }
  return one('fail', `The build does not declare ${notificationPermission}.`);
}

function checkBuildTarget({
  file,
  permissions,
  targetSdk,
}: Extract<BuildFacts, { readonly kind: 'apk' }>): RuleReport {
  const one = (verdict: 'pass' | 'fail' | 'cannot-tell', message: string): RuleReport =>
    report('build-target', [finding(verdict, { file }, message)]);
  if (targetSdk === null || !/^\d+$/.test(targetSdk)) {
    return one(
      'cannot-tell',
      `The build’s target level is ${targetSdk === null ? 'not given' : `“${targetSdk}”`}.`,
    );
  }
  if (Number(targetSdk) < permissionLevel) {
    return one(
      'pass',
      `The target level is ${targetSdk}: Android 13 and later ask the person by themselves when the app makes its first channel.`,
    );
  }
  if (permissions.includes(notificationPermission)) {
    return one(
      'pass',
      `The target level is ${targetSdk}: the app must request the permission at run time on Android 13 and later.`,
    );
  }
  return one(
    'fail',
    `The target level is ${targetSdk} and the permission is not declared: on Android 13 and later nothing is ever shown.`,
  );
}
