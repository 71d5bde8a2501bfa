/** The shapes of what a renderer hands to main, checked before anything else happens. */
import { z } from 'zod';
import { expandHome } from '../main/base/files/home-path.ts';
import { packagePlatforms } from '../main/packages/package-info.ts';
import type { RuleId } from '../main/push/checks/findings.ts';
import {
  applicationChoiceSchema,
  folderInputSchema,
  recipientsSchema,
  releaseNoteSchema,
} from '../main/settings/folder-rule.ts';
import type { UploadState } from '../main/uploads/upload-view.ts';

export const none = () => z.strictObject({});
export const identifier = z.string().min(1).max(200);
export const versionId = z.int32();
export const versionIds = z.array(versionId).min(1).max(100_000);
export const applicationId = z.int32();
export const profileId = z.int32();
export const itemId = z.int32();
/** A path of this computer, as typed or chosen; `~` is the home folder. */
export const filePath = z
  .string()
  .trim()
  .min(1)
  .max(32_767)
  .transform((path) => expandHome(path));

export const recipients = recipientsSchema.strict();

export const area = z.enum(['testingdist', 'appstore']);

export const accountInput = () =>
  z.strictObject({
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
  });

/** `waitForFolder`: a folder that does not exist is watched as soon as it does, instead of being refused. */
export const folderInput = () =>
  folderInputSchema.extend({
    path: filePath,
    afterUpload: afterUpload.optional(),
    waitForFolder: z.boolean().optional(),
  });

const afterUpload = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['leave', 'delete']) }),
  z.strictObject({ kind: z.literal('move'), folder: filePath }),
]);

export const uploadInput = () =>
  z.strictObject({
    paths: z.array(filePath).min(1).max(10_000),
    accountId: identifier,
    area,
    activate: z.boolean(),
    recipients,
    sendAnyway: z.boolean().optional(),
    again: z.boolean().optional(),
    askFirst: z.boolean().optional(),
    application: applicationChoiceSchema.optional(),
    releaseNote: releaseNoteSchema.optional(),
    commit: z.strictObject({ repository: filePath, id: z.string().regex(/^[0-9a-f]{40,64}$/) }).optional(),
  });

const uploadState = () =>
  z.enum({
    ready: 'ready',
    queued: 'queued',
    uploading: 'uploading',
    confirming: 'confirming',
    activating: 'activating',
    sending: 'sending',
    cleaning: 'cleaning',
    retrying: 'retrying',
    paused: 'paused',
    asking: 'asking',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
    'already-there': 'already-there',
  } satisfies { readonly [State in UploadState]: State });

export const historyQuery = () =>
  z.strictObject({
    text: z.string().max(500).optional(),
    states: z.array(uploadState()).max(20).optional(),
    accountId: identifier.optional(),
    folderId: identifier.optional(),
    /** Milliseconds since 1970 UTC. */
    after: z.int().optional(),
    before: z.int().optional(),
    cursor: z.string().min(1).max(300).optional(),
    limit: z.int().min(1).max(500),
  });

export const menuInput = () =>
  z.strictObject({
    entries: z
      .array(
        z.union([
          z.literal('separator'),
          z.strictObject({ label: z.string().max(500), checked: z.boolean().optional() }),
        ]),
      )
      .min(1)
      .max(100),
    /** In pixels from the corner of the page; null: where the pointer is. */
    at: z.strictObject({ x: z.int(), y: z.int() }).nullable(),
  });

/** What is absent stays as it is. */
export const networkInput = () =>
  z.strictObject({
    proxy: z
      .strictObject({
        mode: z.enum(['system', 'environment', 'manual', 'none']).exactOptional(),
        url: z.string().max(2_000).nullable().exactOptional(),
        userName: z.string().max(500).nullable().exactOptional(),
        bypass: z.array(z.string().max(300)).max(1_000).exactOptional(),
        /** Empty: remove the one that is stored. */
        password: z.string().max(2_000).exactOptional(),
      })
      .exactOptional(),
    caFiles: z.array(filePath).max(100).exactOptional(),
    bytesPerSecond: z.int().nullable().exactOptional(),
    schedule: z
      .array(
        z.strictObject({
          days: z.array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])).max(7),
          from: z.string().max(5),
          to: z.string().max(5),
          bytesPerSecond: z.int().nullable(),
        }),
      )
      .max(100)
      .exactOptional(),
    pauseOnMetered: z.boolean().exactOptional(),
    connectTimeoutSeconds: z.int().exactOptional(),
  });

const personName = z.string().max(500);
const mailAddress = z.string().max(500);
const teamId = z.int32();
const memberId = z.int32();
const teamIds = z.array(teamId).max(10_000);
const newPassword = z.string().max(2_000);

const tlsFiles = () => z.strictObject({ certificate: filePath, key: filePath });

/** What a person does with the built-in service. */
const dailyLimit = z.int().positive();
const tokenApp = () =>
  z.strictObject({
    platform: z.enum(packagePlatforms).nullable(),
    packageId: z.string().regex(/^[\w.-]{1,255}$/),
  });

