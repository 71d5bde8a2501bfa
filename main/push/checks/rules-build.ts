/** The rules that a finished build shows better than its project. Pure. */
import type { Sentence } from '../../base/sentences.ts';
import { readEntitlements } from './entitlements.ts';
import { finding, type RuleReport, report } from './findings.ts';
import { isOlderTarget, notificationPermission, readManifestText } from './manifest-text.ts';
import { checkWords as words } from './words-check.ts';
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
  if (!build) return report('published', [finding('cannot-tell', null, words.publishedUnknown())]);
  const where = { file: build.file };
  if (build.kind === 'ipa' && build.simulator) {
    return report('published', [finding('fail', where, words.simulatorBuild())]);
  }
  return report('published', [finding('pass', where, words.publishedBuild())]);
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
  const one = (verdict: 'pass' | 'fail' | 'cannot-tell', message: Sentence): RuleReport =>
    report('build-entitlement', [finding(verdict, { file }, message)]);
  if (provisioning === 'none' || provisioning === 'unknown') {
    return one('cannot-tell', provisioning === 'none' ? words.noProfile() : words.unreadableProfile());
  }
  if (apsEnvironment === null) return one('fail', words.profileWithout());
  const read = fact.kind === 'file' ? readEntitlements(fact.bytes, fact.text) : null;
  if (!read?.ok || read.state !== 'good') {
    return one('cannot-tell', words.profileAlone({ environment: apsEnvironment }));
  }
  if (read.value === apsEnvironment) return one('pass', words.profileSame({ environment: apsEnvironment }));
  const both = { environment: apsEnvironment, value: String(read.value) };
  return one('fail', words.profileOther(both));
}

function checkBuildPermission(
  { file, permissions, targetSdk }: Extract<BuildFacts, { readonly kind: 'apk' }>,
  fact: FileFact,
): RuleReport {
  const inBuild = permissions.includes(notificationPermission);
  const read = fact.kind === 'file' && fact.text !== null ? readManifestText(fact.text) : null;
  const inProject = read?.ok ? read.permission === 'declared' : null;
  const one = (verdict: 'pass' | 'fail', message: Sentence): RuleReport =>
    report('build-permission', [finding(verdict, { file }, message)]);
  if (inBuild && inProject === false) {
    return one('pass', words.buildDeclaresAlone());
  }
  if (inBuild) return one('pass', words.buildDeclares());
  if (isOlderTarget(targetSdk)) {
    return one('pass', words.buildNeedsNot({ permission: notificationPermission, target: targetSdk }));
  }
  if (inProject) return one('fail', words.buildLacks());
  return one('fail', words.buildDeclaresNot({ permission: notificationPermission }));
}

function checkBuildTarget({
  file,
  permissions,
  targetSdk,
}: Extract<BuildFacts, { readonly kind: 'apk' }>): RuleReport {
  const one = (verdict: 'pass' | 'fail' | 'cannot-tell', message: Sentence): RuleReport =>
    report('build-target', [finding(verdict, { file }, message)]);
  if (targetSdk === null) return one('cannot-tell', words.targetMissing());
  const target = { target: targetSdk };
  if (!/^\d+$/.test(targetSdk)) return one('cannot-tell', words.targetUnclear(target));
  if (isOlderTarget(targetSdk)) return one('pass', words.targetOlder(target));
  if (permissions.includes(notificationPermission)) return one('pass', words.targetRequests(target));
  return one('fail', words.targetWithout(target));
}
