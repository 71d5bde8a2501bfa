/**
 * Resources of the distribution API in plain mode, exactly as in the API reference: the service writes these
 * shapes; the client accepts variants. Pure: zod only. Timestamps are ISO 8601 UTC, `fileSize` is in bytes.
 * The API description of the built-in service contains the texts of `describe`.
 */
import { z } from 'zod';

const id = z.int32();
const text = z.string();
export const bytes = z.int().meta({ description: 'Bytes.', format: 'int64' });

export const timestamp = z.iso
  .datetime({ offset: false, local: false })
  .describe('ISO 8601 in UTC, such as 2026-11-21T08:30:00.123Z.');

export type Area = 'testingdist' | 'appstore';

export const tokenRequest = z.object({
  username: text.min(1),
  password: text.min(1),
  client_id: text.min(1),
  client_secret: text.min(1),
  grant_type: z.literal('password'),
  scope: text.min(1).describe('Any non-blank scope.'),
});

export const tokenResponse = z.object({
  access_token: text.min(1).describe('Value for the header `Authorization: Bearer …`.'),
  expires_in: z.int().describe('Lifetime in seconds.'),
  token_type: text.describe('`Bearer`.'),
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
  'create_resumable_upload',
] as const;

/** Maximum number of entries in a zip without zip64. */
export const maxBaseEntries = 65_535;

export const uploadBase = z.object({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the build in hex.'),
  size: bytes,
  entries: z
    .array(z.array(z.int().nonnegative()).length(4))
    .max(maxBaseEntries)
    .describe('For each zip entry: position of its content, size in the build, inflated size, and CRC-32.'),
});

export type UploadBase = z.infer<typeof uploadBase>;

export const link = z.object({
  href: text.nullable().describe('Absolute address of the operation.'),
  rel: text.describe('Name of the operation.'),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
});

export const root = z.object({
  appStore: z.array(link),
  testingDist: z.array(link),
});

const storeProfileFields = z.object({
  id,
  name: text,
  version: text.nullable().describe('Version of the newest item; null if the profile has no items.'),
  appUniqueId: text.nullable().describe('Package id of the application.'),
  iconUrl: text.nullable(),
  ipaCustomUrl: text.nullable().describe('Page of the newest iOS item.'),
  apkCustomUrl: text.nullable().describe('Page of the newest Android item.'),
  shortDescription: text.nullable(),
  longDescription: text.nullable(),
  ipaVersion: text.nullable().describe('Version of the newest iOS item.'),
  apkVersion: text.nullable().describe('Version of the newest Android item.'),
  enabled: z.boolean().describe('False if its pages and files are unavailable.'),
  totalCount: z.int().describe('Number of items.'),
  hasiOSPlatform: z.boolean(),
  hasAndroidPlatform: z.boolean(),
  enableStaticAuht: z.boolean().describe('True if its pages require `userName` and `password`.'),
  userName: text.nullable(),
  password: text.nullable(),
  createDateTimeUtc: timestamp,
  updateDateTimeUtc: timestamp,
});

const storeItemFields = z.object({
  id,
  profileId: id.describe('Owning profile.'),
  orderId: z.int().describe('Position among the items of the profile.'),
  uniqueId: text.describe('GUID.'),
  customUrl: text.nullable().describe('Page of the item.'),
  iconUrl: text.nullable(),
  name: text,
  version: text.describe(
    'Version name, or the build number if there is none. Empty if the build has neither.',
  ),
  /** Other services may send unknown values, which are displayed as received. */
  type: z.int().describe('1 iOS, 2 Android.'),
  link: text.nullable().describe('The build file.'),
  fileSize: bytes,
  sha256: text.nullable().describe('Not in the API reference. Hexadecimal SHA-256 of the build file.'),
  enabled: z.boolean(),
  clickCount: z.int().describe('Number of downloads started.'),
  createDateTimeUtc: timestamp,
  updateDateTimeUtc: timestamp,
});

export const nestedStoreItem = storeItemFields.extend({ profile: z.null() });

export const storeProfile = storeProfileFields.extend({ items: z.array(nestedStoreItem) });

/** Appstore profile item: one uploaded build. `profile` is set in the response to an item upload. */
export const storeItem = storeItemFields.extend({ profile: storeProfile.nullable() });

export const updateProfileBody = z.object({
  Name: text.optional().describe('1 to 200 characters without line breaks.'),
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

/** Teams and members. Only the built-in service has this endpoint. */
export const people = z.object({
  teams: z.array(z.object({ id, name: text, memberIds: z.array(id) })),
  members: z.array(z.object({ id, name: text.nullable(), email: text })),
});

/**
 * States of the last message, the most urgent first. `refused`: rejected permanently. `not-mailed`: no
 * message, or only a file in the outbox folder. `waiting`: for its first or next attempt. `mailed`: accepted
 * by a mail server. `opened`, `downloaded`: by the recipient.
 */
export const mailStates = ['refused', 'not-mailed', 'waiting', 'mailed', 'opened', 'downloaded'] as const;
export type MailState = (typeof mailStates)[number];

/** State of a message, regardless of what its recipient did. */
export type MessageState = Exclude<MailState, 'opened' | 'downloaded'>;

export const versionMember = z.object({
  id,
  profileId: id.describe('Id of the application.'),
  memberId: id,
  /** Other services may send unknown values, which are displayed as received. */
  shareMemberStatus: z.int().describe('0 added, 1 sent, 2 opened, 3 downloaded.'),
  lastShareDateTimeUtc: timestamp.nullable(),
  mailState: text
    .optional()
    .describe(
      'Not in the API reference. State of the last message: `not-mailed` (no message, or only a file in the outbox folder), `waiting`, `refused`, `mailed` (accepted by a mail server), `opened` or `downloaded`.',
    ),
  mailFailure: text
    .optional()
    .describe(
      'Not in the API reference. Reason why the last message was withheld, was refused or still waits.',
    ),
  isDeleted: z.boolean().nullable().describe('True if removed from the directory.'),
  member,
  version: text,
  profileDownloadHistories: z.array(z.unknown()),
});

/** Testingdist version: one uploaded build of an application. */
export const testVersion = z.object({
  id,
  applicationName: text,
  applicationId: id.describe('Owning application.'),
  profileId: id.describe('Same as `applicationId`.'),
  version: text.describe(
    'Version name, or the build number if there is none. Empty if the build has neither.',
  ),
  build: text
    .nullable()
    .describe('Not in the API reference. Build number: `CFBundleVersion` or `versionCode`.'),
  uniqueName: text.describe('Package id: the bundle id or application id.'),
  platformTypeName: text.describe('`Android`, `iOS`, `tvOS`, `watchOS`, `visionOS` or `macOS`.'),
  lastSendDateTimeUtc: timestamp.nullable(),
  isActive: z.boolean().describe('Only active versions can be sent and downloaded.'),
  fileSize: bytes,
  releaseNote: text.nullable(),
  profileFiles: z.array(z.unknown()),
  iconUrl: text,
  profileMembers: z.array(versionMember),
  fileName: text
    .nullable()
    .describe('Set only in responses that read, activate or deactivate a single version.'),
  updateDateTimeUtc: timestamp,
  uploadDateTimeUtc: timestamp,
});

export const testApplication = z.object({
  id,
  name: text,
  profiles: z.array(testVersion),
});

export const listedTestApplication = testApplication.extend({ lastProfile: testVersion.nullable() });

export const sendBody = z.object({
  teamIds: z.array(id).describe('Teams whose members receive the version.'),
  memberIds: z.array(id),
  emails: z.array(text).describe('E-mail addresses. New addresses are added as members.'),
});

/** Only the built-in service supports `delaySeconds` and `silent`. */
export const sendRequest = sendBody.extend({
  delaySeconds: z
    .int()
    .min(0)
    .max(30)
    .optional()
    .describe('Seconds until the messages leave. Defaults to 0. Until then, the operator can withdraw them.'),
  silent: z
    .boolean()
    .optional()
    .describe('True to give access without messages. Messages that recipients declined are never sent.'),
});

/** RFC 9457. */
export const problem = z.object({
  type: text.optional(),
  title: text,
  status: z.int(),
  detail: text.optional().describe('Human-readable explanation and remedy.'),
  code: text.optional().describe('Machine-readable error code.'),
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
export type ListedPeople = z.output<typeof people>;
export type TestVersion = z.infer<typeof testVersion>;
export type TestApplication = z.infer<typeof testApplication>;
export type ListedTestApplication = z.infer<typeof listedTestApplication>;
export type SendBody = z.infer<typeof sendBody>;
export type SendRequest = z.infer<typeof sendRequest>;
export type Problem = z.infer<typeof problem>;
