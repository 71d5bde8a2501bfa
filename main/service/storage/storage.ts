/**
 * The service's interface to its records and build files. Callers see neither SQL nor paths.
 * Implementations: the embedded storage, and a storage shared by instances. `test/contract/storage` tests
 * both against this contract:
 *
 * - Each call is atomic, also across instances.
 * - When a call resolves, its changes are durable and visible to every later call in any instance.
 * - A missing record is null or false, never an error.
 * - Ids are positive 32-bit integers and are never reused. They increase in the order in which records become
 *   visible. Clients find their upload by that order.
 * - Callers pass times in, so that tests can set them.
 *
 * Types only.
 */

import type { Readable } from 'node:stream';
import type { ReleaseNote } from '../release-note.ts';
import type { AccessEntry, BuildsUse } from '../service-view.ts';
import type { DeviceStorage } from './device-storage.ts';
import type { AccessTokenStorage, Credential, IdentityStorage, QuotaCharge } from './identity-storage.ts';
import type { MailStorage, NewMail } from './mail-storage.ts';
import type {
  ApplicationWithVersions,
  BuildRecord,
  LinkTarget,
  MemberRecord,
  PartHashes,
  ShareStatus,
  StateOfShares,
  StaticUser,
  StoreItemRecord,
  StoreProfileRecord,
  TeamRecord,
  VersionDetails,
  VersionRecord,
} from './records.ts';
import type { UnsubscriptionStorage } from './unsubscription-storage.ts';
import type { BlobUpload, UploadLease, UploadStorage } from './upload-storage.ts';

export type Storage = {
  readonly identity: IdentityStorage;
  readonly accessTokens: AccessTokenStorage;
  readonly testing: TestingStorage;
  readonly store: StoreStorage;
  readonly links: LinkStorage;
  readonly people: PeopleStorage;
  readonly devices: DeviceStorage;
  readonly unsubscriptions: UnsubscriptionStorage;
  readonly mail: MailStorage;
  readonly blobs: BlobStorage;
  readonly uploads: UploadStorage;
  readonly icons: IconStorage;
  readonly partHashes: PartHashStorage;
  readonly requests: RequestStorage;
  /**
   * Changes charge `use` as `checkQuota` does, and throw `service/token` if the credential is revoked. A
   * new build becomes the result of the upload that it completes. Throws `service/noUpload` if the lease of
   * that upload has ended.
   */
  authorisedBy(
    by: Credential,
    use?: QuotaCharge,
    completes?: UploadLease,
  ): Pick<Storage, 'testing' | 'store'>;
  /** Throws `service/dailyUploads`, `dailyBytes` or `dailyMessages` if the daily quota (UTC) is exceeded. */
  checkQuota(use: QuotaCharge): Promise<void>;
  /** Returns the storage used by each application and profile with builds, largest first. */
  usage(): Promise<readonly BuildsUse[]>;
  /** Health check of records and builds. Throws `service/storageUnavailable` and other storage errors. */
  check(): Promise<void>;
  /** Removes leftovers of uploads; null if another instance is doing so. See `sweepObjects`. */
  sweep(all: boolean): Promise<SweepReport | null>;
  /** Returns the state of this instance's connection pool; null if there is no pool. */
  poolState(): PoolState | null;
  /** Waits for running calls; later calls reject. */
  close(): Promise<void>;
};

/** Numbers of removed unfinished uploads and removed unrecorded objects. */
export type SweepReport = { readonly uploads: number; readonly objects: number };

/** Open connections (including idle ones), idle connections, and calls that wait for a connection. */
export type PoolState = { readonly open: number; readonly idle: number; readonly waitingCalls: number };

export type RequestStorage = {
  /** Appends the entries, oldest first, under new ids. Removes all but the newest `maxEntries`. */
  add(entries: readonly AccessEntry[], maxEntries: number): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly AccessEntry[]>;
};

/** A build to be recorded, with its finished upload. An upload can be recorded only once. */
export type NewBuild = BuildRecord & {
  readonly upload: BlobUpload;
  readonly icon?: StoredIcon | null;
  readonly partHashes?: PartHashes | null;
};

export type StoredIcon = {
  readonly type: 'image/png' | 'image/webp' | 'image/jpeg';
  readonly bytes: Uint8Array;
};

export type IconStorage = {
  /** Returns the icon of the build with this hash; null if it has none or was removed. */
  find(sha256: string): Promise<StoredIcon | null>;
};

export type PartHashStorage = {
  /** Returns the part hashes of the build with this hash; null if it has none or was removed. */
  find(sha256: string): Promise<PartHashes | null>;
};

export type NewVersion = {
  readonly build: NewBuild;
  readonly linkToken: string;
  readonly releaseNote: ReleaseNote | null;
  readonly at: number;
};

