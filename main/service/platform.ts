/** How platforms and versions of builds are named on the wire and on pages. Pure. */
import type { PackageKind, PackagePlatform } from '../packages/package-info.ts';
import type { BuildRecord } from './storage/records.ts';

const names: Record<PackagePlatform, string> = {
  android: 'Android',
  ios: 'iOS',
  tvos: 'tvOS',
  watchos: 'watchOS',
  visionos: 'visionOS',
  macos: 'macOS',
};

/** `platformTypeName` of the reference. */
export function platformName(platform: PackagePlatform): string {
  return names[platform];
}

/** `type` of an appstore item. */
export function itemType(kind: PackageKind): 1 | 2 {
  return kind === 'ipa' ? 1 : 2;
}

/** `version` of the reference: the version name, for builds without one the build number. */
export function apiVersion(build: Pick<BuildRecord, 'versionName' | 'build'>): string {
  return build.versionName ?? build.build ?? '0';
}
