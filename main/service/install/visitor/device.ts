import type { Translator } from '../../../messages/translator.ts';
import { firstFew, platformName } from '../../../packages/package-info.ts';
import type { BuildRecord } from '../../storage/records.ts';
import type { Device } from './visitor.ts';

/** Android versions by API level, from the lowest that current builds require. */
const androidVersions: Readonly<Record<string, string>> = {
  '21': '5.0',
  '22': '5.1',
  '23': '6.0',
  '24': '7.0',
  '25': '7.1',
  '26': '8.0',
  '27': '8.1',
  '28': '9',
  '29': '10',
  '30': '11',
  '31': '12',
  '32': '12L',
  '33': '13',
  '34': '14',
  '35': '15',
  '36': '16',
};

type Needs = Pick<BuildRecord, 'platform' | 'kind' | 'minOs' | 'installFacts'>;

/** Returns `iOS 16.0 or later` or `Android 8.0 or later (arm64-v8a)`, for example. */
export function systemNeeded(build: Needs, translator: Translator): string {
  const hardware = firstFew(build.installFacts?.hardware ?? []).join(', ');
  const system = systemText(build, translator);
  return hardware === '' ? system : `${system} (${hardware})`;
}

function systemText({ platform, kind, minOs }: Needs, { say }: Translator): string {
  const name = platformName(platform);
  if (minOs === null) return name;
  if (kind === 'ipa') return say('install/orLater', { system: `${name} ${minOs}` });
  const version = androidVersions[minOs];
  return version === undefined
    ? say('install/apiLevel', { system: name, level: minOs })
    : say('install/orLater', { system: `${name} ${version}` });
}

/** Returns where to open the page instead; null if this device may install the build. */
export function otherDevice(
  build: Pick<BuildRecord, 'platform' | 'kind'>,
  device: Device,
  { say }: Translator,
): string | null {
  if (build.kind === 'apk')
    return device === 'android' || device === 'unknown' ? null : say('install/openOnAndroid');
  if (device !== 'android' && device !== 'computer') return null;
  return build.platform === 'ios'
    ? say('install/openOnPhone')
    : say('install/openOn', { platform: platformName(build.platform) });
}