export type TestingStorage = {
  /** Returns a random value that changes with the applications and their versions. */
  listTag(): Promise<string>;
  /** Ordered by id. */
  applications(): Promise<readonly ApplicationWithVersions[]>;
  application(id: number): Promise<ApplicationWithVersions | null>;
  hasApplication(id: number): Promise<boolean>;
  version(id: number): Promise<VersionRecord | null>;
  versionFacts(id: number): Promise<VersionDetails | null>;
  addApplication(name: string, version: NewVersion): Promise<ApplicationWithVersions>;
  /** Returns null and discards the build if the application was removed. Throws `service/otherPackage`. */
  addVersion(applicationId: number, version: NewVersion): Promise<VersionRecord | null>;
  /** `updatedAt` changes only if `isActive` does. */
  setActive(versionId: number, isActive: boolean, at: number): Promise<VersionRecord | null>;
  /** Null removes the note. `updatedAt` changes only if the note does. */
  setReleaseNote(
    versionId: number,
    releaseNote: ReleaseNote | null,
    at: number,
  ): Promise<VersionRecord | null>;
  /** Stores unknown addresses as unlisted members, creates the links, and queues the mail. */
  recordSend(send: NewSend): Promise<VersionRecord | 'missing' | 'inactive'>;
  /** Stores a send to many recipients for later `recordBatch` calls. The version counts as sent at once. */
  planSend(send: PlannedSend): Promise<'planned' | 'missing' | 'inactive'>;
  nextBatch(): Promise<SendBatch | null>;
  /** Records the messages of a batch as `recordSend` does. Returns false if the batch no longer exists. */
  recordBatch(id: number, messages: NewSend['recipients']): Promise<boolean>;
  /**
   * Withdraws the messages of a send and removes its new recipients. Returns the number already delivered or
   * being delivered.
   */
  undoSend(send: OneSend): Promise<number>;
  /** Returns the distinct states of a version's recipients, without removed members. */
  shareStates(versionId: number): Promise<readonly StateOfShares[]>;
  /** Removes a recipient's links and waiting messages. Returns false if there is no such recipient. */
  revokeLinks(of: OneShare): Promise<boolean>;
  /** Also removes the recipient from the version. */
  removeShare(of: OneShare): Promise<boolean>;
  removeApplication(id: number): Promise<boolean>;
  /** Also removes the version's shares, links and queued mail, and the blob if no other record uses it. */
  removeVersion(id: number): Promise<boolean>;
};

/** A recipient of a version. */
export type OneShare = { readonly versionId: number; readonly shareId: number };

/** A send of a version, at its time in milliseconds since 1970 UTC. */
export type OneSend = { readonly versionId: number; readonly at: number };

export type NewSend = {
  readonly versionId: number;
  /** User or access token, from `requesterKey`. The mail queue serves requesters in turn. */
  readonly requester?: string;
  readonly at: number;
  /** Time from which the messages are delivered. Defaults to `at`. */
  readonly dueAt?: number;
  /** Without duplicate addresses. */
  readonly recipients: readonly {
    readonly email: string;
    readonly linkToken: string;
    readonly mail: NewMail;
  }[];
};

export type Recipient = { readonly email: string; readonly name: string | null };

export type PlannedSend = {
  readonly versionId: number;
  readonly requester?: string;
  readonly at: number;
  /** Time from which the messages are delivered. Defaults to `at`. */
  readonly dueAt?: number;
  /** Base address of the links. Defaults to the service's address when the messages are composed. */
  readonly address?: string;
  /** True to give access without messages. */
  readonly silent?: boolean;
  /** Without duplicate addresses. */
  readonly batches: readonly (readonly Recipient[])[];
};

export type SendBatch = {
  readonly id: number;
  readonly versionId: number;
  readonly at: number;
  readonly address: string | null;
  readonly silent: boolean;
  readonly recipients: readonly Recipient[];
};

export type StoreStorage = {
  /** Returns a random value that changes with the profiles. */
  listTag(): Promise<string>;
  /** Ordered by id. */
  profiles(): Promise<readonly StoreProfileRecord[]>;
  profile(id: number): Promise<StoreProfileRecord | null>;
  item(id: number): Promise<StoreItemRecord | null>;
  addProfile(name: string, linkToken: string, item: NewItem): Promise<StoreProfileRecord>;
  /**
   * Appends the item. Returns null and discards the build if the profile was removed. Throws
   * `service/otherPackage`.
   */
  addItem(profileId: number, item: NewItem): Promise<StoreItemRecord | null>;
  updateProfile(id: number, change: ProfileChange, at: number): Promise<StoreProfileRecord | null>;
  /** `updatedAt` changes only if `enabled` does. */
  setItemEnabled(id: number, enabled: boolean, at: number): Promise<StoreItemRecord | null>;
  removeProfile(id: number): Promise<boolean>;
  /** Also removes the blob if no other record uses it. Sets `updatedAt` of the profile to `at`. */
  removeItem(id: number, at: number): Promise<boolean>;
};

