/** Which application or profile of the service a build belongs to. Pure. */
import type { ListedTestApplication, StoreProfile, TestVersion } from '../../api/wire.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { isPackageId } from './same-build.ts';

/** What a build is called on the service when it is new there. */
export function buildName(info: Pick<PackageInfo, 'name' | 'id'>): string {
  return info.name ?? info.id;
}

/**
 * The test application a build belongs to: the one whose unique name is the package id, else the one of the same name.
 * One that visibly holds another package for this platform is not meant: a debug build is often called like the release.
 * Among several of the same name: one that holds builds of the same platform, then the one used last. Null: it is new.
 */
export function matchTestApplication(
  applications: readonly ListedTestApplication[],
  info: PackageInfo,
): ListedTestApplication | null {
  const named = applications.filter(
    (application) => sameText(application.name, buildName(info)) && !holdsAnother(application, info),
  );
  const identified = applications.filter((application) =>
    versionsOf(application).some((version) => version.uniqueName === info.id && onPlatform(version, info)),
  );
  return best(identified, info) ?? best(named, info);
}

/**
 * The store profile a build belongs to: the one with its application id, else the one of the same name as long as that
 * does not already hold another application for this platform. Null: it is new.
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

function best(found: readonly ListedTestApplication[], info: PackageInfo): ListedTestApplication | null {
  const rank = (application: ListedTestApplication): number =>
    versionsOf(application).some((version) => onPlatform(version, info)) ? 1 : 0;
  return (
    found.toSorted(
      (a, b) => rank(b) - rank(a) || lastUpload(b).localeCompare(lastUpload(a)) || b.id - a.id,
    )[0] ?? null
  );
}

function holdsAnother(application: ListedTestApplication, info: PackageInfo): boolean {
  return otherPackageIn(versionsOf(application), info) !== null;
}

/**
 * The package an application visibly holds for the platform of a build when it is another one; null otherwise. Where
 * unique names are package ids, they tell applications apart; other unique names say nothing.
 */
export function otherPackageIn(
  versions: readonly Pick<TestVersion, 'uniqueName' | 'platformTypeName'>[],
  info: PackageInfo,
): string | null {
  const names = versions.filter((version) => onPlatform(version, info)).map(({ uniqueName }) => uniqueName);
  const isOurs = names.some((name) => sameText(name, info.id));
  return isOurs ? null : (names.find(isPackageId) ?? null);
}

/** The same of a store profile. */
export function otherPackageOf(profile: StoreProfile, info: PackageInfo): string | null {
  const { appUniqueId } = profile;
  return appUniqueId && appUniqueId !== info.id && hasPlatform(profile, info) ? appUniqueId : null;
}

/** When the newest version an entry of the list shows was uploaded; ids need not rise. */
function lastUpload(application: ListedTestApplication): string {
  return versionsOf(application).reduce((last, { uploadDateTimeUtc: at }) => (at > last ? at : last), '');
}

/** The versions an entry of the list shows: all of them, or only the newest. */
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
