import type { MailState, NestedStoreItem, StoreProfile, TestVersion } from '../../api/wire.ts';
import type { Failure } from '../../base/failure.ts';

export type StoreProfileSummary = Omit<
  StoreProfile,
  'items' | 'userName' | 'password' | 'enableStaticAuht' | 'totalCount'
> & {
  readonly itemCount: number;
  readonly requiresPassword: boolean;
  /** True if the service returns the password. */
  readonly reportsPassword: boolean;
};

/** URLs of the item are null unless a browser can open them. */
export type StoreItemView = Omit<NestedStoreItem, 'profile' | 'sha256'>;

export type StoreProfileView = StoreProfileSummary & { readonly items: readonly StoreItemView[] };

/** Credentials shared by all visitors of a store profile's pages. */
export type StaticUserView = { readonly userName: string | null; readonly password: string | null };

export type MailCounts = Readonly<Record<MailState, number>>;

export type VersionView = Omit<TestVersion, 'profileMembers' | 'profileFiles' | 'profileId'> & {
  readonly mail: MailCounts;
};

/** A recipient of a version. Times are ISO 8601 UTC. */
export type RecipientView = {
  readonly id: number;
  readonly name: string | null;
  readonly email: string;
  readonly teams: readonly string[];
  readonly mail: MailState;
  /** Reason why the last message was refused or still waits. */
  readonly mailFailure: string | null;
  readonly lastSentAt: string | null;
  readonly downloads: number;
  /** Null if not downloaded or the service does not report the time. */
  readonly lastDownloadAt: string | null;
};

export type VersionDetails = VersionView & { readonly recipients: readonly RecipientView[] };

export type ApplicationView = {
  readonly id: number;
  readonly name: string;
  readonly versions: readonly VersionView[];
};

export type ListedApplicationView = Pick<ApplicationView, 'id' | 'name'> & {
  readonly last: VersionView | null;
  /** `opened`: sum over all versions of recipients who opened them. Null if only the newest is listed. */
  readonly totals: { readonly versions: number; readonly active: number; readonly opened: number } | null;
};

export type RemovalView = {
  readonly versions: readonly Pick<
    VersionView,
    'id' | 'version' | 'build' | 'platformTypeName' | 'isActive'
  >[];
  /** Names or addresses of the recipients, without duplicates. */
  readonly people: readonly string[];
};

export type VersionChanges = {
  readonly done: readonly number[];
  readonly failed: readonly { readonly versionId: number; readonly failure: Failure }[];
};
