import { type Message, messageOf } from '../../messages/message.ts';
import { readEntitlements } from './entitlements.ts';
import { finding, type RuleReport, report } from './findings.ts';
import { isOlderTarget, notificationPermission, readManifestText } from './manifest-text.ts';
import type { FileFact } from './workspace.ts';

export type BuildFacts =
  | {
      readonly kind: 'ipa';
      readonly file: string;
      readonly simulator: boolean;
      /** `none`: the build has no profile. `unknown`: its profile is unreadable. */
      readonly provisioning: string;
      readonly apsEnvironment: string | null;
    }
  | {
      readonly kind: 'apk';
      readonly file: string;
      readonly permissions: readonly string[];
      /** API level or codename as written; null if missing. */
      readonly targetSdk: string | null;
    };

export function checkPublished(build: BuildFacts | null): RuleReport {
  if (!build) return report('published', [finding('unclear', null, messageOf('check/publishedUnknown'))]);
  const where = { file: build.file };
  if (build.kind === 'ipa' && build.simulator) {
    return report('published', [finding('fail', where, messageOf('check/simulatorBuild'))]);
  }
  return report('published', [finding('pass', where, messageOf('check/publishedBuild'))]);
}

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
  const one = (verdict: 'pass' | 'fail' | 'unclear', message: Message): RuleReport =>
    report('build-entitlement', [finding(verdict, { file }, message)]);
  if (provisioning === 'none' || provisioning === 'unknown') {
    return one(
      'unclear',
      provisioning === 'none' ? messageOf('check/noProfile') : messageOf('check/unreadableProfile'),
    );
  }
  if (apsEnvironment === null) return one('fail', messageOf('check/profileWithout'));
  const read = fact.kind === 'file' ? readEntitlements(fact.bytes, fact.text) : null;
  if (!read?.ok || read.state !== 'good') {
    return one('unclear', messageOf('check/profileAlone', { environment: apsEnvironment }));
  }
  if (read.value === apsEnvironment)
    return one('pass', messageOf('check/profileSame', { environment: apsEnvironment }));
  const both = { environment: apsEnvironment, value: String(read.value) };
  return one('fail', messageOf('check/profileOther', both));
}

function checkBuildPermission(
  { file, permissions, targetSdk }: Extract<BuildFacts, { readonly kind: 'apk' }>,
  fact: FileFact,
): RuleReport {
  const inBuild = permissions.includes(notificationPermission);
  const read = fact.kind === 'file' && fact.text !== null ? readManifestText(fact.text) : null;
  const inProject = read?.ok ? read.permission === 'declared' : null;
  const one = (verdict: 'pass' | 'fail', message: Message): RuleReport =>
    report('build-permission', [finding(verdict, { file }, message)]);
  if (inBuild && inProject === false) {
    return one('pass', messageOf('check/buildDeclaresAlone'));
  }
  if (inBuild) return one('pass', messageOf('check/buildDeclares'));
  if (isOlderTarget(targetSdk)) {
    return one(
      'pass',
      messageOf('check/buildNeedsNot', { permission: notificationPermission, target: targetSdk }),
    );
  }
  if (inProject) return one('fail', messageOf('check/buildLacks'));
  return one('fail', messageOf('check/buildDeclaresNot', { permission: notificationPermission }));
}

function checkBuildTarget({
  file,
  permissions,
  targetSdk,
}: Extract<BuildFacts, { readonly kind: 'apk' }>): RuleReport {
  const one = (verdict: 'pass' | 'fail' | 'unclear', message: Message): RuleReport =>
    report('build-target', [finding(verdict, { file }, message)]);
  if (targetSdk === null) return one('unclear', messageOf('check/targetMissing'));
  const target = { target: targetSdk };
  if (!/^\d+$/.test(targetSdk)) return one('unclear', messageOf('check/targetUnclear', target));
  if (isOlderTarget(targetSdk)) return one('pass', messageOf('check/targetOlder', target));
  if (permissions.includes(notificationPermission))
    return one('pass', messageOf('check/targetRequests', target));
  return one('fail', messageOf('check/targetWithout', target));
}
