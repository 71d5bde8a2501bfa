import type { StoreProfileSummary } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

const ios = 1;
const android = 2;

export function platformOf(type: number): string {
  if (type === ios) return t('store.ios');
  return type === android ? t('store.android') : t('store.otherPlatform', { type });
}

/** Returns texts such as `iOS 2.4.0` and `Android 2.4.1`. Omits unknown versions. */
export function offeredBy(profile: StoreProfileSummary): readonly string[] {
  const { hasiOSPlatform, hasAndroidPlatform, ipaVersion, apkVersion } = profile;
  return [
    hasiOSPlatform || ipaVersion ? [t('store.ios'), ipaVersion].filter(Boolean).join(' ') : null,
    hasAndroidPlatform || apkVersion ? [t('store.android'), apkVersion].filter(Boolean).join(' ') : null,
  ].filter((each) => each !== null);
}
