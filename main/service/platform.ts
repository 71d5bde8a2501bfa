import type { PackageKind } from '../packages/package-info.ts';
import type { BuildRecord } from './storage/records.ts';

/** Returns the API's `type` of a store item. */
export function itemType(kind: PackageKind): 1 | 2 {
  return kind === 'ipa' ? 1 : 2;
}

/** Returns the API's `version`: the version name, otherwise the build number, otherwise empty. */
export function apiVersion(build: Pick<BuildRecord, 'versionName' | 'build'>): string {
  return build.versionName || build.build || '';
}
