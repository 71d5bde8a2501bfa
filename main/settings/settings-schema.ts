/** Schema of all settings. Contains no secrets. */

import { z } from 'zod';
import { expandHome } from '../base/files/home-path.ts';
import { withoutTrailingSlash } from '../base/trim-end.ts';
import { languages } from '../messages/locale.ts';
import type { Code } from '../messages/message.ts';
import { folderSchema, recipientsSchema } from './folder-rule.ts';

const httpAddress = z
  .string()
  .trim()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'problem/httpAddress' satisfies Code,
    abort: true,
  })
  .refine(isPlainAddress, {
    error: 'problem/plainAddress' satisfies Code,
  })
  .transform((value) => withoutTrailingSlash(value));

function isPlainAddress(value: string): boolean {
  const { username, password, search, hash } = new URL(value);
  return username === '' && password === '' && search === '' && hash === '';
}

/** Absolute path; `~` is the home folder. */
const filePath = z
  .string()
  .trim()
  .min(1)
  .transform((path) => expandHome(path));

/** One user of a distribution service. Password and client secret are in the secret store. */
export const accountSchema = z.object({
  id: z.string().min(1),
  name: z.string().trim().min(1),
  /**
   * `token`: only an access token; user name and client id are placeholders. `environment`: from the
   * variables of a command, stored only while builds or folders use it.
   */
  kind: z.enum(['remote', 'built-in', 'token', 'environment']),
  /** `{auth_url}` of the API reference. */
  authUrl: httpAddress,
  /** `{base_url}` of the API reference. */
  baseUrl: httpAddress,
  userName: z.string().min(1),
  clientId: z.string().min(1),
  scope: z.string().min(1),
  mode: z.enum(['plain', 'link']),
  /** Vendor in `application/vnd.<vendor>.hateaos+json`. */
  vendor: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
    error: 'problem/vendor' satisfies Code,
  }),
  /** URL template of an install page with `{id}`, `{applicationId}`, `{uniqueName}`; null if unknown. */
  installLinkTemplate: z.string().nullable(),
});

/** Mail server of the built-in service. Its password is in the secret store. */
export const mailServerSchema = z.object({
  host: z.string().trim().min(1),
  port: z.int().min(1).max(65535),
  /** True: TLS from the first byte (usually port 465). False: STARTTLS if the server offers it. */
  secure: z.boolean(),
  /** Refuse to send over an unencrypted connection. */
  requireTls: z.boolean(),
  /** Never use TLS. The password is then sent only if the mail server runs on this computer. */
  plainText: z.literal(true).optional(),
  /** Null if the server needs no sign-in. */
  userName: z.string().min(1).nullable(),
  /** Sender address: `user@host` or `Name <user@host>`. */
  from: z
    .string()
    .trim()
    .regex(/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/),
});

/** Proxy origin including its port. Its password is in the secret store. */
const proxyAddress = z
  .string()
  .trim()
  .transform((value) => (value.includes('://') ? value : `http://${value}`))
  .refine((value) => !/^socks/i.test(value), {
    error: 'problem/socks' satisfies Code,
    abort: true,
  })
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'problem/proxyAddress' satisfies Code,
    abort: true,
  })
  .refine((value) => new URL(value).username === '' && new URL(value).password === '', {
    error: 'problem/proxySecrets' satisfies Code,
    abort: true,
  })
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
    error: 'problem/proxyPath' satisfies Code,
  })
  .transform((value) => new URL(value).origin);

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const bandwidth = z
  .int()
  .min(1_000, { error: 'problem/minSpeed' satisfies Code })
  .nullable();
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'problem/timeOfDay' satisfies Code });

/** Bandwidth limit in local time. `to` is exclusive; if it is not after `from`, it is on the next day. */
const limitedHoursSchema = z.object({
  days: z.array(z.enum(weekdays)).min(1, { error: 'problem/days' satisfies Code }),
  from: timeOfDay,
  to: timeOfDay,
  /** Null for no limit. */
  bytesPerSecond: bandwidth,
});

