/** Everything a person can set, as one checked shape. Pure. Secrets are never part of it. */

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

/** How to reach one distribution service as one user. The password and client secret live in the secret store. */
export const accountSchema = z.object({
  id: z.string().min(1),
  /** What a person calls it. */
  name: z.string().trim().min(1),
  /**
   * `token`: by an access token alone; its user name and client id say so and go nowhere. `environment`: named by one
   * command, and stored only as long as its builds or folders need it.
   */
  kind: z.enum(['remote', 'built-in', 'token', 'environment']),
  /** `{auth_url}` of the reference. */
  authUrl: httpAddress,
  /** `{base_url}` of the reference. */
  baseUrl: httpAddress,
  userName: z.string().min(1),
  clientId: z.string().min(1),
  scope: z.string().min(1),
  mode: z.enum(['plain', 'link']),
  /** The vendor in `application/vnd.<vendor>.hateaos+json`. */
  vendor: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
    error: 'problem/vendor' satisfies Code,
  }),
  /** Address of one version's install page with `{id}`, `{applicationId}`, `{uniqueName}`; null when unknown. */
  installLinkTemplate: z.string().nullable(),
});

/** The mail server of the built-in service; its password lives in the secret store. */
export const mailServerSchema = z.object({
  host: z.string().trim().min(1),
  port: z.int().min(1).max(65535),
  /** True: TLS from the first byte (usually port 465). False: STARTTLS where the server offers it. */
  secure: z.boolean(),
  /** Refuse to send over a connection that is not encrypted. */
  requireTls: z.boolean(),
  /** True: no TLS, not even where the server offers it. A password then goes to this computer only. */
  plainText: z.literal(true).optional(),
  /** Null: without a sign-in. */
  userName: z.string().min(1).nullable(),
  /** Sender: an address, or `Name <address>`. */
  from: z
    .string()
    .trim()
    .regex(/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/),
});

/** Any port of a proxy is part of its address; the password lives in the secret store. */
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
  .min(1_000, { error: 'problem/leastSpeed' satisfies Code })
  .nullable();
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'problem/timeOfDay' satisfies Code });

/**
 * A limit for some hours of some days, by the clock on the wall. `to` is not part of it; where it is not after `from`,
 * it is that of the next day, so that equal times mean a whole day.
 */
const limitedHoursSchema = z.object({
  /** On which it begins. */
  days: z.array(z.enum(weekdays)).min(1, { error: 'problem/days' satisfies Code }),
  from: timeOfDay,
  to: timeOfDay,
  /** Null sets no limit. */
  bytesPerSecond: bandwidth,
});

