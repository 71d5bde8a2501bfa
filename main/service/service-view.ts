/** What the built-in service shows to front ends. Pure types. */
import type { Area } from '../api/wire.ts';
import type { Message } from '../messages/message.ts';
import type { PackagePlatform } from '../packages/package-info.ts';

export type TeamView = { readonly id: number; readonly name: string; readonly memberIds: readonly number[] };

export type MemberView = {
  readonly id: number;
  readonly name: string | null;
  readonly email: string;
};

export type People = {
  readonly teams: readonly TeamView[];
  readonly members: readonly MemberView[];
  /** The service has no list of its people: these are those of versions that were sent. */
  readonly learned?: true;
};

export type PeopleView = People & {
  /** The team that stands for everybody in no other; it can be sent to, but not be renamed, removed or joined. */
  readonly ungrouped: TeamView;
};

/**
 * `queued` waits for its first or next attempt, `written` is a file in the outbox folder and was never mailed, `delivered`
 * was accepted by the mail server, `failed` was refused for good by it.
 */
export type MailState = 'queued' | 'written' | 'delivered' | 'failed';

export type OutboxMessage = {
  readonly id: string;
  /** Address of the receiver. */
  readonly to: string;
  readonly subject: string;
  /** When it was queued, milliseconds since 1970 UTC. */
  readonly at: number;
  readonly state: MailState;
  /** Tries so far. */
  readonly attempts: number;
  /** Why the last try failed, or what holds all messages that wait; null when nothing has. */
  readonly failure: Message | null;
  /** The `.eml` file of a `written` message; otherwise null. */
  readonly path: string | null;
  /** The receiver's personal page to install the version from. */
  readonly installLink: string;
};

/** Credentials as they are shown once. */
export type FirstUser = {
  readonly userName: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** What an access token may do. */
export type TokenAct = 'upload' | 'activate' | 'send';

/** An application by what its builds say they are, letter for letter; on any platform where that is null. */
export type TokenApp = { readonly platform: PackagePlatform | null; readonly packageId: string };

/** A token made for a program, which needs no sign-in with it. */
/** What one user or access token may do in a day (UTC). */
export type DailyQuota = { readonly uploads: number; readonly bytes: number; readonly messages: number };

export type AccessToken = {
  readonly id: number;
  readonly name: string;
  /** At least one, unless `all`: also those that are still to come. */
  readonly apps: 'all' | readonly TokenApp[];
  /** At least one. */
  readonly acts: readonly TokenAct[];
  /** Limits of its own; the others are those of the service. */
  readonly quota?: Partial<DailyQuota>;
  readonly createdAt: number;
  /** Null: never. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
};

/** With the token itself, which is shown this once. */
export type MadeAccessToken = AccessToken & { readonly token: string };

/** Builds of the service, and how many of them, of how many bytes, the backup did not have yet. */
export type BackupReport = { readonly builds: number; readonly copied: number; readonly bytes: number };

/** Builds and records that were copied now. */
export type RestoreReport = { readonly builds: number; readonly records: number };

/** What the builds of a test application or a store profile take of the storage. */
export type BuildsUse = {
  readonly area: Area;
  /** Of the application or profile. */
  readonly id: number;
  readonly name: string;
  readonly builds: number;
  /** Those that several share are counted once, for the one that had them first. */
  readonly bytes: number;
};

export type OwnAddress = {
  readonly address: string;
  /** As the system calls it: `en0`, `Ethernet`. */
  readonly network: string;
};

/** The service's own certificate authority, as phones are told of it. */
export type AuthorityView = {
  readonly name: string;
  /** SHA-256 of its certificate in groups of two bytes. */
  readonly fingerprint: string;
  /** The page phones install it from. */
  readonly page: string;
};

export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the first byte (usually port 465). False: STARTTLS where the server offers it. */
  readonly secure: boolean;
  /** Refuse to send over a connection that is not encrypted. */
  readonly requireTls: boolean;
  /** True: no TLS, not even where the server offers it. A password then goes to this computer only. */
  readonly plainText?: true | undefined;
  readonly userName: string | null;
  readonly password: string | null;
  /** Sender: an address, or `Name <address>`. */
  readonly from: string;
  /** Certificate authorities to trust besides the usual ones, in PEM. */
  readonly certificateAuthorities?: readonly string[];
};

/** What became, or with `dryRun` would become, of a CSV file of people. */
export type ImportReport = {
  readonly dryRun: boolean;
  /** Columns of the heading nothing was taken from. */
  readonly unusedColumns: readonly string[];
  readonly lines: readonly ImportLine[];
};

/** One line of a CSV import of people. A refused line changed nothing, unless somebody else changed the directory meanwhile. */
export type ImportLine = {
  /** From 1; where the line begins, when a cell holds line breaks. */
  readonly line: number;
  /** As the line gives it, shortened when it is very long; empty for a line that only names a team. */
  readonly email: string;
  /** `known`: a member, or for a line that only names a team a team, there was already. */
  readonly outcome: 'created' | 'known' | 'refused';
  /** The team the person came into; null when the line names none or they were in it. */
  readonly joined: string | null;
  /** Whether the team of the line was made for it. */
  readonly teamMade: boolean;
  /** Whether somebody known without a name was given the one of the line. */
  readonly named: boolean;
  /** Why it was refused; null otherwise. */
  readonly reason: Message | null;
};

/** What the message says, for people: no markup, nothing from elsewhere. */
export type MessageContent = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** As the message itself has it: RFC 5322. */
  readonly date: string;
  readonly text: string;
  /** The picture of the application as a `data:` address; null when it brings none. */
  readonly icon: string | null;
};

export type MessageView = OutboxMessage & {
  /** Null if a mail server accepted it or its file is gone. */
  readonly content: MessageContent | null;
};

/** The user and client of a sign-in, or the name of an access token. */
export type RequestedBy =
  | { readonly user: string; readonly client: string }
  | { readonly accessToken: string };

/** One request the service was asked, without what could open anything. */
export type AccessEntry = {
  /** Counts up as long as the program runs. */
  readonly id: number;
  /** When it was over, milliseconds since 1970 UTC. */
  readonly at: number;
  readonly method: string;
  /** Without query; `…` stands for what is secret. */
  readonly path: string;
  /** HTTP status; null when the client was gone before the end of its answer. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** Of who asked, or of the proxy in front. */
  readonly address: string;
  /** What the program that asked says it is. */
  readonly agent: string | null;
  /** Null for a request without a valid bearer token. */
  readonly by: RequestedBy | null;
};

/** One line of an export of people: somebody in a team, somebody in none, or a team without anybody. */
export type PeopleRow = {
  readonly email: string | null;
  readonly name: string | null;
  readonly team: string | null;
};

export type PeopleExport = { readonly rows: readonly PeopleRow[]; readonly text: string };
