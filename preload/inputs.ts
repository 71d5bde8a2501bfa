/** The shapes of what a renderer hands to main, checked before anything else happens. */
import { z } from 'zod';
import type { RuleId } from '../main/push/checks/findings.ts';
import type { UploadState } from '../main/uploads/upload-view.ts';

export const none = z.object({}).strict();
export const identifier = z.string().min(1).max(200);
export const versionId = z.int32();
export const versionIds = z.array(versionId).min(1).max(100_000);
export const applicationId = z.int32();
export const profileId = z.int32();
export const itemId = z.int32();
export const filePath = z.string().min(1).max(32_767);

export const recipients = z
  .object({
    teamIds: z.array(z.int32()).max(10_000),
    memberIds: z.array(z.int32()).max(10_000),
    emails: z.array(z.string().max(320)).max(10_000),
  })
  .strict();

export const area = z.enum(['testingdist', 'appstore']);

export const accountInput = z
  .object({
    /** Absent for a new account. */
    id: identifier.optional(),
    name: z.string().max(200),
    authUrl: z.string().max(2_000),
    baseUrl: z.string().max(2_000),
    userName: z.string().max(500),
    clientId: z.string().max(500),
    scope: z.string().max(500),
    mode: z.enum(['plain', 'link']),
    vendor: z.string().max(100),
    installLinkTemplate: z.string().max(2_000).nullable(),
    /** Absent: keep the ones that are stored. */
    password: z.string().max(2_000).optional(),
    clientSecret: z.string().max(2_000).optional(),
  })
  .strict();

export const pattern = z.string().max(500);

/** Where in the account builds go. */
export const application = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found') }).strict(),
  z.object({ kind: z.literal('chosen'), id: applicationId }).strict(),
  z.object({ kind: z.literal('new') }).strict(),
]);

export const afterwards = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave') }).strict(),
  z.object({ kind: z.literal('move'), folder: filePath }).strict(),
  z.object({ kind: z.literal('delete') }).strict(),
]);

/** What is absent gets its default in a new folder and stays as it is in one that is changed. */
export const folderInput = z
  .object({
    path: filePath,
    accountId: identifier,
    area,
    activate: z.boolean(),
    recipients,
    sendAnyway: z.boolean(),
    earlierBuilds: z.enum(['none', 'newest', 'all']),
    kinds: z
      .array(z.enum(['apk', 'ipa']))
      .max(2)
      .optional(),
    include: z.array(pattern).max(100).optional(),
    exclude: z.array(pattern).max(100).optional(),
    depth: z.int().nullable().optional(),
    application: application.optional(),
    askFirst: z.boolean().optional(),
    quietMs: z.int().optional(),
    afterwards: afterwards.optional(),
    polling: z.enum(['auto', 'always', 'never']).optional(),
    /** A folder that does not exist is watched as soon as it does, instead of being refused. */
    waitForFolder: z.boolean().optional(),
  })
  .strict();

export const uploadInput = z
  .object({
    paths: z.array(filePath).min(1).max(10_000),
    accountId: identifier,
    area,
    activate: z.boolean(),
    recipients,
    sendAnyway: z.boolean().optional(),
    askFirst: z.boolean().optional(),
    application: application.optional(),
  })
  .strict();

export const uploadState = z.enum({
  ready: 'ready',
  queued: 'queued',
  uploading: 'uploading',
  confirming: 'confirming',
  activating: 'activating',
  sending: 'sending',
  tidying: 'tidying',
  retrying: 'retrying',
  paused: 'paused',
  asking: 'asking',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  'already-there': 'already-there',
} satisfies { readonly [State in UploadState]: State });

export const historyQuery = z
  .object({
    text: z.string().max(500).optional(),
    states: z.array(uploadState).max(20).optional(),
    accountId: identifier.optional(),
    folderId: identifier.optional(),
    /** Milliseconds since 1970 UTC. */
    after: z.int().optional(),
    before: z.int().optional(),
    cursor: z.string().min(1).max(300).optional(),
    limit: z.int().min(1).max(500),
  })
  .strict();

export const networkInput = z
  .object({
    proxy: z
      .object({
        mode: z.enum(['system', 'environment', 'manual', 'none']),
        url: z.string().max(2_000).nullable(),
        userName: z.string().max(500).nullable(),
        bypass: z.array(z.string().max(300)).max(1_000),
        /** Absent: keep the one that is stored. Empty: remove it. */
        password: z.string().max(2_000).optional(),
      })
      .strict(),
    caFiles: z.array(filePath).max(100),
    bytesPerSecond: z.int().nullable(),
    timetable: z
      .array(
        z
          .object({
            days: z.array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])).max(7),
            from: z.string().max(5),
            to: z.string().max(5),
            bytesPerSecond: z.int().nullable(),
          })
          .strict(),
      )
      .max(100),
    pauseOnMetered: z.boolean(),
    connectTimeoutSeconds: z.int(),
  })
  .strict();

