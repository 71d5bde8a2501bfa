/** The records the service keeps. Times are milliseconds since 1970 UTC. Pure types. */
import type { Message } from '../../messages/message.ts';
import type {
  AndroidDetails,
  PackageKind,
  PackagePlatform,
  Provisioning,
} from '../../packages/package-info.ts';
import type { MailState } from '../service-view.ts';

/** What is kept of an uploaded build, whichever area it was uploaded to. */
export type BuildRecord = {
  readonly kind: PackageKind;
  readonly platform: PackagePlatform;
  readonly packageId: string;
  readonly versionName: string | null;
  readonly build: string | null;
  readonly minOs: string | null;
  /** As the uploader named it; any Unicode, never used as a path. */
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  /** Hex; names the blob. */
  readonly sha256: string;
  /** Absent for builds uploaded before it was kept. */
  readonly installFacts?: InstallFacts;
};

/** What decides which device installs a build. Fields that the build does not give are null. */
export type InstallFacts = {
  readonly provisioning: Provisioning['provisioning'] | null;
  /** ISO 8601 UTC. */
  readonly profileExpires: string | null;
  readonly profileDevices: number | null;
  readonly simulator: boolean;
  readonly formFactor: AndroidDetails['formFactor'] | null;
  /** See `hardwareOf`; absent if the build is not limited to any. */
  readonly hardware?: readonly string[];
};

export type ApplicationRecord = { readonly id: number; readonly name: string; readonly createdAt: number };

/** A version as lists show it: without what is asked for only where there is one. */
export type ListedVersionRecord = Omit<BuildRecord, 'kind' | 'minOs' | 'fileName' | 'installFacts'> & {
  readonly id: number;
  readonly applicationId: number;
  readonly applicationName: string;
  /** Unguessable, because whoever knows it may open the install page. Letters, digits, `-` and `_`. */
  readonly linkToken: string;
  readonly isActive: boolean;
  readonly releaseNote: string | null;
  readonly lastSendAt: number | null;
  readonly uploadedAt: number;
  readonly updatedAt: number;
  /** In the order they were first shared with. */
  readonly members: readonly VersionMemberRecord[];
};

/** `releaseNoteHtml` is the release note as it is shown on pages and in mail. */
export type VersionRecord = BuildRecord & ListedVersionRecord & { readonly releaseNoteHtml: string | null };

/** A version without the people it was shared with, who may be many. */
export type VersionFacts = Omit<VersionRecord, 'members'>;

export type ApplicationWithVersions = ApplicationRecord & {
  /** Newest first. */
  readonly versions: readonly ListedVersionRecord[];
};

/** 0 added, 1 sent, 2 opened, 3 downloaded; never goes back. */
export type ShareStatus = 0 | 1 | 2 | 3;

export type VersionMemberRecord = {
  readonly id: number;
  readonly versionId: number;
  readonly status: ShareStatus;
  readonly lastShareAt: number | null;
  /** The last message to them about the version; null if there is none or a mail server accepted it. */
  readonly mail: UndeliveredMail | null;
  readonly member: MemberRecord;
  readonly downloads: readonly DownloadRecord[];
};

export type UndeliveredMail = {
  readonly state: Exclude<MailState, 'delivered'>;
  /** Why; null while nothing has failed. */
  readonly failure: Message | null;
};

export type DownloadRecord = {
  readonly id: number;
  readonly at: number;
  readonly userAgent: string | null;
  /** How many downloads it stands for: itself, and in the first of a share all that were before it. */
  readonly count: number;
};

export type TeamRecord = {
  readonly id: number;
  readonly name: string;
  /** The user the team belongs to. */
  readonly ownerId: number;
  /** True for the one team that stands for everybody who is in no other. */
  readonly ungrouped: boolean;
};

export type MemberRecord = {
  readonly id: number;
  readonly name: string | null;
  readonly email: string;
  /** Taken out of the directory; kept because versions were shared with them. */
  readonly isDeleted: boolean;
  /** Teams the member belongs to; the ungrouped team when there is no other. */
  readonly teams: readonly TeamRecord[];
};

export type StoreProfileRecord = {
  readonly id: number;
  readonly name: string;
  readonly packageId: string;
  readonly shortDescription: string | null;
  readonly longDescription: string | null;
  readonly enabled: boolean;
  /** Asked for on the profile's pages; null when they are open to whoever has the link. */
  readonly staticUser: StaticUser | null;
  readonly linkToken: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** In `orderId` order. */
  readonly items: readonly StoreItemRecord[];
};

/** The password as `hashPassword` returns it. */
export type StaticUser = { readonly userName: string; readonly passwordHash: string };

export type StoreItemRecord = BuildRecord & {
  readonly id: number;
  readonly profileId: number;
  readonly orderId: number;
  /** GUID. */
  readonly uniqueId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly clickCount: number;
  readonly linkToken: string;
  /** Key of the icon alone. */
  readonly iconToken: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type UserRecord = {
  readonly id: number;
  readonly userName: string;
  /** scrypt, with its parameters and salt. */
  readonly passwordHash: string;
};

export type ClientRecord = { readonly clientId: string; readonly secretHash: string };

export type FailureRecord = { readonly failures: number; readonly lastAt: number };

export type MailRecord = {
  readonly id: string;
  /** Null once the version is removed. */
  readonly versionId: number | null;
  readonly to: string;
  readonly subject: string;
  readonly installLink: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly queuedAt: number;
  readonly nextAt: number;
  readonly failure: Message | null;
};

/** What an install link leads to. */
export type LinkTarget =
  | { readonly kind: 'version'; readonly version: VersionFacts; readonly share: VersionMemberRecord | null }
  | { readonly kind: 'item'; readonly item: StoreItemRecord; readonly profile: StoreProfileRecord }
  | { readonly kind: 'profile'; readonly profile: StoreProfileRecord };
