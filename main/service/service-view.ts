/** Types that the built-in service shares with front ends. */
import type { Area, MessageState } from '../api/wire.ts';
import type { Message } from '../messages/message.ts';
import type { PackagePlatform } from '../packages/package-info.ts';
import type { MailElement } from './mail/mail-page.ts';

export type TeamView = { readonly id: number; readonly name: string; readonly memberIds: readonly number[] };

export type MemberView = {
  readonly id: number;
  readonly name: string | null;
  readonly email: string;
};

export type People = {
  readonly teams: readonly TeamView[];
  readonly members: readonly MemberView[];
  /** True if the service has no directory. The list then contains the recipients of earlier versions. */
  readonly learned?: true;
};

export type PeopleView = People & {
  /** Team of members without another team. Can receive versions; cannot be renamed, removed or joined. */
  readonly ungrouped: TeamView;
};

/** An Apple device that a member registered from an install page. */
export type RegisteredDevice = {
  readonly id: number;
  readonly memberId: number;
  readonly email: string;
  readonly name: string | null;
  /** As in provisioning profiles. */
  readonly udid: string;
  /** Model, such as `iPhone15,2`. */
  readonly product: string;
  /** System build, such as `23A341`. */
  readonly systemVersion: string;
  /** Milliseconds since 1970 UTC. */
  readonly registeredAt: number;
};

/** `text`: the devices in Apple's file format for registering several devices. */
export type DeviceExport = { readonly devices: readonly RegisteredDevice[]; readonly text: string };

/** `isListed`: the build's profile lists the device. */
export type VersionDevice = Pick<RegisteredDevice, 'id' | 'email' | 'product'> & {
  readonly isListed: boolean;
};

export type OutboxMessage = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Time of queueing, milliseconds since 1970 UTC. */
  readonly at: number;
  readonly state: MessageState;
  readonly attempts: number;
  /** Reason why the last attempt failed or all queued mail is blocked; null if neither. */
  readonly failure: Message | null;
  /** The `.eml` file in the outbox folder of a message that was not mailed; otherwise null. */
  readonly path: string | null;
  readonly installLink: string;
};

/** Credentials, returned only when they are created. */
export type FirstUser = {
  readonly userName: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

export type TokenScope = 'upload' | 'activate' | 'send';

/** Application with a package id (case-sensitive); on any platform if `platform` is null. */
export type TokenApp = { readonly platform: PackagePlatform | null; readonly packageId: string };

/** Limits of one user or access token per day (UTC). */
export type DailyQuota = { readonly uploads: number; readonly bytes: number; readonly messages: number };

export type AccessToken = {
  readonly id: number;
  readonly name: string;
  /** At least one, or `all`, which includes future applications. */
  readonly apps: 'all' | readonly TokenApp[];
  readonly scopes: readonly TokenScope[];
  readonly quota?: Partial<DailyQuota>;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
};

/** Includes the token itself, which is returned only here. */
export type CreatedAccessToken = AccessToken & { readonly token: string };

/** `copied` counts the builds that were not in the backup yet, `bytes` is their total size. */
export type BackupReport = { readonly builds: number; readonly copied: number; readonly bytes: number };

export type RestoreReport = { readonly builds: number; readonly records: number };

export type BuildsUse = {
  readonly area: Area;
  readonly id: number;
  readonly name: string;
  readonly builds: number;
  /** If several applications or profiles contain a build, its size counts only for the oldest record. */
  readonly bytes: number;
};

export type LocalAddress = {
  readonly address: string;
  /** Interface name, such as `en0` or `Ethernet`. */
  readonly network: string;
};

export type AuthorityView = {
  readonly name: string;
  /** SHA-256 of the authority's certificate, in groups of two bytes. */
  readonly fingerprint: string;
  readonly page: string;
};

export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the first byte (usually port 465). False: STARTTLS if the server offers it. */
  readonly secure: boolean;
  /** True to refuse to send over an unencrypted connection. */
  readonly requireTls: boolean;
  /** True to never use TLS, even if offered. The password is then sent only to this computer. */
  readonly plainText?: true | undefined;
  readonly userName: string | null;
  readonly password: string | null;
  /** Sender: an address, or `Name <address>`. */
  readonly from: string;
  /** Trusted certificate authorities, in addition to the default ones; PEM. */
  readonly certificateAuthorities?: readonly string[];
};

export type ImportReport = {
  readonly dryRun: boolean;
  readonly unusedColumns: readonly string[];
  readonly lines: readonly ImportLine[];
};

/** Planned outcome of one line of the import. Does not reflect concurrent changes to the directory. */
export type ImportLine = {
  /** Line number from 1. For a row whose cells contain line breaks, the number of its first line. */
  readonly line: number;
  /** Email cell, truncated if very long; empty for a line with a team only. */
  readonly email: string;
  /** `existing`: the member already exists, or the team does if the line contains only a team. */
  readonly outcome: 'created' | 'existing' | 'refused';
  readonly joined: string | null;
  readonly teamCreated: boolean;
  /** True if an existing member without a name gets the name in the line. */
  readonly nameSet: boolean;
  readonly reason: Message | null;
};

/** Content of a message for display, without remote content. */
export type MessageContent = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** `Date` header (RFC 5322). */
  readonly date: string;
  readonly text: string;
  /** Formatted text; null if the message has none. */
  readonly page: MailElement | null;
  /** Application icon as a `data:` URL; null if the message has none. */
  readonly icon: string | null;
};

export type MessageView = OutboxMessage & {
  /** Null if a mail server accepted the message or its file no longer exists. */
  readonly content: MessageContent | null;
};

/** User and client of the sign-in, or the name of the access token. */
export type RequestedBy =
  | { readonly user: string; readonly client: string }
  | { readonly accessToken: string };

export type AccessEntry = {
  readonly id: number;
  /** End of the response, milliseconds since 1970 UTC. */
  readonly at: number;
  readonly method: string;
  /** Without query; `…` replaces secrets. */
  readonly path: string;
  /** HTTP status; null if the client disconnected before the end of the response. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** Address of the client, or of an untrusted proxy. */
  readonly address: string;
  /** `User-Agent`, truncated. */
  readonly agent: string | null;
  /** Null for a request without a valid bearer token. */
  readonly by: RequestedBy | null;
};

/** Row of an export: one membership, a member without a team, or an empty team. */
export type PeopleRow = {
  readonly email: string | null;
  readonly name: string | null;
  readonly team: string | null;
};

export type PeopleExport = { readonly rows: readonly PeopleRow[]; readonly text: string };

/** `any-volume`: requirements for every sender; `bulk`: for senders of thousands of messages a day. */
export type SenderFinding = {
  readonly about: 'domain' | 'spf' | 'dkim' | 'dmarc' | 'any-volume' | 'bulk';
  readonly level: 'ok' | 'warning' | 'problem' | 'unknown';
  readonly text: Message;
  /** Recommended correction; null if there is nothing to do. */
  readonly action: Message | null;
};

/** Result of `service.checkSender`. `selector` is null if it was not given. */
export type SenderReport = {
  readonly domain: string;
  readonly selector: string | null;
  readonly findings: readonly SenderFinding[];
};
