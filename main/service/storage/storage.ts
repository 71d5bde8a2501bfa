/**
 * The one way to what the service keeps: records and build files. Everything above it is free of SQL and of paths, so
 * that another implementation can stand in for the embedded one, also one that several instances of the service share.
 * `test/contract/storage` holds any implementation to what is written here. Pure.
 *
 * - Each call happens whole or not at all, whatever else happens at the same time, in this instance or another.
 * - When a call has resolved, what it did is durable and every later call sees it, in this instance or another.
 * - "Not there" is null or false, never an error.
 * - Ids are 32-bit integers above 0 and are never given twice. A record added after another could be seen has the
 *   greater id: clients find what they just uploaded by that.
 * - Times come from the caller, so that a test can set them.
 */

import type { Readable } from 'node:stream';
import type { Message } from '../../messages/message.ts';
import type { ReleaseNote } from '../release-note.ts';
import type { AccessEntry, BuildsUse, MailState } from '../service-view.ts';
import type { AccessTokenStorage, Credential, IdentityStorage, QuotaUse } from './identity-storage.ts';
import type {
  ApplicationWithVersions,
  BuildRecord,
  LinkTarget,
  MailRecord,
  MemberRecord,
  ShareStatus,
  StaticUser,
  StoreItemRecord,
  StoreProfileRecord,
  TeamRecord,
  VersionFacts,
  VersionRecord,
} from './records.ts';

export type Storage = {
  readonly identity: IdentityStorage;
  readonly accessTokens: AccessTokenStorage;
  readonly testing: TestingStorage;
  readonly store: StoreStorage;
  readonly links: LinkStorage;
  readonly people: PeopleStorage;
  readonly mail: MailStorage;
  readonly blobs: BlobStorage;
  readonly icons: IconStorage;
  readonly requests: RequestStorage;
  /**
   * Returns records whose changes all throw `service/token` once the credential has ended, in whichever instance. Each
   * change counts `use`, and throws as `checkQuota` does.
   */
  authorised(by: Credential, use?: QuotaUse): Pick<Storage, 'testing' | 'store'>;
  /** Throws `service/dailyUploads`, `dailyBytes` or `dailyMessages` if the use exceeds what is left of the day (UTC). */
  checkQuota(use: QuotaUse): Promise<void>;
  /** Of each application and profile that has builds, the largest first. */
  usage(): Promise<readonly BuildsUse[]>;
  /** Resolves when records and builds can be had. Throws `service/storageAway` and what else keeps them away. */
  check(): Promise<void>;
  /**
   * Removes what interrupted uploads left; null while another instance does. Throws as `sweepObjects` does; `all` permits
   * any number.
   */
  sweep(all: boolean): Promise<SweepReport | null>;
  /** Connections to the database of this instance; null where there are none. */
  connections(): Connections | null;
  /** Lets running calls end; what is called afterwards rejects. */
  close(): Promise<void>;
};

/** Unfinished uploads and objects without a record, as far as they were removed. */
export type SweepReport = { readonly uploads: number; readonly objects: number };

/** How many are open, how many of these are idle, and how many calls wait for one. */
export type Connections = { readonly open: number; readonly idle: number; readonly waiting: number };

/** The last requests, of all instances together. */
export type RequestStorage = {
  /** Adds them, oldest first, under ids of its own, and forgets all but the newest `kept`. */
  add(entries: readonly AccessEntry[], kept: number): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly AccessEntry[]>;
};

/** An upload that is finished and waits to be recorded, once. */
export type NewBuild = BuildRecord & {
  readonly received: ReceivedBlob;
  /** Kept as long as its build. */
  readonly icon?: StoredIcon | null;
};

export type StoredIcon = {
  readonly type: 'image/png' | 'image/webp' | 'image/jpeg';
  readonly bytes: Uint8Array;
};

export type IconStorage = {
  /** The icon of the build with this hash; null when it brought none, or is gone. */
  of(sha256: string): Promise<StoredIcon | null>;
};

export type NewVersion = {
  readonly build: NewBuild;
  readonly linkToken: string;
  readonly releaseNote: ReleaseNote | null;
  readonly at: number;
};

