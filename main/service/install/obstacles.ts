/** What keeps a build from being installed, and what the person has to do for it. Pure. */
import { platformName } from '../../packages/package-info.ts';
import type { BuildRecord, InstallFacts } from '../storage/records.ts';
import type { TesterWords } from '../words/english.ts';
import type { Tongue } from '../words/words.ts';
import { isBelow, type Visitor } from './visitor.ts';

type Say = TesterWords['page'];

/** Why this device can never install the build; null when nothing is known to be in the way. `now` in ms since 1970. */
export function obstacleOf(build: BuildRecord, visitor: Visitor, tongue: Tongue, now: number): string | null {
  const { page: say } = tongue.words;
  if (build.kind === 'apk') return formFactorNote(build.installFacts, say);
  if (build.platform !== 'ios') return say.notFromPages(platformName(build.platform));
  return profileObstacle(build.installFacts, tongue, now) ?? systemObstacle(build.minOs, visitor, say);
}

function formFactorNote(facts: InstallFacts | undefined, say: Say): string | null {
  if (facts?.formFactor === 'wear') return say.forWatch;
  if (facts?.formFactor === 'tv') return say.forTelevision;
  return facts?.formFactor === 'automotive' ? say.forCar : null;
}

function profileObstacle(
  facts: InstallFacts | undefined,
  { locale, words }: Tongue,
  now: number,
): string | null {
  const { page: say } = words;
  if (!facts) return null;
  if (facts.simulator) return say.simulator;
  if (facts.provisioning === 'none') return say.unsigned;
  if (facts.provisioning === 'appstore') return say.appStore;
  const ends = facts.profileExpires === null ? Number.NaN : Date.parse(facts.profileExpires);
  if (Number.isNaN(ends) || ends > now) return null;
  return say.expired(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(ends));
}

function systemObstacle(minOs: string | null, { iosVersion }: Visitor, say: Say): string | null {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(minOs ?? '') ?? [];
  if (major === undefined || !iosVersion || !isBelow(iosVersion, [Number(major), Number(minor ?? 0)]))
    return null;
  return say.systemTooOld(`iOS ${minOs}`, `iOS ${iosVersion.join('.')}`);
}

/** What the profile of an ipa asks of the person, one sentence each. */
export function profileNotes(facts: InstallFacts | undefined, { locale, words }: Tongue): readonly string[] {
  const { page: say } = words;
  const { provisioning = null, profileDevices: count = null } = facts ?? {};
  if (provisioning === 'enterprise') return [say.trustDeveloper];
  if (provisioning !== 'adhoc' && provisioning !== 'development') return [];
  const registered =
    count === 1 ? [say.registeredOne] : count === null ? [] : [say.registered(count.toLocaleString(locale))];
  return provisioning === 'development' ? [...registered, say.developerMode] : registered;
}

/** What to try when an ipa does not install. */
export function appleHelp(facts: InstallFacts | undefined, say: Say): readonly string[] {
  const limited = facts?.provisioning === 'adhoc' || facts?.provisioning === 'development';
  return [...(limited ? [say.notRegistered] : []), say.ownAuthority];
}

/** What to try when an apk does not install. Since Android 8 each browser has a permission of its own. */
export function androidHelp({ androidVersion, browser }: Visitor, say: Say): readonly string[] {
  const old = androidVersion !== null && androidVersion < 8;
  return [
    old ? say.unknownSources : say.unknownApps(browser ?? say.yourBrowser),
    say.playProtect,
    say.otherSignature,
    say.olderVersion,
  ];
}
