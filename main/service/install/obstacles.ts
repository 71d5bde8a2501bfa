import { dateFormatter } from '../../messages/date-format.ts';
import type { Translator } from '../../messages/translator.ts';
import { androidVersion } from '../../packages/android/android-versions.ts';
import type { InstallReason } from '../../packages/installability.ts';
import { platformName } from '../../packages/package-info.ts';
import type { BuildRecord, InstallFacts } from '../storage/records.ts';
import { isOlder, type Visitor } from './visitor/visitor.ts';

/** Returns null if no obstacle is known. `now` in milliseconds since 1970 UTC. */
export function obstacleOf(
  build: BuildRecord,
  visitor: Visitor,
  translator: Translator,
  now: number,
): string | null {
  if (build.kind === 'apk')
    return (
      formFactorNote(build.installFacts, translator) ??
      androidObstacle(build.minOs, visitor, translator) ??
      refusal(build.installFacts, visitor, translator)
    );
  if (build.platform !== 'ios') {
    return translator.translate('install/notFromPages', { platform: platformName(build.platform) });
  }
  return (
    profileObstacle(build.installFacts, translator, now) ??
    osObstacle(build.minOs, visitor, translator) ??
    refusal(build.installFacts, visitor, translator)
  );
}

/** Chrome reports Android 10 on every device, so a reported version of 10 counts as unknown. */
const reportedByChrome = 10;

const systemOf = ({ androidVersion: version }: Visitor): number | null =>
  version === reportedByChrome ? null : version;

function refuses({ kind, androidFrom }: InstallReason, visitor: Visitor): boolean {
  if (kind === 'no-device') return true;
  const system = systemOf(visitor);
  return androidFrom !== undefined && system !== null && system >= androidFrom;
}

function androidObstacle(minOs: string | null, visitor: Visitor, { translate }: Translator): string | null {
  const needed = androidVersion(minOs ?? '');
  const present = systemOf(visitor);
  if (needed === undefined || present === null || present >= Number.parseInt(needed, 10)) return null;
  return translate('install/systemTooOld', { needed: `Android ${needed}`, present: `Android ${present}` });
}

function refusal(facts: InstallFacts | undefined, visitor: Visitor, translator: Translator): string | null {
  const reason = facts?.obstacles?.find((each) => refuses(each, visitor));
  return reason ? translator.translate('install/refused', { reason: reason.text }) : null;
}

/** Returns the reasons why the visitor's device may refuse an apk. */
export function androidNotes(
  facts: InstallFacts | undefined,
  visitor: Visitor,
  { translate }: Translator,
): readonly string[] {
  return (facts?.obstacles ?? [])
    .filter((reason) => !refuses(reason, visitor) && reason.text.code !== playProtectRule)
    .map(({ text }) => translate('install/mayBeRefused', { reason: text }));
}

const playProtectRule = 'warning/playProtect';

function formFactorNote(facts: InstallFacts | undefined, { translate }: Translator): string | null {
  if (facts?.formFactor === 'wear') return translate('install/forWatch');
  if (facts?.formFactor === 'tv') return translate('install/forTelevision');
  return facts?.formFactor === 'automotive' ? translate('install/forCar') : null;
}

function profileObstacle(
  facts: InstallFacts | undefined,
  { translate, locale }: Translator,
  now: number,
): string | null {
  if (!facts) return null;
  if (facts.simulator) return translate('install/simulator');
  if (facts.provisioning === 'none') return translate('install/unsigned');
  if (facts.provisioning === 'appstore') return translate('install/appStore');
  if (facts.profileDevices === 0 && isForRegistered(facts)) return translate('install/noDevices');
  const ends = facts.profileExpires === null ? Number.NaN : Date.parse(facts.profileExpires);
  if (Number.isNaN(ends) || ends > now) return null;
  const day = dateFormatter(locale, { dateStyle: 'long', timeZone: 'UTC' })(ends);
  return translate('install/expired', { day });
}

/** True for a build that installs only on the devices that its profile lists. */
export function isForRegistered(facts: InstallFacts | undefined): boolean {
  return facts?.provisioning === 'adhoc' || facts?.provisioning === 'development';
}

function osObstacle(minOs: string | null, { iosVersion }: Visitor, { translate }: Translator): string | null {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(minOs ?? '') ?? [];
  if (major === undefined || !iosVersion || !isOlder(iosVersion, [Number(major), Number(minor ?? 0)]))
    return null;
  return translate('install/systemTooOld', {
    needed: `iOS ${minOs}`,
    present: `iOS ${iosVersion.join('.')}`,
  });
}

export function profileNotes(facts: InstallFacts | undefined, { translate }: Translator): readonly string[] {
  const { provisioning = null, profileDevices: count = null } = facts ?? {};
  if (provisioning === 'enterprise') return [translate('install/trustDeveloper')];
  if (!isForRegistered(facts)) return [];
  const registered = count === null ? [] : [translate('install/registered', { count })];
  return provisioning === 'development' ? [...registered, translate('install/developerMode')] : registered;
}

export function appleHelp(facts: InstallFacts | undefined, { translate }: Translator): readonly string[] {
  return [
    ...(isForRegistered(facts) ? [translate('install/notRegistered')] : []),
    translate('install/ownAuthority'),
  ];
}

/** Since Android 8 each browser has its own install permission. */
export function androidHelp(
  facts: InstallFacts | undefined,
  { androidVersion, browser }: Visitor,
  { translate }: Translator,
): readonly string[] {
  const old = androidVersion !== null && androidVersion < 8;
  const isBlocked = facts?.obstacles?.some(({ text }) => text.code === playProtectRule);
  return [
    old
      ? translate('install/unknownSources')
      : translate('install/unknownApps', { browser: browser ?? translate('install/yourBrowser') }),
    isBlocked ? translate('install/playProtectBlocks') : translate('install/playProtect'),
    translate('install/unverifiedDeveloper'),
    translate('install/byCable'),
    translate('install/otherSignature'),
    translate('install/olderVersion'),
  ];
}