export type TestingStorage = {
  /** By id. */
  applications(): Promise<readonly ApplicationWithVersions[]>;
  application(id: number): Promise<ApplicationWithVersions | null>;
  hasApplication(id: number): Promise<boolean>;
  version(id: number): Promise<VersionRecord | null>;
  versionFacts(id: number): Promise<VersionFacts | null>;
  addApplication(name: string, version: NewVersion): Promise<ApplicationWithVersions>;
  /** Null when the application is gone; the build is then not kept. */
  addVersion(applicationId: number, version: NewVersion): Promise<VersionRecord | null>;
  /** `updatedAt` moves only when something changes. */
  setActive(versionId: number, isActive: boolean, at: number): Promise<VersionRecord | null>;
  /** Null takes it away. `updatedAt` moves only when something changes. */
  setReleaseNote(
    versionId: number,
    releaseNote: ReleaseNote | null,
    at: number,
  ): Promise<VersionRecord | null>;
  /** Records one send: unknown addresses become members, links are given out, mails queued. */
  recordSend(send: NewSend): Promise<VersionRecord | 'missing' | 'inactive'>;
  /**
   * Accepts a send to many people, to be recorded piece by piece: the version counts as sent at once, and the pieces are
   * there until they are recorded or the version is removed.
   */
  planSend(send: PlannedSend): Promise<'planned' | 'missing' | 'inactive'>;
  /** The piece that was planned first; null when none is left. */
  plannedPiece(): Promise<PlannedPiece | null>;
  /** Records the letters to the people of a piece, as `recordSend` does. False when there is no such piece any more. */
  recordPiece(id: number, letters: NewSend['recipients']): Promise<boolean>;
  /** Takes its versions along. */
  removeApplication(id: number): Promise<boolean>;
  /** Takes its shares, links and waiting mails along, and with the last record of its hash the blob. */
  removeVersion(id: number): Promise<boolean>;
};

export type NewSend = {
  readonly versionId: number;
  /** The user or access token that sends; see `requesterKey`. Mail is delivered to each of them in turn. */
  readonly requester?: string;
  readonly at: number;
  /** Each address once. */
  readonly recipients: readonly {
    readonly email: string;
    readonly linkToken: string;
    readonly mail: NewMail;
  }[];
};

export type Recipient = { readonly email: string; readonly name: string | null };

export type PlannedSend = {
  readonly versionId: number;
  /** As in `NewSend`. */
  readonly requester?: string;
  readonly at: number;
  /** Where its links lead, whatever the address is when they are written; else where they lead then. */
  readonly address?: string;
  /** Each address once. */
  readonly pieces: readonly (readonly Recipient[])[];
};

export type PlannedPiece = {
  readonly id: number;
  readonly versionId: number;
  readonly at: number;
  readonly address: string | null;
  readonly recipients: readonly Recipient[];
};

export type StoreStorage = {
  /** By id. */
  profiles(): Promise<readonly StoreProfileRecord[]>;
  profile(id: number): Promise<StoreProfileRecord | null>;
  item(id: number): Promise<StoreItemRecord | null>;
  addProfile(name: string, linkToken: string, item: NewItem): Promise<StoreProfileRecord>;
  /** The item comes last in its profile. Null when the profile is gone; the build is then not kept. */
  addItem(profileId: number, item: NewItem): Promise<StoreItemRecord | null>;
  updateProfile(id: number, change: ProfileChange, at: number): Promise<StoreProfileRecord | null>;
  /** `updatedAt` moves only if something changes. */
  setItemEnabled(id: number, enabled: boolean, at: number): Promise<StoreItemRecord | null>;
  /** Takes its items along. */
  removeProfile(id: number): Promise<boolean>;
  /** Its profile is updated at `at`; with the last record of its hash goes the blob. */
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

/** Absent fields stay as they are. */
export type ProfileChange = {
  readonly name?: string;
  readonly shortDescription?: string;
  readonly longDescription?: string;
  readonly enabled?: boolean;
  readonly staticUser?: StaticUser | null;
};

/** Entries in the download history of one share. */
export const keptDownloads = 20;

export type LinkStorage = {
  find(token: string): Promise<LinkTarget | null>;
  /** The item with this `iconToken`. */
  findIcon(iconToken: string): Promise<LinkTarget | null>;
  /** Raises the status of a share; never lowers it. Nothing happens when the share is gone. */
  raiseStatus(shareId: number, status: ShareStatus): Promise<void>;
  /**
   * Adds to the history of a share and raises its status to 3. The newest `keptDownloads` entries are kept; the first of
   * them also counts those before it. Nothing happens when the share is gone.
   */
  recordDownload(shareId: number, at: number, userAgent: string | null): Promise<void>;
  /** Nothing happens when the item is gone. */
  countClick(itemId: number): Promise<void>;
};

/** Names of teams and addresses of members that differ in letter case only are the same, and stay as they were written. */
/** Null for the member: the team alone; null for the team: in none. */
export type NewPerson = {
  readonly member: { readonly email: string; readonly name: string | null } | null;
  readonly team: string | null;
};

export type PeopleStorage = {
  /** By id; one of them is the ungrouped team, which can be neither renamed nor removed nor joined. */
  teams(): Promise<readonly TeamRecord[]>;
  /** By id, without those taken out. */
  members(): Promise<readonly MemberRecord[]>;
  /** Members with these ids or in these teams, by id, each once; and the ids nobody has. */
  named(
    teamIds: readonly number[],
    memberIds: readonly number[],
  ): Promise<{
    readonly recipients: readonly Recipient[];
    readonly unknown: { readonly teamIds: readonly number[]; readonly memberIds: readonly number[] };
  }>;
  /** Members with one of these addresses. */
  withAddresses(emails: readonly string[]): Promise<readonly Recipient[]>;
  /** Null when the name is taken. */
  addTeam(name: string, at: number): Promise<TeamRecord | null>;
  /** Null when the address is taken. One who was taken out comes back with the same id, in no team. */
  addMember(email: string, name: string | null, at: number): Promise<MemberRecord | null>;
  /**
   * All of them or none, each after those before it: who and what team is not there yet is made, a member without a name
   * gets the one given, and nobody leaves a team. The team is not the ungrouped one.
   */
  addAll(people: readonly NewPerson[], at: number): Promise<void>;
  renameTeam(id: number, name: string): Promise<'done' | 'missing' | 'taken'>;
  changeMember(
    id: number,
    change: { name?: string | null; email?: string },
  ): Promise<'done' | 'missing' | 'taken'>;
  /** Its members stay members. */
  removeTeam(id: number): Promise<boolean>;
  /** Takes their links and waiting mails along; what was shared with them stays in the versions. */
  removeMember(id: number): Promise<boolean>;
  /** False when either is missing. */
  join(memberId: number, teamId: number): Promise<boolean>;
  /** False when the member was not in the team. */
  leave(memberId: number, teamId: number): Promise<boolean>;
  /**
   * Out of one team and into another. `missing`: there is no such member or no such team to move to; `elsewhere`: the
   * member is not in the team to move from. The ungrouped team may be either: a member is in it while in no other, and
   * who moves there is out of the team left.
   */
  move(memberId: number, fromTeamId: number, toTeamId: number): Promise<'done' | 'missing' | 'elsewhere'>;
};

export type NewMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly installLink: string;
  /** The whole message, RFC 5322. */
  readonly raw: Uint8Array;
};

