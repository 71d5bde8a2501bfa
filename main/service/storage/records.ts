/** Service records. Times are in milliseconds since 1970 UTC. Types only. */

import type { MessageState } from '../../api/wire.ts';
import type { Message } from '../../messages/message.ts';
import type { InstallReason } from '../../packages/installability.ts';
import type {
  AndroidDetails,
  PackageKind,
  PackagePlatform,
  Provisioning,
} from '../../packages/package-info.ts';

export type BuildRecord = {
  readonly kind: PackageKind;
  readonly platform: PackagePlatform;
  readonly packageId: string;
  readonly versionName: string | null;
  readonly build: string | null;
  readonly minOs: string | null;
  /** Name given by the uploader. May contain any Unicode character and is never used as a path. */
  readonly fileName: string;
  readonly fileSize: number;
  /** Hexadecimal; key of the blob. */
  readonly sha256: string;
  /** Absent for builds uploaded by earlier versions. */
  readonly installFacts?: InstallFacts;
};

/** Facts that determine which devices can install a build. Facts that the build does not specify are null. */
export type InstallFacts = {
  readonly provisioning: Provisioning['provisioning'] | null;
  /** ISO 8601, UTC. */
  readonly profileExpires: string | null;
  readonly profileDevices: number | null;
  readonly simulator: boolean;
  readonly formFactor: AndroidDetails['formFactor'] | null;
  /** From `requiredHardware`. Empty or undefined if no requirement is known. */
  readonly hardware?: readonly string[];
  /** Reasons, found during the upload, why devices cannot install the build. */
  readonly obstacles?: readonly InstallReason[];
};

/** Hashes (hex) of the parts of an ipa. iOS verifies its download with them. */
export type PartHashes = {
  /** Bytes of each part; the last may be shorter. */
  readonly size: number;
  readonly sha256s: readonly string[];
  readonly md5s: readonly string[];
};

export type ApplicationRecord = { readonly id: number; readonly name: string; readonly createdAt: number };

/** A version as shown in lists, without the details that are shown only for single versions. */
export type VersionSummary = Omit<BuildRecord, 'kind' | 'minOs' | 'fileName' | 'installFacts'> & {
  readonly id: number;
  readonly applicationId: number;
  readonly applicationName: string;
  /** Unguessable, because it grants access to the install page. Letters, digits, `-` and `_`. */
  readonly linkToken: string;
  readonly isActive: boolean;
  readonly releaseNote: string | null;
  readonly lastSendAt: number | null;
  readonly uploadedAt: number;
  readonly updatedAt: number;
  /** Ordered by the time of the first share with each member. */
  readonly members: readonly VersionMemberRecord[];
};

/** `releaseNoteHtml` is the release note rendered for pages and mail. */
export type VersionRecord = BuildRecord & VersionSummary & { readonly releaseNoteHtml: string | null };

/** A version without its members, of which there may be thousands. */
export type VersionDetails = Omit<VersionRecord, 'members'>;

export type ApplicationWithVersions = ApplicationRecord & {
  /** Newest first. */
  readonly versions: readonly VersionSummary[];
};

/** 0 added, 1 sent, 2 opened, 3 downloaded; never decreases. */
export type ShareStatus = 0 | 1 | 2 | 3;

export type VersionMemberRecord = {
  readonly id: number;
  readonly versionId: number;
  readonly status: ShareStatus;
  readonly lastShareAt: number | null;
  /** Last message to the member about this version. Null if there is none or a mail server accepted it. */
  readonly mail: UnmailedMessage | null;
  readonly member: MemberRecord;
  readonly downloads: readonly DownloadRecord[];
};

export type UnmailedMessage = {
  readonly state: Exclude<MessageState, 'mailed'>;
  /** Null if no attempt has failed. */
  readonly failure: Message | null;
};

/** A recipient's progress. `mail` is null under the same conditions as in `VersionMemberRecord`. */
export type ShareState = Pick<VersionMemberRecord, 'status'> & {
  readonly mail: Pick<UnmailedMessage, 'state'> | null;
};

/** `isWithheld`: true if every message to the recipient was withheld on purpose. */
export type StateOfShares = ShareState & { readonly isWithheld: boolean };

export type DownloadRecord = {
  readonly id: number;
  readonly at: number;
  readonly userAgent: string | null;
  /** 1, except in the oldest entry of a share, which also counts removed entries. */
  readonly count: number;
};

export type TeamRecord = {
  readonly id: number;
  readonly name: string;
  readonly ownerId: number;
  /** True for the built-in team, which contains the members without a team. */
  readonly ungrouped: boolean;
};

export type MemberRecord = {
  readonly id: number;
  readonly name: string | null;
  readonly email: string;
  /** True if removed from the directory. The record remains because versions refer to it. */
  readonly isDeleted: boolean;
  /** The ungrouped team if the member has no other team. */
  readonly teams: readonly TeamRecord[];
};

export type StoreProfileRecord = {
  readonly id: number;
  readonly name: string;
  readonly packageId: string;
  readonly shortDescription: string | null;
  readonly longDescription: string | null;
  readonly enabled: boolean;
  /** Credentials required by the profile's pages; null if the link is sufficient. */
  readonly staticUser: StaticUser | null;
  readonly linkToken: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Ordered by `orderId`. */
  readonly items: readonly StoreItemRecord[];
};

/** The password is stored as a hash from `hashPassword`. */
export type StaticUser = { readonly userName: string; readonly passwordHash: string };

export type StoreItemRecord = BuildRecord & {
  readonly id: number;
  readonly profileId: number;
  readonly orderId: number;
  readonly uniqueId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly clickCount: number;
  readonly linkToken: string;
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
  /** Null if the version was removed. */
  readonly versionId: number | null;
  readonly to: string;
  readonly subject: string;
  readonly installLink: string;
  readonly state: MessageState;
  readonly attempts: number;
  readonly queuedAt: number;
  readonly nextAt: number;
  readonly failure: Message | null;
};

export type LinkTarget =
  | { readonly kind: 'version'; readonly version: VersionDetails; readonly share: VersionMemberRecord | null }
  | { readonly kind: 'item'; readonly item: StoreItemRecord; readonly profile: StoreProfileRecord }
  | { readonly kind: 'profile'; readonly profile: StoreProfileRecord };
