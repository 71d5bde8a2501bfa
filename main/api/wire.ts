/**
 * The resources of the distribution API in plain mode, exactly as the reference spells them. The service writes
 * these shapes; the client reads anything close to them and hands out these. Pure: zod only.
 * Timestamps are ISO 8601 UTC. Ids are 32-bit integers. `fileSize` is bytes.
 */
import { z } from 'zod';

const id = z.int32();
const text = z.string();
const timestamp = z.iso.datetime({ offset: false, local: false });

/** The two areas of the API, as their path segments. */
export type Area = 'testingdist' | 'appstore';

export const tokenResponse = z.object({
  access_token: text.min(1),
  /** Seconds. */
  expires_in: z.int(),
  token_type: text,
});

export const linkRelations = [
  'get_profiles',
  'create_profile',
  'self',
  'delete_profile',
  'update_profile',
  'create_profile_item',
  'delete_profile_item',
  'activate_profile_item',
  'deactivate_profile_item',
] as const;

export const link = z.object({
  href: text.nullable(),
  rel: text,
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
});

export const root = z.object({
  appStore: z.array(link),
  testingDist: z.array(link),
});

const storeProfileFields = z.object({
  id,
  name: text,
  version: text.nullable(),
  appUniqueId: text.nullable(),
  iconUrl: text.nullable(),
  ipaCustomUrl: text.nullable(),
  apkCustomUrl: text.nullable(),
  shortDescription: text.nullable(),
  longDescription: text.nullable(),
  ipaVersion: text.nullable(),
  apkVersion: text.nullable(),
  enabled: z.boolean(),
  totalCount: z.int(),
  hasiOSPlatform: z.boolean(),
  hasAndroidPlatform: z.boolean(),
  enableStaticAuht: z.boolean(),
  userName: text.nullable(),
  password: text.nullable(),
  createDateTimeUtc: timestamp,
  updateDateTimeUtc: timestamp,
});

const storeItemFields = z.object({
  id,
  profileId: id,
  orderId: z.int(),
  /** GUID format. */
  uniqueId: text,
  customUrl: text.nullable(),
  iconUrl: text.nullable(),
  name: text,
  version: text,
  /** The built-in service gives 1 for iOS and 2 for Android; unknown numbers are shown as given. */
  type: z.int(),
  link: text.nullable(),
  fileSize: z.int(),
  enabled: z.boolean(),
  clickCount: z.int(),
  createDateTimeUtc: timestamp,
  updateDateTimeUtc: timestamp,
});

/** An item as it stands inside its profile: `profile` is null there. */
export const nestedStoreItem = storeItemFields.extend({ profile: z.null() });

/** An appstore profile: an application entry that holds items. */
export const storeProfile = storeProfileFields.extend({ items: z.array(nestedStoreItem) });

/** An appstore profile item: one uploaded build. `profile` is filled in the response of an item upload. */
export const storeItem = storeItemFields.extend({ profile: storeProfile.nullable() });

export const updateProfileBody = z.object({
  Name: text.optional(),
  ShortDescription: text.optional(),
  LongDescription: text.optional(),
});

export const teamMember = z.object({
  teamId: id,
  memberId: id,
  team: z.object({
    id,
    name: text,
    ownerId: id,
    ungrouped: z.boolean(),
    teamMembers: z.array(z.unknown()),
  }),
});

export const member = z.object({
  id,
  name: text.nullable(),
  email: text,
  teamMembers: z.array(teamMember),
});

/** 0 added, 1 sent, 2 opened, 3 downloaded in the built-in service; unknown numbers are tolerated. */
export const versionMember = z.object({
  id,
  profileId: id,
  memberId: id,
  shareMemberStatus: z.int(),
  lastShareDateTimeUtc: timestamp.nullable(),
  isDeleted: z.boolean().nullable(),
  member,
  version: text,
  profileDownloadHistories: z.array(z.unknown()),
});

/** A testingdist version: one uploaded build of an application. */
export const testVersion = z.object({
  id,
  applicationName: text,
  applicationId: id,
  profileId: id,
  version: text,
  uniqueName: text,
  platformTypeName: text,
  lastSendDateTimeUtc: timestamp.nullable(),
  isActive: z.boolean(),
  fileSize: z.int(),
  releaseNote: text.nullable(),
  profileFiles: z.array(z.unknown()),
  iconUrl: text,
  profileMembers: z.array(versionMember),
  fileName: text.nullable(),
  updateDateTimeUtc: timestamp,
  uploadDateTimeUtc: timestamp,
});

/** A testingdist application with its versions. */
export const testApplication = z.object({
  id,
  name: text,
  profiles: z.array(testVersion),
});

/** An application as it stands in the list: with its newest version. */
export const listedTestApplication = testApplication.extend({ lastProfile: testVersion.nullable() });

export const sendBody = z.object({
  teamIds: z.array(id),
  memberIds: z.array(id),
  emails: z.array(text),
});

/** RFC 9457. */
export const problem = z.object({
  type: text.optional(),
  title: text,
  status: z.int(),
  detail: text.optional(),
  /** Stable code of the built-in service, for programs. */
  code: text.optional(),
});

/** RFC 6749 section 5.2. */
export const oauthError = z.object({ error: text, error_description: text.optional() });

export type TokenResponse = z.infer<typeof tokenResponse>;
export type Link = z.infer<typeof link>;
export type Root = z.infer<typeof root>;
export type StoreProfile = z.infer<typeof storeProfile>;
export type NestedStoreItem = z.infer<typeof nestedStoreItem>;
export type StoreItem = z.infer<typeof storeItem>;
export type UpdateProfileBody = z.infer<typeof updateProfileBody>;
export type Member = z.infer<typeof member>;
export type VersionMember = z.infer<typeof versionMember>;
export type TestVersion = z.infer<typeof testVersion>;
export type TestApplication = z.infer<typeof testApplication>;
export type ListedTestApplication = z.infer<typeof listedTestApplication>;
export type SendBody = z.infer<typeof sendBody>;
export type Problem = z.infer<typeof problem>;