export const networkSchema = z.object({
  proxy: z
    .object({
      /**
       * `system`: the desktop's proxy, else HTTP_PROXY, HTTPS_PROXY, NO_PROXY. `environment`: only these.
       */
      mode: z.enum(['system', 'environment', 'manual', 'none']).default('system'),
      /** Proxy for `manual`; also stored while another mode is selected. */
      url: proxyAddress.nullable().default(null),
      userName: z
        .string()
        .min(1, { error: 'problem/userName' satisfies Code })
        .nullable()
        .default(null),
      /** Bypass the proxy: `example.org` with subdomains, addresses, networks such as `10.0.0.0/8`. */
      bypass: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** Certificate files (PEM or DER) to trust in addition to the system's; absolute paths. */
  caFiles: z.array(filePath).default([]),
  /** Limit for all uploads together; null for no limit. */
  bytesPerSecond: bandwidth.default(null),
  /** Limits by time of day; the first matching entry applies. */
  schedule: z.array(limitedHoursSchema).max(100).default([]),
  pauseOnMetered: z.boolean().default(false),
  connectTimeoutSeconds: z
    .int()
    .refine((value) => value >= 1 && value <= 120, { error: 'problem/connectTimeout' satisfies Code })
    .default(15),
});

/** Sender of push notifications. Its server key or service account is in the secret store. */
export const pushSenderSchema = z.object({
  id: z.string().min(1),
  name: z
    .string()
    .trim()
    .min(1, { error: 'problem/senderName' satisfies Code }),
  mode: z.enum(['server-key', 'http-v1']),
  /** Base address of the provider; null for the default of `mode`. */
  address: httpAddress.nullable(),
});

/** Google's verification of Android developers. Its API key is in the secret store. */
const androidRegistrationSchema = z.object({
  /** Base address of the status service; null for Google's. */
  address: httpAddress.nullable().default(null),
});

export const registrationInputSchema = androidRegistrationSchema.extend({
  /** API key of a Google Cloud project. An empty key removes the saved one. */
  key: z
    .string()
    .trim()
    .regex(/^[!-~]*$/, { error: 'problem/apiKey' satisfies Code }),
});

/** Number of trusted reverse proxies in front of the built-in service; see `ServiceOptions`. */
const proxyHops = z.int().min(0).max(5);

/** True: HTTPS with a certificate of the built-in authority. Object: paths of the user's PEM files. */
const exposureTls = z.union([z.boolean(), z.object({ certificate: filePath, key: filePath })]);

const lastRecipientsSchema = z.object({
  accountId: z.string().min(1),
  applicationId: z.int32(),
  recipients: recipientsSchema,
});

export const settingsSchema = z.object({
  accounts: z.array(accountSchema).default([]),
  activeAccountId: z.string().nullable().default(null),
  folders: z.array(folderSchema).default([]),
  /** Newest first. */
  lastRecipients: z.array(lastRecipientsSchema).default([]),
  parallelUploads: z.int().min(1).max(8).default(2),
  /** Maximum number of finished uploads in the history; the newest 200 stay in the list regardless. */
  historyEntries: z.int().min(0).max(1_000_000).default(10_000),
  /** Store the last build sent of each app, so that the next one is sent as a recipe. */
  keepSentBuilds: z.boolean().default(true),
  /** Ask before uploading a build opened with Slipway, because a double click can open any download. */
  confirmOpenedBuilds: z.boolean().default(true),
  notifications: z.boolean().default(true),
  notificationKinds: z
    .object({
      uploaded: z.boolean().default(true),
      failed: z.boolean().default(true),
      questions: z.boolean().default(true),
    })
    .prefault({}),
  appearance: z.enum(['system', 'light', 'dark']).default('system'),
  /** `more`: high contrast even if the system does not request it. */
  contrast: z.enum(['system', 'more']).default('system'),
  /** Seconds for which undo is offered. Null offers it until it is dismissed. */
  undoSeconds: z.literal([8, 30]).nullable().default(8),
  /** Seconds by which mail sent in the window is delayed, so that the send can be undone. */
  sendDelaySeconds: z.int().min(0).max(30).default(10),
  /** Single keys run commands, such as `?` and `S`. Optional, because dictation can type them by mistake. */
  singleKeys: z.boolean().default(true),
  /** State of the onboarding (add an account, then a folder, then choose who can install). */
  onboarding: z.enum(['open', 'done']).default('open'),
  /** `system`: the first supported language of the user's list, else English. */
  language: z.enum(['system', ...languages]).default('system'),
  builtInService: z
    .object({
      enabled: z.boolean().default(false),
      /** 0 selects a free port at each start. */
      port: z.int().min(0).max(65535).default(0),
      /** Null: messages are written to the outbox folder. */
      mailServer: mailServerSchema.nullable().default(null),
      /** Language of the service's mail; `app` follows `language`. */
      mailLanguage: z.enum(['app', ...languages]).default('app'),
      /** Listening address; null for loopback only. */
      host: z.string().trim().min(1).max(253).nullable().default(null),
      /** Base address for links, if a TLS proxy is in front of the service. */
      publicUrl: httpAddress.nullable().default(null),
      proxyHops: proxyHops.default(0),
      tls: exposureTls.default(false),
    })
    .prefault({}),
  network: networkSchema.prefault({}),
  androidRegistration: androidRegistrationSchema.prefault({}),
  pushSenders: z.array(pushSenderSchema).max(100).default([]),
  pushProjects: z.array(z.string().min(1)).max(100).default([]),
});

export type Account = z.infer<typeof accountSchema>;
export type Recipients = z.infer<typeof recipientsSchema>;
export type RememberedRecipients = z.infer<typeof lastRecipientsSchema>;
export type FolderRule = z.infer<typeof folderSchema>;
/** Exposure as entered by the user, before addresses are normalised. */
export const exposureSchema = z.object({
  host: z
    .string()
    .trim()
    .min(1, { error: 'problem/ownAddress' satisfies Code })
    .max(253)
    .nullable(),
  publicUrl: httpAddress.nullable(),
  proxyHops,
  tls: exposureTls,
});

export type MailLanguage = Settings['builtInService']['mailLanguage'];
export type MailServer = z.infer<typeof mailServerSchema>;
export type PushSender = z.infer<typeof pushSenderSchema>;
export type LimitedHours = z.infer<typeof limitedHoursSchema>;
export type NetworkSettings = z.infer<typeof networkSchema>;
export type Settings = z.infer<typeof settingsSchema>;

export const noRecipients: Recipients = { teamIds: [], memberIds: [], emails: [] };
