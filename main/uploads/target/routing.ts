import type { ListedTestApplication, StoreProfile, TestVersion } from '../../api/wire.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { isPackageId } from './same-build.ts';

/** Returns the name of the application that is created for a build without a match. */
export function buildName(info: Pick<PackageInfo, 'name' | 'id'>): string {
  return info.name ?? info.id;
}

/**
 * Returns the test application with this package id on this platform, else one with the same name but no
 * other package; null if none. Prefers applications with this platform, then the newest upload.
 */
export function matchTestApplication(
  applications: readonly ListedTestApplication[],
  info: PackageInfo,
): ListedTestApplication | null {
  const named = applications.filter(
    (application) => sameText(application.name, buildName(info)) && !containsOtherPackage(application, info),
  );
  const identified = applications.filter((application) =>
    versionsOf(application).some((version) => version.uniqueName === info.id && onPlatform(version, info)),
  );
  return preferred(identified, info) ?? preferred(named, info);
}

/**
 * Returns the store profile with the package id, else one with the same name but no other package for this
 * platform; null if none.
 */
export function matchStoreProfile(profiles: readonly StoreProfile[], info: PackageInfo): StoreProfile | null {
  const identified = profiles.filter((profile) => profile.appUniqueId === info.id);
  const named = profiles.filter(
    (profile) =>
      sameText(profile.name, buildName(info)) && (!profile.appUniqueId || !hasPlatform(profile, info)),
  );
  const newest = (found: readonly StoreProfile[]): StoreProfile | null =>
    found.toSorted((a, b) => b.id - a.id)[0] ?? null;
  return newest(identified) ?? newest(named);
}

function preferred(found: readonly ListedTestApplication[], info: PackageInfo): ListedTestApplication | null {
  const rank = (application: ListedTestApplication): number =>
    versionsOf(application).some((version) => onPlatform(version, info)) ? 1 : 0;
  return (
    found.toSorted(
      (a, b) => rank(b) - rank(a) || lastUpload(b).localeCompare(lastUpload(a)) || b.id - a.id,
    )[0] ?? null
  );
}

function containsOtherPackage(application: ListedTestApplication, info: PackageInfo): boolean {
  return otherPackageIn(versionsOf(application), info) !== null;
}

/** Returns an application's package id for this platform; null if unknown, or if it is this build's. */
export function otherPackageIn(
  versions: readonly Pick<TestVersion, 'uniqueName' | 'platformTypeName'>[],
  info: PackageInfo,
): string | null {
  const names = versions.filter((version) => onPlatform(version, info)).map(({ uniqueName }) => uniqueName);
  const isOurs = names.some((name) => sameText(name, info.id));
  return isOurs ? null : (names.find(isPackageId) ?? null);
}

/** Returns the other package that a profile contains for the platform; null if none. */
export function otherPackageOf(profile: StoreProfile, info: PackageInfo): string | null {
  const { appUniqueId } = profile;
  return appUniqueId && appUniqueId !== info.id && hasPlatform(profile, info) ? appUniqueId : null;
}

/** Returns the time of the last upload. Ids cannot replace it, because they need not increase. */
function lastUpload(application: ListedTestApplication): string {
  return versionsOf(application).reduce((last, { uploadDateTimeUtc: at }) => (at > last ? at : last), '');
}

/** Some services list all versions, others only the newest. */
export function versionsOf(application: ListedTestApplication): ListedTestApplication['profiles'] {
  return application.lastProfile ? [...application.profiles, application.lastProfile] : application.profiles;
}

function onPlatform(version: { readonly platformTypeName: string }, info: PackageInfo): boolean {
  return sameText(version.platformTypeName, info.platform);
}

function hasPlatform(profile: StoreProfile, info: PackageInfo): boolean {
  return info.kind === 'apk' ? profile.hasAndroidPlatform : profile.hasiOSPlatform;
}

function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
