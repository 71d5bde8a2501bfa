/** How kinds and versions of builds are named on the wire. Pure. */
import type { PackageKind } from '../packages/package-info.ts';
import type { BuildRecord } from './storage/records.ts';

/** `type` of an appstore item. */
export function itemType(kind: PackageKind): 1 | 2 {
  return kind === 'ipa' ? 1 : 2;
}

/** `version` of the reference: the version name, for builds without one the build number, empty for those without either. */
export function apiVersion(build: Pick<BuildRecord, 'versionName' | 'build'>): string {
  return build.versionName || build.build || '';
}
