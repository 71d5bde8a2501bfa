import type { Translator } from '../../../messages/translator.ts';
import { androidVersion } from '../../../packages/android/android-versions.ts';
import { platformName, truncateList } from '../../../packages/package-info.ts';
import type { BuildRecord } from '../../storage/records.ts';
import type { Device } from './visitor.ts';

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
  const version = androidVersion(minOs);
  return version === undefined
    ? translate('install/apiLevel', { system: name, level: minOs })
    : translate('install/orLater', { system: `${name} ${version}` });
}

/** Returns text that names the device to use instead; null if this device may install the build. */
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