export type NewItem = {
  readonly build: NewBuild;
  readonly name: string;
  readonly uniqueId: string;
  readonly linkToken: string;
  readonly iconToken: string;
  readonly enabled: boolean;
  readonly at: number;
};

/** Absent fields are unchanged. */
export type ProfileChange = {
  readonly name?: string;
  readonly shortDescription?: string;
  readonly longDescription?: string;
  readonly enabled?: boolean;
  readonly staticUser?: StaticUser | null;
};

export const maxDownloads = 20;

export type LinkStorage = {
  find(token: string): Promise<LinkTarget | null>;
  findIcon(iconToken: string): Promise<LinkTarget | null>;
  /** Raises the status of a share; never lowers it. Does nothing if the share was removed. */
  raiseStatus(shareId: number, status: ShareStatus): Promise<void>;
  /**
   * Records a download and raises the status to 3. Stores the newest `maxDownloads` entries; the oldest also
   * counts removed ones. Does nothing if the share was removed.
   */
  recordDownload(shareId: number, at: number, userAgent: string | null): Promise<void>;
  /** Does nothing if the item was removed. */
  countClick(itemId: number): Promise<void>;
};

/** If `member` is null, only the team is added. If `team` is null, the member joins no team. */
export type NewPerson = {
  readonly member: { readonly email: string; readonly name: string | null } | null;
  readonly team: string | null;
};

/** Team names and addresses are compared case-insensitively and stored as written. */
export type PeopleStorage = {
  /** Ordered by id. Includes the ungrouped team, which cannot be renamed, removed or joined. */
  teams(): Promise<readonly TeamRecord[]>;
  /** Ordered by id. Omits removed members, and recipients without delivered mail or a registered device. */
  members(): Promise<readonly MemberRecord[]>;
  /** Returns members by id or team, in order of id and without duplicates, and the unknown ids. */
  resolve(
    teamIds: readonly number[],
    memberIds: readonly number[],
  ): Promise<{
    readonly recipients: readonly Recipient[];
    readonly unknown: { readonly teamIds: readonly number[]; readonly memberIds: readonly number[] };
  }>;
  findByEmail(emails: readonly string[]): Promise<readonly Recipient[]>;
  /** Returns null if the name is taken. */
  addTeam(name: string, at: number): Promise<TeamRecord | null>;
  /** Returns null if the address is taken. A removed member is restored with the same id, in no team. */
  addMember(email: string, name: string | null, at: number): Promise<MemberRecord | null>;
  /**
   * Adds all people in order, or none. Sets missing names only. `team` must not be the ungrouped team.
   */
  importPeople(people: readonly NewPerson[], at: number): Promise<void>;
  renameTeam(id: number, name: string): Promise<'done' | 'missing' | 'taken'>;
  /** Returns `unlisted` if the address belongs to a removed member or to a recipient who is not listed. */
  changeMember(
    id: number,
    change: { name?: string | null; email?: string },
  ): Promise<'done' | 'missing' | 'taken' | 'unlisted'>;
  /** The members of the team remain in the directory. */
  removeTeam(id: number): Promise<boolean>;
  /** Also removes the member's links, queued mail and devices. The history keeps the shares. */
  removeMember(id: number): Promise<boolean>;
  /** Returns false if the member or team is unknown. */
  join(memberId: number, teamId: number): Promise<boolean>;
  /** Returns false if the member was not in the team. */
  leave(memberId: number, teamId: number): Promise<boolean>;
  /**
   * Moves a member between teams. Returns `missing` if the member or target is unknown, `elsewhere` if not in
   * the source. As a target, the ungrouped team only ends the membership in the source.
   */
  move(memberId: number, fromTeamId: number, toTeamId: number): Promise<'done' | 'missing' | 'elsewhere'>;
};

/** Build files, named by their SHA-256. A blob exists while a record of either area refers to it. */
export type BlobStorage = {
  freeBytes(): Promise<number | null>;
  startUpload(): Promise<BlobUpload>;
  /** Returns the package and size of each record with this hash, without duplicates. */
  builds(sha256: string): Promise<readonly StoredBlob[]>;
  /** Returns the newest build of an application in either area; null if there is none. */
  newest(app: Pick<BuildRecord, 'platform' | 'packageId'>): Promise<StoredFile | null>;
  /**
   * Streams the bytes from `start` to `end`, inclusive and clamped, even if the blob is removed during
   * the read; null if there is no such blob. The caller must read the stream to its end or destroy it.
   */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>;
  /** Returns a direct download URL; null if redirects are off or there is no such blob. */
  downloadUrl(sha256: string, link: DownloadLinkOptions): Promise<string | null>;
};

export type StoredFile = Pick<BuildRecord, 'sha256' | 'fileName' | 'fileSize'>;

export type StoredBlob = Pick<BuildRecord, 'platform' | 'packageId' | 'fileSize'>;

/** Headers of a direct download, and the lifetime of its URL. */
export type DownloadLinkOptions = {
  readonly fileName: string;
  readonly contentType: string;
  readonly seconds: number;
};
