import type { PackageKind } from '../packages/package-info.ts';
import type { BuildRecord } from './storage/records.ts';

/** `type` of an app store item in the API. */
export function itemType(kind: PackageKind): 1 | 2 {
  return kind === 'ipa' ? 1 : 2;
}

/** `version` in the API: the version name, otherwise the build number, otherwise empty. */
export function apiVersion(build: Pick<BuildRecord, 'versionName' | 'build'>): string {
  return build.versionName || build.build || '';
}