export const serviceInputs = {
  releaseNote: () => z.strictObject({ versionId, releaseNote: releaseNoteSchema }),
  reach: () =>
    z.strictObject({
      host: z.string().max(253).nullable(),
      publicUrl: z.string().max(2_000).nullable(),
      proxyHops: z.int().min(0).max(5).default(0),
      tls: z.union([z.boolean(), tlsFiles()]).default(false),
    }),
  tlsFiles,
  team: () => z.strictObject({ name: personName }),
  teamChange: () => z.strictObject({ id: teamId, name: personName }),
  teamId: () => z.strictObject({ id: teamId }),
  member: () => z.strictObject({ email: mailAddress, name: personName.nullable(), teamIds }),
  /** What is absent stays as it is. */
  memberChange: () =>
    z.strictObject({
      id: memberId,
      email: mailAddress.optional(),
      name: personName.nullable().optional(),
      teamIds: teamIds.optional(),
    }),
  memberId: () => z.strictObject({ id: memberId }),
  membership: () => z.strictObject({ memberId, teamId }),
  move: () => z.strictObject({ memberId, fromTeamId: teamId, toTeamId: teamId }),
  /** `csv`: the bytes of the file in base64, at most 16 MiB of them. */
  peopleFile: () => z.strictObject({ csv: z.base64().max(22_400_000), dryRun: z.boolean() }),
  /** Without a password one is made. */
  user: () => z.strictObject({ userName: personName, password: newPassword.optional() }),
  userName: () => z.strictObject({ userName: personName }),
  clientId: () => z.strictObject({ clientId: personName }),
  accessToken: () =>
    z.strictObject({
      name: personName,
      apps: z.union([z.literal('all'), z.array(tokenApp()).min(1).max(1_000)]),
      acts: z.array(z.enum(['upload', 'activate', 'send'])).min(1),
      /** Per day; the others are those of the service. */
      quota: z
        .strictObject({ uploads: dailyLimit, bytes: dailyLimit, messages: dailyLimit })
        .partial()
        .optional(),
      /** Milliseconds since 1970 UTC; null: never. */
      expiresAt: z.int().positive().nullable(),
    }),
  accessTokenName: () => z.strictObject({ name: personName }),
  messageId: () => z.strictObject({ id: identifier }),
  /** Null: all that wait. */
  retry: () => z.strictObject({ id: identifier.nullable() }),
  mailServer: () =>
    z.strictObject({
      host: z.string().max(253),
      port: z.int(),
      secure: z.boolean(),
      requireTls: z.boolean(),
      plainText: z.literal(true).optional(),
      userName: z.string().max(500).nullable(),
      from: z.string().max(500),
    }),
  /** Absent: the stored one, where it belongs to the same user of the same server. Empty: none. */
  mailPassword: z.string().max(2_000).optional(),
  /** Absent: as it is. */
  mailLanguage: () => z.enum(['app', 'en', 'de', 'fr', 'tr']).optional(),
  itemEnabled: () => z.strictObject({ itemId: z.int32(), enabled: z.boolean() }),
  profileAccess: () =>
    z.strictObject({
      profileId: z.int32(),
      enabled: z.boolean().optional(),
      /** Null: open to whoever has the link. */
      staticUser: z.strictObject({ userName: personName, password: newPassword }).nullable().optional(),
    }),
} as const;

/** A mapping file has some kilobytes; what is pasted must not be endless. */
export const mappingText = z.string().max(1_048_576);
const mappingName = z.string().max(1_000);
const changedFile = z.string().min(1).max(4_096);
const changedText = z.string().max(4_194_304);

export const pushInputs = {
  folder: () => z.strictObject({ folder: filePath }),
  check: () =>
    z.strictObject({
      folder: filePath,
      build: filePath.optional(),
      message: z.string().max(1_048_576).optional(),
    }),
  fix: () =>
    z.strictObject({
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
        z.strictObject({
          kind: z.literal('write'),
          file: changedFile,
          before: changedText.nullable(),
          after: changedText,
        }),
        z.strictObject({ kind: z.literal('rename'), file: changedFile, to: changedFile }),
      ]),
    }),
  mappingEdit: () =>
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('set'), property: mappingName, key: mappingName }),
      z.strictObject({ kind: z.literal('rename'), property: mappingName, to: mappingName }),
      z.strictObject({ kind: z.literal('remove'), property: mappingName }),
      z.strictObject({ kind: z.literal('set-version') }),
      z.strictObject({ kind: z.literal('convert') }),
    ]),
} as const;

export const preferencesInput = () =>
  z
    .strictObject({
      notifications: z.boolean(),
      notificationKinds: z.strictObject({ out: z.boolean(), failed: z.boolean(), asks: z.boolean() }),
      appearance: z.enum(['system', 'light', 'dark']),
      contrast: z.enum(['system', 'more']),
      language: z.enum(['system', 'en', 'de', 'fr', 'tr']),
      undoSeconds: z.literal([8, 30]).nullable(),
      helpKey: z.boolean(),
      parallelUploads: z.int().min(1).max(8),
      historyEntries: z.int().min(0).max(1_000_000),
      askBeforeOpened: z.boolean(),
      /** `done` puts the first steps off, `open` offers them again. */
      firstSteps: z.enum(['open', 'done']),
    })
    .partial();
