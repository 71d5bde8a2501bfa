/** The shapes of what a renderer hands to main, checked before anything else happens. */
import { z } from 'zod';
import type { UploadState } from '../main/uploads/upload-view.ts';

export const none = z.object({}).strict();
export const identifier = z.string().min(1).max(200);
export const versionId = z.int32();
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
