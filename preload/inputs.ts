import { z } from 'zod';
import type { Remedy } from '../main/base/failure.ts';
import { expandHome } from '../main/base/files/home-path.ts';
import { languages } from '../main/messages/locale.ts';
import type { MessageValues } from '../main/messages/message.ts';
import {
  applicationChoiceSchema,
  folderInputSchema,
  recipientsSchema,
  releaseNoteSchema,
} from '../main/settings/folder-rule.ts';
import { uploadStates } from '../main/uploads/upload-view.ts';

export const none = () => z.strictObject({});
export const identifier = z.string().min(1).max(200);
export const versionId = z.int32();
export const versionIds = z.array(versionId).min(1).max(100_000);
export const applicationId = z.int32();
export const profileId = z.int32();
export const itemId = z.int32();
/** Delay of mail in seconds, during which the send can be undone. */
export const sendDelay = z.int().min(0).max(30);
/** A local path, as typed or chosen. Expands `~` to the home folder. */
export const filePath = z
  .string()
  .trim()
  .min(1)
  .max(32_767)
  .transform((path) => expandHome(path));

export const recipients = recipientsSchema.strict();

export const area = z.enum(['testingdist', 'appstore']);

/** Failure from an earlier call. `message` is used if the code or its values are unknown. */
export const failureInput = () =>
  z.strictObject({
    code: z.string(),
    remedy: z.custom<Remedy>((remedy) => typeof remedy === 'string'),
    message: z.string(),
    values: z.custom<MessageValues>((values) => typeof values === 'object' && values !== null),
  });

export const accountInput = () =>
  z.strictObject({
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
    /** Undefined keeps the stored secrets. */
    password: z.string().max(2_000).optional(),
    clientSecret: z.string().max(2_000).optional(),
  });

/** With `waitForFolder`, a missing folder is accepted and watched as soon as it exists. */
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
    delaySeconds: sendDelay.optional(),
    application: applicationChoiceSchema.optional(),
    releaseNote: releaseNoteSchema.optional(),
    commit: z.strictObject({ repository: filePath, id: z.string().regex(/^[0-9a-f]{40,64}$/) }).optional(),
  });

export const historyQuery = () =>
  z.strictObject({
    text: z.string().max(500).optional(),
    states: z.array(z.enum(uploadStates)).max(20).optional(),
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
    /** Position in pixels from the top left corner of the page; null for the pointer position. */
    at: z.strictObject({ x: z.int(), y: z.int() }).nullable(),
  });

/** Commands of the menu bar that the page runs. */
export const menuCommands = [
  'send',
  'activate',
  'copyLink',
  'retry',
  'remove',
  'find',
  'watchFolder',
  'whatsNew',
] as const;
export type MenuCommand = (typeof menuCommands)[number];

/** Omitted fields stay unchanged. */
export const networkInput = () =>
  z.strictObject({
    proxy: z
      .strictObject({
        mode: z.enum(['system', 'environment', 'manual', 'none']).exactOptional(),
        url: z.string().max(2_000).nullable().exactOptional(),
        userName: z.string().max(500).nullable().exactOptional(),
        bypass: z.array(z.string().max(300)).max(1_000).exactOptional(),
        /** Empty removes the stored password. */
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

export const registrationInput = () =>
  z.strictObject({
    key: z.string().max(500),
    /** Defaults to Google's. */
    address: z.string().max(2_000).nullable().exactOptional(),
  });

export const preferencesInput = () =>
  z
    .strictObject({
      notifications: z.boolean(),
      notificationKinds: z.strictObject({
        uploaded: z.boolean(),
        failed: z.boolean(),
        questions: z.boolean(),
      }),
      appearance: z.enum(['system', 'light', 'dark']),
      contrast: z.enum(['system', 'more']),
      language: z.enum(['system', ...languages]),
      undoSeconds: z.literal([8, 30]).nullable(),
      sendDelaySeconds: sendDelay,
      singleKeys: z.boolean(),
      parallelUploads: z.int().min(1).max(8),
      historyEntries: z.int().min(0).max(1_000_000),
      keepSentBuilds: z.boolean(),
      confirmOpenedBuilds: z.boolean(),
      /** `done` hides the onboarding, `open` shows it again. */
      onboarding: z.enum(['open', 'done']),
    })
    .partial();
