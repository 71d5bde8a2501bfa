import type { Api } from '../api/client.ts';
import type { NestedStoreItem, StoreProfile } from '../api/wire.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import { type AreaClient, type Arrival, unlessGone } from './area-client.ts';
import type { Destination } from './destination.ts';
import { uploadErrors } from './errors.ts';
import { findOurs, highestId, type Sought } from './reconcile.ts';
import type { Route } from './record.ts';
import { buildName, matchStoreProfile, otherPackageOf } from './routing.ts';

/** The store: profiles that hold items. Nothing is switched on or sent there. */
export function createStoreArea(api: Api): AreaClient {
  const { appstore } = api;
  return {
    choose: async (info, destination, signal) => {
      const profiles = await appstore.list(signal);
      const match = matching(profiles, info, destination);
      if (match) return { kind: 'existing', applicationId: match.id, versionMark: highestId(match.items) };
      return {
        kind: 'new',
        applicationMark: highestId(profiles),
        versionMark: highestId(profiles.flatMap((profile) => profile.items)),
        ...(destination.kind === 'new' ? { apart: true } : {}),
      };
    },
    upload: async (route, file, options) => {
      if (route.kind === 'existing') {
        const { resource, sha256 } = await appstore.createItem(route.applicationId, file, options);
        const name = resource.profile?.name ?? resource.name;
        return { arrival: arrival({ id: resource.profileId, name }, resource), sha256 };
      }
      const { resource, sha256 } = await appstore.create(file, options);
      const item = resource.items.toSorted((a, b) => b.id - a.id)[0];
      if (!item) throw uploadErrors.noVersion({ fileName: file.fileName });
      return { arrival: arrival(resource, item), sha256 };
    },
    find: async (route, sought, signal) => {
      if (route.kind === 'new') return findInAll(await appstore.list(signal), route, sought);
      const profile = await unlessGone(appstore.get(route.applicationId, signal));
      return profile && findIn(profile, route.versionMark, sought);
    },
    look: async (target, signal) => {
      const profile = await unlessGone(appstore.get(target.applicationId, signal));
      const item = profile?.items.find((known) => known.id === target.versionId);
      return profile && item ? arrival(profile, item) : null;
    },
  };
}

/** Null: it is to be made. Throws for a chosen one that cannot be used. */
function matching(
  profiles: readonly StoreProfile[],
  info: PackageInfo,
  destination: Destination,
): StoreProfile | null {
  if (destination.kind === 'chosen') {
    const { id } = destination;
    const profile = profiles.find((known) => known.id === id);
    if (!profile) throw uploadErrors.applicationGone({ id });
    const holds = otherPackageOf(profile, info);
    if (holds !== null) throw uploadErrors.otherPackage({ ...profile, holds, build: info.id });
    return profile;
  }
  const learned = profiles.find((profile) => profile.id === destination.known);
  if (learned || destination.kind === 'new') return learned ?? null;
  const common = profiles.filter(({ id }) => !destination.ofFolders.has(id));
  return matchStoreProfile(common, info) ?? matchStoreProfile(profiles, info);
}

function arrival(
  profile: { readonly id: number; readonly name: string },
  item: Pick<NestedStoreItem, 'id' | 'uniqueId' | 'version' | 'fileSize'>,
): Arrival {
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
    active: true,
    sent: false,
  };
}

function findIn(profile: StoreProfile, mark: number, sought: Omit<Sought, 'mark'>): Arrival | null {
  const item = findOurs(profile.items, { ...sought, mark });
  return item && arrival(profile, item);
}

function findInAll(
  profiles: readonly StoreProfile[],
  route: Extract<Route, { kind: 'new' }>,
  sought: Omit<Sought, 'mark'>,
): Arrival | null {
  const name = buildName(sought.package).toLowerCase();
  const rank = (profile: StoreProfile): number =>
    (profile.appUniqueId === sought.package.id ? 2 : 0) + (profile.name.toLowerCase() === name ? 1 : 0);
  for (const profile of profiles.toSorted((a, b) => rank(b) - rank(a))) {
    const created = profile.id > route.applicationMark;
    if (!created && route.apart) continue;
    const found = findIn(profile, created ? 0 : route.versionMark, sought);
    if (found) return found;
  }
  return null;
}
