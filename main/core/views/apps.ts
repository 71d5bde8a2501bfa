/** Test applications and the Store of a service. Pure types. */
import type { NestedStoreItem, StoreProfile, TestVersion } from '../../api/wire.ts';
import type { Failure } from '../../base/failure.ts';

/** A store profile without its items, and without what its static user signs in with. */
export type StoreProfileSummary = Omit<
  StoreProfile,
  'items' | 'userName' | 'password' | 'enableStaticAuht' | 'totalCount'
> & {
  readonly itemCount: number;
  /** Whether its pages ask for the name and password of its static user. */
  readonly asksForPassword: boolean;
};

/** Its addresses are null unless a browser opens them. */
export type StoreItemView = Omit<NestedStoreItem, 'profile' | 'sha256'>;

export type StoreProfileView = StoreProfileSummary & { readonly items: readonly StoreItemView[] };

/** What everybody who opens the pages of a store profile signs in with. */
export type StaticUserView = { readonly userName: string | null; readonly password: string | null };

/** How many a version was given to, how many were told, opened its page and downloaded it; each includes the ones after it. */
export type Reach = {
  readonly people: number;
  readonly sent: number;
  readonly opened: number;
  readonly downloaded: number;
  /** Of those, how many messages are only files in the outbox folder. */
  readonly written: number;
  /** Of those the message to them was given up. */
  readonly undelivered: number;
};

/** A version of a test application as a list shows it. */
export type VersionView = Omit<TestVersion, 'profileMembers' | 'profileFiles' | 'profileId'> & {
  readonly reach: Reach;
};

/** Somebody a version was given to, and what they did with it. Times as ISO 8601 UTC. */
export type RecipientView = {
  readonly id: number;
  readonly name: string | null;
  readonly email: string;
  readonly teams: readonly string[];
  /** 0 added, 1 sent, 2 opened, 3 downloaded; other numbers as the service gives them. */
  readonly status: number;
  /** The last message to them, unless a mail server accepted it or the service does not report it. */
  readonly mail: { readonly state: 'queued' | 'written' | 'failed'; readonly failure: string | null } | null;
  readonly lastSentAt: string | null;
  readonly downloads: number;
  /** Null also where the service does not say when. */
  readonly lastDownloadAt: string | null;
};

export type VersionDetails = VersionView & { readonly recipients: readonly RecipientView[] };

export type ApplicationView = {
  readonly id: number;
  readonly name: string;
  readonly versions: readonly VersionView[];
};

export type ListedApplicationView = Pick<ApplicationView, 'id' | 'name'> & {
  /** The newest one; null while there is none. */
  readonly last: VersionView | null;
};

/** What disappears with versions that are deleted. */
export type RemovalView = {
  readonly versions: readonly Pick<VersionView, 'id' | 'version' | 'isActive'>[];
  /** Names or addresses of all who were told of one of them, each once. */
  readonly people: readonly string[];
};

/** How a change of several versions went: each is done or says why not. */
export type VersionChanges = {
  readonly done: readonly number[];
  readonly failed: readonly { readonly versionId: number; readonly failure: Failure }[];
};
