/** Records of the other service: the initial records, and the records that the client should return. */
import {
  type Addresses,
  domain,
  type OtherApplication,
  type OtherBuild,
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
  /** Returns a time one second later than the previous call. */
  tick(): Date;
  nextId(): number;
};

/** Current records as domain objects. */
export type ExpectedRecords = {
  applications(): unknown;
  application(id: number): unknown;
  version(id: number): unknown;
  profiles(): unknown;
  profile(id: number): unknown;
  item(id: number): unknown;
};

export function createOtherStore(nextId: (turn: number) => number): OtherStore {
  let seconds = 0;
  let turn = 0;
  const tick = (): Date => {
    seconds += 1;
    return new Date(Date.UTC(2026, 10, 21, 8, 30, seconds));
  };
  const at = tick();
  return {
    applications: [
      {
        id: 3,
        name: 'Shop',
        versions: [newVersion(7, 3, firstBuild, tick()), newVersion(8, 3, firstBuild, tick())],
      },
      { id: 4, name: 'Shop', versions: [] },
    ],
    profiles: [
      {
        ...{ id: 11, name: 'Shop', shortDescription: 'Short', longDescription: null, at, updatedAt: at },
        packageName: firstBuild.packageName,
        items: [{ id: 12, profileId: 11, version: firstBuild.version, fileSize: 1_000, at }],
      },
    ],
    tick,
    nextId: () => {
      turn += 1;
      return nextId(turn);
    },
  };
}

/** Build of the initial versions, also reported for an uploaded file that is not a build. */
export const firstBuild: OtherBuild = {
  packageName: 'org.example.shop',
  label: 'Shop',
  version: '1.0.0',
  fileSize: 1_000,
  fileName: 'shop.apk',
};

export function newVersion(
  id: number,
  applicationId: number,
  build: OtherBuild,
  at: Date,
  hiddenFor = 0,
): OtherVersion {
  const rest = { isActive: false, sentAt: null, sentTo: [], hiddenFor };
  return { ...build, id, applicationId, uploadedAt: at, updatedAt: at, ...rest };
}

const noLink: Addresses = (rel, method) => ({ rel, method, href: null });

export function expectedRecordsOf({ applications, profiles }: OtherStore): ExpectedRecords {
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
