import type { Translator } from '../../../messages/translator.ts';
import { platformName, truncateList } from '../../../packages/package-info.ts';
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
export function requiredSystem(build: Needs, translator: Translator): string {
  const hardware = truncateList(build.installFacts?.hardware ?? []).join(', ');
  const system = systemText(build, translator);
  return hardware === '' ? system : `${system} (${hardware})`;
}

function systemText({ platform, kind, minOs }: Needs, { translate }: Translator): string {
  const name = platformName(platform);
  if (minOs === null) return name;
  if (kind === 'ipa') return translate('install/orLater', { system: `${name} ${minOs}` });
  const version = androidVersions[minOs];
  return version === undefined
    ? translate('install/apiLevel', { system: name, level: minOs })
    : translate('install/orLater', { system: `${name} ${version}` });
}

/** Returns text that names the device to open the page on instead; null if this device may install the build. */
export function otherDevice(
  build: Pick<BuildRecord, 'platform' | 'kind'>,
  device: Device,
  { translate }: Translator,
): string | null {
  if (build.kind === 'apk')
    return device === 'android' || device === 'unknown' ? null : translate('install/openOnAndroid');
  if (device !== 'android' && device !== 'computer') return null;
  return build.platform === 'ios'
    ? translate('install/openOnPhone')
    : translate('install/openOn', { platform: platformName(build.platform) });
}