export type MailStorage = {
  /** Newest first. */
  list(): Promise<readonly MailRecord[]>;
  get(id: string): Promise<MailRecord | null>;
  /** The message while it is queued or failed; null once written or delivered. */
  raw(id: string): Promise<Uint8Array | null>;
  /**
   * Takes the queued message whose try is due first, if one is due at `now`. Nobody else is given it until what became
   * of it is told, or for `leaseMs` by the clock of the storage, should whoever took it never tell.
   */
  take(now: number, leaseMs: number): Promise<TakenMail | null>;
  /** How many are queued. */
  waiting(): Promise<number>;
  /** When the next queued message can be taken; null when none is queued. */
  dueAt(): Promise<number | null>;
  /** False, and nothing happens, when the message was taken by another since, or is gone. */
  carried(mail: Lease, outcome: MailOutcome): Promise<boolean>;
  /** A try failed: again at `nextAt`, or for good when that is null. False as for `carried`. */
  failed(mail: Lease, reason: Message, nextAt: number | null): Promise<boolean>;
  /** Why all that wait do. */
  explainWaiting(reason: Message): Promise<void>;
  /** Makes a message that waits or was given up due at `at`, as if it had not been tried. False if written or delivered. */
  retry(id: string, at: number): Promise<boolean>;
  /** The same for all that wait; gives how many. */
  retryWaiting(at: number): Promise<number>;
  /** Calls back when another instance has queued a message, or made one due. */
  onQueued(listener: () => void): void;
};

/** How a message left the queue. */
export type MailOutcome = Extract<MailState, 'written' | 'delivered'>;

/** Which message, and which taking of it: each one has a greater number, from 1. */
export type Lease = { readonly id: string; readonly lease: number };

export type TakenMail = MailRecord & Lease & { readonly raw: Uint8Array };

/**
 * The files of builds, named by their sha-256. A blob is there from the record that first names it until the last such
 * record is removed, whichever area they belong to.
 */
export type BlobStorage = {
  /** Bytes that can still be stored; null when that cannot be known. */
  freeBytes(): Promise<number | null>;
  /** Opens a place for a build that is arriving. */
  receive(): Promise<ReceivedBlob>;
  /**
   * The bytes `start` to `end` (both included, as far as the blob goes); null when there is no such blob. A stream once
   * given is whole, also when the blob is removed meanwhile; one that is not read to its end must be destroyed.
   */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>;
  /** Where a device fetches the build without this service; null where it does not, or when there is no such blob. */
  link(sha256: string, link: BlobLink): Promise<string | null>;
};

/** How a build is downloaded from an address of its own, and for how long from now. */
export type BlobLink = { readonly fileName: string; readonly contentType: string; readonly seconds: number };

/** A build on its way in. It ends with the one record it is given to, or with `discard`. */
export type ReceivedBlob = {
  /** Appends; one call at a time. */
  append(chunks: readonly Uint8Array[]): Promise<void>;
  /** Makes what was appended durable; nothing can be appended any more. */
  finish(): Promise<void>;
  /** Once finished: up to `length` bytes at `position`, fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
  /** Gives the place free. Does nothing once it was recorded or discarded, so that it can end every upload. */
  discard(): Promise<void>;
};
