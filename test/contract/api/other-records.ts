/** Records of the independent service in other-service.ts, and their form in the reference API. */

/** Build data. Its size is in the unit of the service. */
export type OtherBuild = {
  readonly packageName: string;
  readonly label: string;
  readonly version: string;
  readonly fileSize: number;
  readonly fileName: string;
};
export type OtherVersion = OtherBuild & {
  readonly id: number;
  readonly applicationId: number;
  /** Number of requests until the version appears. */
  hiddenFor: number;
  readonly uploadedAt: Date;
  updatedAt: Date;
  isActive: boolean;
  sentAt: Date | null;
  sentTo: string[];
};
export type OtherApplication = {
  readonly id: number;
  readonly name: string;
  readonly versions: OtherVersion[];
};
export type OtherItem = {
  readonly id: number;
  readonly profileId: number;
  readonly version: string;
  readonly fileSize: number;
  readonly at: Date;
};
export type OtherProfile = {
  readonly id: number;
  readonly packageName: string;
  name: string;
  shortDescription: string | null;
  longDescription: string | null;
  readonly at: Date;
  updatedAt: Date;
  readonly items: OtherItem[];
};

/** Creates the link of an operation. */
export type Addresses = (
  rel: string,
  method: string,
  path: string,
) => { rel: string; method: string; href: string | null };

export function showVersion(version: OtherVersion, isNamed: boolean, link: Addresses) {
  const { id, applicationId } = version;
  const self = `/testingdist/profiles/items/${id}`;
  return {
    id,
    applicationName: version.label,
    applicationId,
    profileId: applicationId,
    version: version.version,
    uniqueName: version.packageName,
    platformTypeName: 'Android',
    lastSendDateTimeUtc: version.sentAt,
    isActive: version.isActive,
    fileSize: version.fileSize,
    releaseNote: null,
    profileFiles: [],
    iconUrl: '',
    profileMembers: version.sentTo.map((email, index) => showMember(version, email, index)),
    fileName: isNamed ? version.fileName : null,
    updateDateTimeUtc: version.updatedAt,
    uploadDateTimeUtc: version.uploadedAt,
    _links: [
      link('self', 'GET', self),
      link('delete_profile_item', 'DELETE', self),
      link('activate_profile_item', 'POST', `${self}/activate`),
      link('deactivate_profile_item', 'DELETE', `${self}/activate`),
    ],
  };
}

function showMember(version: OtherVersion, email: string, index: number) {
  const team = { id: 2, name: 'QA', ownerId: 1, ungrouped: true, teamMembers: [] };
  return {
    id: 100 + index,
    profileId: version.applicationId,
    memberId: 200 + index,
    shareMemberStatus: 99,
    lastShareDateTimeUtc: version.sentAt,
    isDeleted: null,
    member: { id: 200 + index, name: null, email, teamMembers: [{ teamId: 2, memberId: 200 + index, team }] },
    version: version.version,
    profileDownloadHistories: [],
  };
}

const shown = ({ versions }: OtherApplication): readonly OtherVersion[] =>
  versions.filter(({ hiddenFor }) => hiddenFor === 0);

export function showApplication(application: OtherApplication, link: Addresses) {
  const self = `/testingdist/profiles/${application.id}`;
  return {
    id: application.id,
    name: application.name,
    profiles: shown(application).map((version) => showVersion(version, false, link)),
    _links: [
      link('self', 'GET', self),
      link('delete_profile', 'DELETE', self),
      link('create_profile_item', 'POST', `${self}/items`),
    ],
  };
}

/** Returns an application as in the list, which shows only the newest version. */
export function showListed(application: OtherApplication, link: Addresses) {
  const newest = shown(application).at(-1);
  return {
    ...showApplication({ ...application, versions: [] }, link),
    lastProfile: newest ? showVersion(newest, false, link) : null,
  };
}

export function showItem(item: OtherItem, profile: OtherProfile | null, link: Addresses) {
  return {
    id: item.id,
    profileId: item.profileId,
    orderId: 0,
    uniqueId: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
    customUrl: null,
    iconUrl: null,
    name: 'Shop',
    version: item.version,
    type: 17,
    link: null,
    fileSize: item.fileSize,
    enabled: true,
    clickCount: 0,
    createDateTimeUtc: item.at,
    updateDateTimeUtc: item.at,
    profile: profile && showProfile(profile, link),
    _links: [link('delete_profile_item', 'DELETE', `/appstore/profiles/items/${item.id}`)],
  };
}

export function showProfile(profile: OtherProfile, link: Addresses): Record<string, unknown> {
  const self = `/appstore/profiles/${profile.id}`;
  return {
    id: profile.id,
    name: profile.name,
    version: null,
    appUniqueId: profile.packageName,
    iconUrl: null,
    ipaCustomUrl: null,
    apkCustomUrl: null,
    shortDescription: profile.shortDescription,
    longDescription: profile.longDescription,
    ipaVersion: null,
    apkVersion: profile.items.at(-1)?.version ?? null,
    enabled: true,
    totalCount: profile.items.length,
    hasiOSPlatform: false,
    hasAndroidPlatform: true,
    enableStaticAuht: false,
    userName: null,
    password: null,
    createDateTimeUtc: profile.at,
    updateDateTimeUtc: profile.updatedAt,
    items: profile.items.map((item) => showItem(item, null, link)),
    _links: [
      link('self', 'GET', self),
      link('update_profile', 'PUT', self),
      link('delete_profile', 'DELETE', self),
      link('create_profile_item', 'POST', self),
    ],
  };
}

/** Converts a value to a domain object: no links, times as strings, null for optional fields. */
export function domain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(domain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== '_links');
  const missingBuild = 'uniqueName' in value && 'isActive' in value ? { build: null } : {};
  const missingHash = 'orderId' in value ? { sha256: null } : {};
  return {
    ...missingBuild,
    ...missingHash,
    ...Object.fromEntries(fields.map(([name, inner]) => [name, domain(inner)])),
  };
}
