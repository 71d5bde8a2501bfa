import type { Api } from '../api/client.ts';
import type { NestedStoreItem, StoreProfile } from '../api/wire.ts';
import { type AreaClient, type Arrival, unlessGone } from './area-client.ts';
import { uploadErrors } from './errors.ts';
import { findOurs, highestId, type Sought } from './reconcile.ts';
import type { Route } from './record.ts';
import { buildName, matchStoreProfile } from './routing.ts';

/** The store: profiles that hold items. Nothing is switched on or sent there. */
export function createStoreArea(api: Api): AreaClient {
  const { appstore } = api;
  return {
    choose: async (info, known, signal) => {
      const profiles = await appstore.list(signal);
      const match = profiles.find((profile) => profile.id === known) ?? matchStoreProfile(profiles, info);
      const versionMark = highestId(profiles.flatMap((profile) => profile.items));
      if (match) return { kind: 'existing', applicationId: match.id, versionMark: highestId(match.items) };
      return { kind: 'new', applicationMark: highestId(profiles), versionMark };
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
    const found = findIn(profile, profile.id > route.applicationMark ? 0 : route.versionMark, sought);
    if (found) return found;
  }
  return null;
}
