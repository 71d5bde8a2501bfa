/**
 * The one door to what the service keeps: records and build files. Everything above it is free of SQL and of paths, so
 * that another implementation can stand in for the embedded one. Each call happens whole or not at all, and what it
 * promised is durable when it resolves. "Not there" is null or false, never an error. Pure types.
 */
import type { Readable } from 'node:stream';
import type {
  ApplicationWithVersions,
  BuildRecord,
  ClientRecord,
  FailureRecord,
  LinkTarget,
  MailRecord,
  MemberRecord,
  ShareStatus,
  StaticUser,
  StoreItemRecord,
  StoreProfileRecord,
  TeamRecord,
  UserRecord,
  VersionRecord,
} from './records.ts';

export type Storage = {
  readonly identity: IdentityStorage;
  readonly testing: TestingStorage;
  readonly store: StoreStorage;
  readonly links: LinkStorage;
  readonly people: PeopleStorage;
  readonly mail: MailStorage;
  readonly blobs: BlobStorage;
  close(): Promise<void>;
};

export type IdentityStorage = {
  users(): Promise<readonly UserRecord[]>;
  user(userName: string): Promise<UserRecord | null>;
  /** False when the name is taken. */
  addUser(user: Omit<UserRecord, 'id'>, at: number): Promise<boolean>;
  /** Also ends every token of the user. False when there is no such user. */
  setPassword(userName: string, passwordHash: string): Promise<boolean>;
  removeUser(userName: string): Promise<boolean>;
  clients(): Promise<readonly ClientRecord[]>;
  client(clientId: string): Promise<ClientRecord | null>;
  /** Adds the client or replaces its secret. */
  putClient(client: ClientRecord, at: number): Promise<void>;
  removeClient(clientId: string): Promise<boolean>;
  addToken(token: TokenRecord): Promise<void>;
  /** The token's owner and end; also when it has ended. */
  token(tokenHash: string): Promise<(TokenRecord & { readonly userName: string }) | null>;
  removeTokensBefore(at: number): Promise<void>;
  /** Failed sign-ins counted under a key. */
  failures(key: string): Promise<FailureRecord | null>;
  /** Counts one more; gives what it is now. Counts untouched since `forgetBefore` begin anew. */
  addFailure(key: string, at: number, forgetBefore: number): Promise<FailureRecord>;
  clearFailures(key: string): Promise<void>;
};

export type TokenRecord = { readonly tokenHash: string; readonly userId: number; readonly expiresAt: number };

/** An upload that has arrived whole and waits to be recorded. */
export type NewBuild = BuildRecord & { readonly received: ReceivedBlob };

export type NewVersion = {
  readonly build: NewBuild;
  readonly linkToken: string;
  readonly releaseNote: string | null;
  readonly at: number;
};

export type TestingStorage = {
  applications(): Promise<readonly ApplicationWithVersions[]>;
  application(id: number): Promise<ApplicationWithVersions | null>;
  version(id: number): Promise<VersionRecord | null>;
  addApplication(name: string, version: NewVersion): Promise<ApplicationWithVersions>;
  /** Null when the application is gone; the build is then not kept. */
  addVersion(applicationId: number, version: NewVersion): Promise<VersionRecord | null>;
  setActive(versionId: number, isActive: boolean, at: number): Promise<VersionRecord | null>;
  /** Records one send: unknown addresses become members, links are given out, mails queued. */
  recordSend(send: NewSend): Promise<VersionRecord | null>;
  removeApplication(id: number): Promise<boolean>;
  removeVersion(id: number): Promise<boolean>;
};

export type NewSend = {
  readonly versionId: number;
  readonly at: number;
  readonly recipients: readonly {
    readonly email: string;
    readonly linkToken: string;
    readonly mail: NewMail;
  }[];
};

export type StoreStorage = {
  profiles(): Promise<readonly StoreProfileRecord[]>;
  profile(id: number): Promise<StoreProfileRecord | null>;
  addProfile(name: string, linkToken: string, item: NewItem): Promise<StoreProfileRecord>;
  /** Null when the profile is gone; the build is then not kept. */
  addItem(profileId: number, item: NewItem): Promise<StoreItemRecord | null>;
  updateProfile(id: number, change: ProfileChange, at: number): Promise<StoreProfileRecord | null>;
  removeProfile(id: number): Promise<boolean>;
  removeItem(id: number): Promise<boolean>;
};

export type NewItem = {
  readonly build: NewBuild;
  readonly name: string;
  readonly uniqueId: string;
  readonly linkToken: string;
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

export type LinkStorage = {
  find(token: string): Promise<LinkTarget | null>;
  /** Raises the status of a share; never lowers it. */
  raiseStatus(shareId: number, status: ShareStatus): Promise<void>;
  recordDownload(shareId: number, at: number, userAgent: string | null): Promise<void>;
  countClick(itemId: number): Promise<void>;
};

export type PeopleStorage = {
  teams(): Promise<readonly TeamRecord[]>;
  members(): Promise<readonly MemberRecord[]>;
  /** Null when the name is taken. */
  addTeam(name: string, at: number): Promise<TeamRecord | null>;
  /** Null when the address is taken. */
  addMember(email: string, name: string | null, at: number): Promise<MemberRecord | null>;
  renameTeam(id: number, name: string): Promise<'done' | 'missing' | 'taken'>;
  changeMember(
    id: number,
    change: { name?: string | null; email?: string },
  ): Promise<'done' | 'missing' | 'taken'>;
  removeTeam(id: number): Promise<boolean>;
  removeMember(id: number): Promise<boolean>;
  /** False when either is missing. */
  join(memberId: number, teamId: number): Promise<boolean>;
  /** False when the member was not in the team. */
  leave(memberId: number, teamId: number): Promise<boolean>;
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
  /** The message while it is queued or failed; null once delivered. */
  raw(id: string): Promise<Uint8Array | null>;
  /** The queued message whose next try is due first. */
  next(): Promise<MailRecord | null>;
  delivered(id: string): Promise<void>;
  /** A try failed: again at `nextAt`, or for good when that is null. */
  failed(id: string, reason: string, nextAt: number | null): Promise<void>;
};

export type BlobStorage = {
  /** Bytes that can still be stored; null when that cannot be known. */
  freeBytes(): Promise<number | null>;
  /** Opens a place for a build that is arriving. */
  receive(): Promise<ReceivedBlob>;
  /** The bytes `start` to `end` (both included); null when there is no such blob. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>;
};

/** A build on its way in. It ends with a record (which keeps it) or with `discard`; both may be called once more. */
export type ReceivedBlob = {
  /** Appends; one call at a time. */
  append(chunks: readonly Uint8Array[]): Promise<void>;
  /** Makes what was appended durable. */
  finish(): Promise<void>;
  /** Gives a local path of the whole file, valid until `work` is done. */
  withFile<Result>(work: (path: string) => Promise<Result>): Promise<Result>;
  discard(): Promise<void>;
};
