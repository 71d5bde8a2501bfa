import { dateWriter } from '../../messages/date-text.ts';
import type { Translator } from '../../messages/translator.ts';
import { platformName } from '../../packages/package-info.ts';
import type { BuildRecord, InstallFacts } from '../storage/records.ts';
import { isBelow, type Visitor } from './visitor/visitor.ts';

/** Returns null if no obstacle is known. `now` in milliseconds since 1970 UTC. */
export function obstacleOf(
  build: BuildRecord,
  visitor: Visitor,
  translator: Translator,
  now: number,
): string | null {
  if (build.kind === 'apk') return formFactorNote(build.installFacts, translator);
  if (build.platform !== 'ios') {
    return translator.say('install/notFromPages', { platform: platformName(build.platform) });
  }
  return (
    profileObstacle(build.installFacts, translator, now) ?? systemObstacle(build.minOs, visitor, translator)
  );
}

function formFactorNote(facts: InstallFacts | undefined, { say }: Translator): string | null {
  if (facts?.formFactor === 'wear') return say('install/forWatch');
  if (facts?.formFactor === 'tv') return say('install/forTelevision');
  return facts?.formFactor === 'automotive' ? say('install/forCar') : null;
}

function profileObstacle(
  facts: InstallFacts | undefined,
  { say, locale }: Translator,
  now: number,
): string | null {
  if (!facts) return null;
  if (facts.simulator) return say('install/simulator');
  if (facts.provisioning === 'none') return say('install/unsigned');
  if (facts.provisioning === 'appstore') return say('install/appStore');
  if (facts.profileDevices === 0 && isForRegistered(facts)) return say('install/noDevices');
  const ends = facts.profileExpires === null ? Number.NaN : Date.parse(facts.profileExpires);
  if (Number.isNaN(ends) || ends > now) return null;
  const day = dateWriter(locale, { dateStyle: 'long', timeZone: 'UTC' })(ends);
  return say('install/expired', { day });
}

function isForRegistered(facts: InstallFacts | undefined): boolean {
  return facts?.provisioning === 'adhoc' || facts?.provisioning === 'development';
}

function systemObstacle(minOs: string | null, { iosVersion }: Visitor, { say }: Translator): string | null {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(minOs ?? '') ?? [];
  if (major === undefined || !iosVersion || !isBelow(iosVersion, [Number(major), Number(minor ?? 0)]))
    return null;
  return say('install/systemTooOld', { needed: `iOS ${minOs}`, present: `iOS ${iosVersion.join('.')}` });
}

export function profileNotes(facts: InstallFacts | undefined, { say }: Translator): readonly string[] {
  const { provisioning = null, profileDevices: count = null } = facts ?? {};
  if (provisioning === 'enterprise') return [say('install/trustDeveloper')];
  if (!isForRegistered(facts)) return [];
  const registered = count === null ? [] : [say('install/registered', { count })];
  return provisioning === 'development' ? [...registered, say('install/developerMode')] : registered;
}

export function appleHelp(facts: InstallFacts | undefined, { say }: Translator): readonly string[] {
  return [...(isForRegistered(facts) ? [say('install/notRegistered')] : []), say('install/ownAuthority')];
}

/** Since Android 8 each browser has its own install permission. */
export function androidHelp({ androidVersion, browser }: Visitor, { say }: Translator): readonly string[] {
  const old = androidVersion !== null && androidVersion < 8;
  return [
    old
      ? say('install/unknownSources')
      : say('install/unknownApps', { browser: browser ?? say('install/yourBrowser') }),
    say('install/playProtect'),
    say('install/otherSignature'),
    say('install/olderVersion'),
  ];
}