/** How this computer reaches distribution services; the same for all accounts. */
export const networkSchema = z.object({
  proxy: z
    .object({
      /**
       * `system` asks the desktop; where there is none, or it names no proxy, HTTP_PROXY, HTTPS_PROXY and NO_PROXY
       * decide, as they alone do in `environment`.
       */
      mode: z.enum(['system', 'environment', 'manual', 'none']).default('system'),
      /** Of `manual`; kept while another mode is chosen. */
      url: proxyAddress.nullable().default(null),
      userName: z
        .string()
        .min(1, { error: 'problem/userName' satisfies Code })
        .nullable()
        .default(null),
      /** Hosts reached without it: `example.org` with all below, addresses, networks such as `10.0.0.0/8`. */
      bypass: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** Files with certificates (PEM or DER) to trust besides the system's; absolute paths. */
  caFiles: z.array(filePath).default([]),
  /** For all uploads together; null sets no limit. */
  bytesPerSecond: bandwidth.default(null),
  /** Other limits for some hours; the first entry that fits the time holds. */
  schedule: z.array(limitedHoursSchema).max(100).default([]),
  /** Whether uploads wait while the network is known to be paid for by what is sent. */
  pauseOnMetered: z.boolean().default(false),
  /** How long opening a connection may take. */
  connectTimeoutSeconds: z
    .int()
    .refine((value) => value >= 1 && value <= 120, { error: 'problem/connectTimeout' satisfies Code })
    .default(15),
});

/** How pushes are sent; the server key or the service account lies in the secret store. */
export const pushSenderSchema = z.object({
  id: z.string().min(1),
  /** What a person calls it. */
  name: z
    .string()
    .trim()
    .min(1, { error: 'problem/senderName' satisfies Code }),
  mode: z.enum(['server-key', 'http-v1']),
  /** Of the provider; null: the usual one of the mode. */
  address: httpAddress.nullable(),
});

/** How many proxies in front of the built-in service are believed who asked them; see `ServiceOptions`. */
const proxyHops = z.int().min(0).max(5);

/** https: with certificates of an authority of the service's own, or with one's own, by the paths of its PEM files. */
const reachTls = z.union([z.boolean(), z.object({ certificate: filePath, key: filePath })]);

/** Whom the versions of a test application were sent to the last time. */
const rememberedRecipientsSchema = z.object({
  accountId: z.string().min(1),
  applicationId: z.int32(),
  recipients: recipientsSchema,
});

export const settingsSchema = z.object({
  accounts: z.array(accountSchema).default([]),
  activeAccountId: z.string().nullable().default(null),
  folders: z.array(folderSchema).default([]),
  /** Newest first. */
  lastRecipients: z.array(rememberedRecipientsSchema).default([]),
  /** Uploads at once, per account. */
  parallelUploads: z.int().min(1).max(8).default(2),
  /** Finished uploads kept in the history; the newest 200 stay on the list in any case. */
  historyEntries: z.int().min(0).max(1_000_000).default(10_000),
  /** Whether a build that is opened with Slipway waits for a yes; anybody's download can be opened by a double click. */
  askBeforeOpened: z.boolean().default(true),
  notifications: z.boolean().default(true),
  /** Which of them, while they are on: a build is out, one is not, a question. */
  notificationKinds: z
    .object({
      out: z.boolean().default(true),
      failed: z.boolean().default(true),
      asks: z.boolean().default(true),
    })
    .prefault({}),
  appearance: z.enum(['system', 'light', 'dark']).default('system'),
  /** `more`: high contrast, also where the system does not ask for it. */
  contrast: z.enum(['system', 'more']).default('system'),
  /** How long it is offered to take back what was done in the window; null until that is closed. */
  undoSeconds: z.literal([8, 30]).nullable().default(8),
  /** Whether `?` alone shows the keyboard shortcuts; who dictates may type it by mistake. */
  helpKey: z.boolean().default(true),
  /** Whether the first steps (an account, then a folder) are still offered by themselves. */
  firstSteps: z.enum(['open', 'done']).default('open'),
  /** Of window, tray and notifications; `system`: the first of the person's languages that there is, else English. */
  language: z.enum(['system', ...languages]).default('system'),
  builtInService: z
    .object({
      enabled: z.boolean().default(false),
      /** 0 chooses a free port at each start. */
      port: z.int().min(0).max(65535).default(0),
      /** Null: messages are written to the outbox folder. */
      mailServer: mailServerSchema.nullable().default(null),
      /** In which its mails are written; `app`: as everything else, see `language`. */
      mailLanguage: z.enum(['app', ...languages]).default('app'),
      /** The address of this computer it listens on; null: one that only this computer reaches. */
      host: z.string().trim().min(1).max(253).nullable().default(null),
      /** Where links lead, when a TLS proxy stands in front of it. */
      publicUrl: httpAddress.nullable().default(null),
      proxyHops: proxyHops.default(0),
      tls: reachTls.default(false),
    })
    .prefault({}),
  network: networkSchema.prefault({}),
  pushSenders: z.array(pushSenderSchema).max(100).default([]),
  /** Project folders whose rules about pushes were checked, the last one first. */
  pushProjects: z.array(z.string().min(1)).max(100).default([]),
});

export type Account = z.infer<typeof accountSchema>;
export type Recipients = z.infer<typeof recipientsSchema>;
export type RememberedRecipients = z.infer<typeof rememberedRecipientsSchema>;
export type FolderRule = z.infer<typeof folderSchema>;
/** How a person gave it: `publicUrl` as it may be typed. */
export const reachSchema = z.object({
  host: z
    .string()
    .trim()
    .min(1, { error: 'problem/ownAddress' satisfies Code })
    .max(253)
    .nullable(),
  publicUrl: httpAddress.nullable(),
  proxyHops,
  tls: reachTls,
});

export type MailLanguage = Settings['builtInService']['mailLanguage'];
export type MailServer = z.infer<typeof mailServerSchema>;
export type PushSender = z.infer<typeof pushSenderSchema>;
export type LimitedHours = z.infer<typeof limitedHoursSchema>;
export type NetworkSettings = z.infer<typeof networkSchema>;
export type Settings = z.infer<typeof settingsSchema>;

export const noRecipients: Recipients = { teamIds: [], memberIds: [], emails: [] };
