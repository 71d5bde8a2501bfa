/** What a service of other people holds when it starts, and as domain objects at any time. */
import {
  type Addresses,
  domain,
  type OtherApplication,
  type OtherProfile,
  type OtherVersion,
  showApplication,
  showItem,
  showListed,
  showProfile,
  showVersion,
} from './other-records.ts';

export type OtherStore = {
  readonly applications: OtherApplication[];
  readonly profiles: OtherProfile[];
  /** The time now: a second later at every look. */
  tick(): Date;
  nextId(): number;
};

/** Domain objects of what it holds now. */
export type Holdings = {
  applications(): unknown;
  application(id: number): unknown;
  version(id: number): unknown;
  profiles(): unknown;
  profile(id: number): unknown;
  item(id: number): unknown;
};

export function createOtherStore(): OtherStore {
  let seconds = 0;
  let id = 20;
  const tick = (): Date => {
    seconds += 1;
    return new Date(Date.UTC(2026, 10, 21, 8, 30, seconds));
  };
  const at = tick();
  return {
    applications: [
      { id: 3, versions: [newVersion(7, 3, 1_000, tick()), newVersion(8, 3, 1_000, tick())] },
      { id: 4, versions: [] },
    ],
    profiles: [
      {
        ...{ id: 11, name: 'Shop', shortDescription: 'Short', longDescription: null, at, updatedAt: at },
        items: [{ id: 12, profileId: 11, fileSize: 1_000, at }],
      },
    ],
    tick,
    nextId: () => {
      id += 1;
      return id;
    },
  };
}

export function newVersion(id: number, applicationId: number, fileSize: number, at: Date): OtherVersion {
  const rest = { isActive: false, sentAt: null, sentTo: [] };
  return { id, applicationId, fileSize, fileName: 'shop.apk', uploadedAt: at, updatedAt: at, ...rest };
}

const noLink: Addresses = (rel, method) => ({ rel, method, href: null });

export function holdingsOf({ applications, profiles }: OtherStore): Holdings {
  const found = <One extends { readonly id: number }>(all: readonly One[], id: number): One => {
    const one = all.find((each) => each.id === id);
    if (!one) throw new Error(`${id} is not there`);
    return one;
  };
  const versions = (): readonly OtherVersion[] => applications.flatMap((one) => one.versions);
  return {
    applications: () => domain(applications.map((one) => showListed(one, noLink))),
    application: (id) => domain(showApplication(found(applications, id), noLink)),
    version: (id) => domain(showVersion(found(versions(), id), true, noLink)),
    profiles: () => domain(profiles.map((one) => showProfile(one, noLink))),
    profile: (id) => domain(showProfile(found(profiles, id), noLink)),
    item: (id) => {
      const profile = profiles.find((one) => one.items.some((item) => item.id === id));
      return profile && domain(showItem(found(profile.items, id), profile, noLink));
    },
  };
}
