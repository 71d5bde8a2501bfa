import type { Api } from '../../api/client.ts';
import { itemHash } from '../../api/resources/reported-hash.ts';
import type { NestedStoreItem, StoreItem, StoreProfile } from '../../api/wire.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { uploadErrors } from '../errors.ts';
import type { Route } from '../record/record.ts';
import {
  type AreaClient,
  createdVersion,
  idsOf,
  type ListedVersion,
  nullIfMissing,
  type ReconciliationQuery,
  type RemoteBuild,
  type SearchResult,
} from './area-client.ts';
import type { Destination } from './destination.ts';
import { findMatch } from './reconcile.ts';
import { buildName, matchStoreProfile, otherPackageOf } from './routing.ts';

/** Creates a client for the store area. Its builds are profile items, neither activated nor sent. */
export function createStoreArea(api: Api): AreaClient {
  const { appstore } = api;
  return {
    choose: async (info, destination, signal) => {
      const profiles = await appstore.list(signal);
      const match = matching(profiles, info, destination);
      if (match) {
        // The list may omit a profile's items. An omitted item would count as new after the transfer.
        const { items } = match.items.length > 0 ? match : await appstore.get(match.id, signal);
        return {
          route: { kind: 'existing', applicationId: match.id, versions: idsOf(items) },
          existing: items.map((item) => ({
            ...listed(match, item, info),
            build: null,
            sha256: itemHash(item),
          })),
        };
      }
      const route: Route = {
        kind: 'new',
        applications: idsOf(profiles),
        versions: profiles.flatMap((profile) => idsOf(profile.items)),
        ...(destination.kind === 'new' ? { hasOwnApplication: true } : {}),
      };
      return { route, existing: [] };
    },
    upload: async (route, file, options) => {
      if (route.kind === 'existing') {
        const { resource, sha256 } = await appstore.createItem(route.applicationId, file, options);
        return { arrival: itemArrival(resource), sha256 };
      }
      const { resource, sha256 } = await appstore.create(file, options);
      const item = createdVersion(resource.items, route);
      if (!item) throw uploadErrors.noVersion({ fileName: file.fileName });
      return { arrival: arrival(resource, item), sha256 };
    },
    stateOf: async (route, upload, signal) => {
      if (route.kind === 'existing') {
        const found = await appstore.findCreatedItem(upload, signal);
        return found.kind === 'arrived' ? { kind: found.kind, arrival: itemArrival(found.resource) } : found;
      }
      const found = await appstore.findCreated(upload, signal);
      if (found.kind !== 'arrived') return found;
      const item = createdVersion(found.resource.items, route);
      return item ? { kind: 'arrived', arrival: arrival(found.resource, item) } : { kind: 'unknown' };
    },
    find: async (route, query, signal) => findItem(await profilesAt(api, route, signal), route, query),
    getVersion: async (target, signal) => {
      const profile = await nullIfMissing(appstore.get(target.applicationId, signal));
      const item = profile?.items.find((known) => known.id === target.versionId);
      return profile && item ? arrival(profile, item) : null;
    },
  };
}

/** Returns the profile for a build; null to create a new one. Throws if a chosen profile cannot be used. */
function matching(
  profiles: readonly StoreProfile[],
  info: PackageInfo,
  destination: Destination,
): StoreProfile | null {
  if (destination.kind === 'chosen') {
    const { id } = destination;
    const profile = profiles.find((known) => known.id === id);
    if (!profile) throw uploadErrors.applicationGone({ id });
    const otherPackage = otherPackageOf(profile, info);
    if (otherPackage !== null)
      throw uploadErrors.otherPackage({ ...profile, holds: otherPackage, build: info.id });
    return profile;
  }
  const learned = profiles.find((profile) => profile.id === destination.applicationId);
  if (learned || destination.kind === 'new') return learned ?? null;
  const common = profiles.filter(({ id }) => !destination.ofFolders.has(id));
  return matchStoreProfile(common, info) ?? matchStoreProfile(profiles, info);
}

type Flagged = Pick<StoreProfile, 'id' | 'name' | 'appUniqueId' | 'hasAndroidPlatform' | 'hasiOSPlatform'>;

function arrival(
  profile: Flagged,
  item: Pick<NestedStoreItem, 'id' | 'uniqueId' | 'version' | 'fileSize' | 'sha256'>,
): RemoteBuild {
  return {
    target: {
      applicationId: profile.id,
      versionId: item.id,
      applicationName: profile.name,
      uniqueName: item.uniqueId,
      installLink: null,
    },
    version: item.version,
    listedSize: item.fileSize,
    packageName: packageOf(profile),
    platform: platformOf(profile),
    active: true,
    sent: false,
    members: [],
    releaseNote: null,
    sha256: itemHash(item),
  };
}

function itemArrival(item: StoreItem): RemoteBuild {
  const { profile, profileId: id, name } = item;
  const unknown = { appUniqueId: null, hasAndroidPlatform: false, hasiOSPlatform: false };
  return arrival(profile ?? { id, name, ...unknown }, item);
}

async function profilesAt(api: Api, route: Route, signal: AbortSignal): Promise<readonly StoreProfile[]> {
  if (route.kind === 'new') return api.appstore.list(signal);
  const profile = await nullIfMissing(api.appstore.get(route.applicationId, signal));
  return profile ? [profile] : [];
}

function findItem(profiles: readonly StoreProfile[], route: Route, query: ReconciliationQuery): SearchResult {
  const seen = new Set(route.versions);
  const known = new Set(route.kind === 'new' && route.hasOwnApplication ? route.applications : []);
  const meant = profiles.filter(({ id }) => !known.has(id));
  const items = meant.flatMap((profile) =>
    profile.items.filter(({ id }) => !seen.has(id)).map((item) => listed(profile, item, query.package)),
  );
  const match = findMatch(items, query);
  if (match.kind === 'none') return match;
  if (match.kind === 'unclear') return { kind: 'unclear', ids: idsOf(match.records) };
  const { profile, item } = match.record;
  // If the item has no package, only the profile can identify the build.
  const isLikely =
    match.kind === 'sure' ||
    match.named ||
    route.kind === 'existing' ||
    profile.name.trim().toLowerCase() === buildName(query.package).toLowerCase();
  return isLikely
    ? { kind: match.kind, arrival: arrival(profile, item) }
    : { kind: 'unclear', ids: [item.id] };
}

type ListedItem = ListedVersion & { readonly profile: StoreProfile; readonly item: NestedStoreItem };

function listed(profile: StoreProfile, item: NestedStoreItem, info: PackageInfo): ListedItem {
  const { id, version, fileSize } = item;
  const packageName = profile.appUniqueId === info.id ? info.id : packageOf(profile);
  return { id, version, fileSize, packageName, platform: platformOf(profile), profile, item };
}

/** Returns a profile's package id; null if it has two platforms. */
function packageOf(profile: Flagged): string | null {
  return profile.hasAndroidPlatform && profile.hasiOSPlatform ? null : profile.appUniqueId;
}

/** Returns the platform of a profile's items; empty if it may be either one. */
function platformOf({ hasAndroidPlatform, hasiOSPlatform }: Flagged): string {
  if (hasAndroidPlatform === hasiOSPlatform) return '';
  return hasiOSPlatform ? 'iOS' : 'Android';
}