const personName = z.string().max(500);
const mailAddress = z.string().max(500);
const teamId = z.int32();
const memberId = z.int32();
const teamIds = z.array(teamId).max(10_000);
const newPassword = z.string().max(2_000);

/** What a person does with the built-in service. */
export const serviceInputs = {
  reach: z
    .object({
      host: z.string().max(253).nullable(),
      publicUrl: z.string().max(2_000).nullable(),
      proxyHops: z.int().min(0).max(5).default(0),
    })
    .strict(),
  team: z.object({ name: personName }).strict(),
  teamChange: z.object({ id: teamId, name: personName }).strict(),
  teamId: z.object({ id: teamId }).strict(),
  member: z.object({ email: mailAddress, name: personName.nullable(), teamIds }).strict(),
  /** What is absent stays as it is. */
  memberChange: z
    .object({
      id: memberId,
      email: mailAddress.optional(),
      name: personName.nullable().optional(),
      teamIds: teamIds.optional(),
    })
    .strict(),
  memberId: z.object({ id: memberId }).strict(),
  membership: z.object({ memberId, teamId }).strict(),
  move: z.object({ memberId, fromTeamId: teamId, toTeamId: teamId }).strict(),
  /** `csv`: the bytes of the file in base64, at most 16 MiB of them. */
  peopleFile: z.object({ csv: z.base64().max(22_400_000), dryRun: z.boolean() }).strict(),
  /** Without a password one is made. */
  user: z.object({ userName: personName, password: newPassword.optional() }).strict(),
  userName: z.object({ userName: personName }).strict(),
  clientId: z.object({ clientId: personName }).strict(),
  messageId: z.object({ id: identifier }).strict(),
  /** Null: all that wait. */
  retry: z.object({ id: identifier.nullable() }).strict(),
  mailServer: z
    .object({
      host: z.string().max(253),
      port: z.int(),
      secure: z.boolean(),
      requireTls: z.boolean(),
      userName: z.string().max(500).nullable(),
      from: z.string().max(500),
    })
    .strict(),
  /** Absent: the stored one, where it belongs to the same user of the same server. Empty: none. */
  mailPassword: z.string().max(2_000).optional(),
  /** Absent: as it is. */
  mailLanguage: z.enum(['app', 'en', 'de', 'fr', 'tr']).optional(),
  profileAccess: z
    .object({
      profileId: z.int32(),
      enabled: z.boolean().optional(),
      /** Null: open to whoever has the link. */
      staticUser: z.object({ userName: personName, password: newPassword }).strict().nullable().optional(),
    })
    .strict(),
} as const;

/** A mapping file has some kilobytes; what is pasted must not be endless. */
const mappingText = z.string().max(1_048_576);
const mappingName = z.string().max(1_000);
const changedFile = z.string().min(1).max(4_096);
const changedText = z.string().max(4_194_304);

export const pushInputs = {
  folder: z.object({ folder: filePath }).strict(),
  check: z
    .object({
      folder: filePath,
      build: filePath.optional(),
      message: z.string().max(1_048_576).optional(),
    })
    .strict(),
  fix: z
    .object({
      folder: filePath,
      rule: z.enum({
        'mapping-file': 'mapping-file',
        mapping: 'mapping',
        icon: 'icon',
        'sender-id': 'sender-id',
        entitlements: 'entitlements',
        sounds: 'sounds',
        permission: 'permission',
        published: 'published',
        'build-entitlement': 'build-entitlement',
        'build-permission': 'build-permission',
        'build-target': 'build-target',
      } satisfies { readonly [Rule in RuleId]: Rule }),
      /** As it was shown. */
      change: z.discriminatedUnion('kind', [
        z
          .object({
            kind: z.literal('write'),
            file: changedFile,
            before: changedText.nullable(),
            after: changedText,
          })
          .strict(),
        z.object({ kind: z.literal('rename'), file: changedFile, to: changedFile }).strict(),
      ]),
    })
    .strict(),
  mappingText,
  mappingEdit: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('set'), property: mappingName, key: mappingName }).strict(),
    z.object({ kind: z.literal('rename'), property: mappingName, to: mappingName }).strict(),
    z.object({ kind: z.literal('remove'), property: mappingName }).strict(),
    z.object({ kind: z.literal('set-version') }).strict(),
    z.object({ kind: z.literal('convert') }).strict(),
  ]),
} as const;

export const preferencesInput = z
  .object({
    notifications: z.boolean(),
    notificationKinds: z.object({ out: z.boolean(), failed: z.boolean(), asks: z.boolean() }).strict(),
    appearance: z.enum(['system', 'light', 'dark']),
    contrast: z.enum(['system', 'more']),
    language: z.enum(['system', 'en', 'de', 'fr', 'tr']),
    parallelUploads: z.int().min(1).max(8),
    historyEntries: z.int().min(0).max(1_000_000),
    askBeforeOpened: z.boolean(),
    /** `done` puts the first steps off, `open` offers them again. */
    firstSteps: z.enum(['open', 'done']),
  })
  .strict()
  .partial();
