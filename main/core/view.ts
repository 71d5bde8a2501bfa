/** What the core tells front ends beyond uploads and accounts. Pure types. */

import type { NestedStoreItem, StoreProfile, TestVersion } from '../api/wire.ts';
import type { Failure } from '../base/failure.ts';
import type { Language } from '../messages/locale.ts';
import type { Message } from '../messages/message.ts';
import type { AuthorityView, BuildsUse, OwnAddress } from '../service/service-view.ts';
import type { TlsFiles } from '../service/tls/tls-files.ts';
import type { FolderRule, MailLanguage, MailServer, NetworkSettings } from '../settings/settings-schema.ts';
import type { FolderState, WaitingFile } from '../watcher/watcher-types.ts';

export type { FolderState } from '../watcher/watcher-types.ts';

export type WaitingFileView = Omit<WaitingFile, 'folderId'>;

export type FolderView = FolderRule & {
  readonly state: FolderState;
  /** Why its builds cannot go anywhere although it is watched; they wait. */
  readonly problem: Failure | null;
  readonly waiting: readonly WaitingFileView[];
};

/** What would happen now with one file of a folder. */
export type TriedFileView = {
  readonly path: string;
  /** Below the folder, with `/` between names. */
  readonly place: string;
  /** Bytes; null when it cannot be read. */
  readonly size: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly modifiedAt: number | null;
  /** `upload`, or why not. */
  readonly verdict: 'upload' | 'not-wanted' | 'unfinished' | 'seen' | 'earlier';
  /** As a sentence; null when it would be uploaded. */
  readonly reason: Message | null;
};

/** `more`: how many files were left out because there are so many. */
export type TryOutView = {
  readonly path: string;
  readonly files: readonly TriedFileView[];
  readonly more: number;
};

/** A folder to watch that fits a project, and the rule for it. */
export type FolderPreset = {
  readonly kind:
    | 'gradle'
    | 'flutter'
    | 'react-native'
    | 'capacitor'
    | 'cordova'
    | 'nativescript'
    | 'unity'
    | 'dotnet'
    | 'godot'
    | 'xcode'
    | 'drop';
  readonly name: Message;
  /** Why it is proposed, as a sentence. */
  readonly why: Message;
  readonly path: string;
  /** Otherwise it is made by the first build. */
  readonly exists: boolean;
  readonly rule: Pick<FolderRule, 'kinds' | 'include' | 'exclude' | 'depth'>;
};

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

export type ServiceStatus = {
  readonly running: boolean;
  readonly state: 'stopped' | 'starting' | 'running' | 'stopping' | 'failed';
  /** Where links lead: `http://127.0.0.1:PORT`, or as it was set; null unless it runs. */
  readonly url: string | null;
  /** Who gets there: this computer alone, others on its network, or whoever the address of a proxy lets in; null unless it runs. */
  readonly reach: 'computer' | 'network' | 'proxy' | null;
  /** Where its messages go: to a mail server, or into the outbox folder, where nobody gets them. */
  readonly mail: 'server' | 'outbox';
  /** What phones have to be told to trust; null unless it runs and makes its certificates itself. */
  readonly authority: AuthorityView | null;
  readonly failure: Failure | null;
};

/** Where the built-in service listens and links lead; null where nothing is set: this computer alone. */
export type ReachSetting = {
  readonly host: string | null;
  readonly publicUrl: string | null;
  /** How many proxies in front of it are believed who asked them. */
  readonly proxyHops: number;
  /** https: with certificates of an authority of its own, or with one's own, by their paths. */
  readonly tls: boolean | TlsFiles;
};

/** What is in the files of a certificate of one's own, or what is wrong with which one. */
export type CertificateReport =
  | { readonly wrong: { readonly at: keyof TlsFiles; readonly failure: Failure } }
  | {
      readonly wrong: null;
      readonly names: readonly string[];
      readonly issuer: string;
      /** Milliseconds since 1970 UTC. */
      readonly validUntil: number;
    };

/** The settings a check speaks of, as the steps they are made in. */
export type ReachStep = 'address' | 'encryption' | 'mail';

/** One thing that was tried on the way from the service to phones; `step`: where it can be corrected. */
export type ReachCheck = { readonly about: 'answer' | ReachStep; readonly step: ReachStep | null } & (
  | { readonly state: 'good' | 'attention'; readonly text: Message }
  | { readonly state: 'failed'; readonly failure: Failure }
);

export type ReachReport = {
  readonly checks: readonly ReachCheck[];
  /** Whether phones have to trust the service's own authority first. */
  readonly needsAuthority: boolean;
};

/** Bytes on disk. */
export type ServiceStorage = {
  readonly builds: number;
  readonly database: number;
  readonly outbox: number;
  /** Whose builds they are, the largest first; null while the service does not run or cannot tell. */
  readonly usage: readonly BuildsUse[] | null;
  /** What the disk still has; null when that cannot be known. */
  readonly free: number | null;
};

export type ServiceOverview = {
  readonly folder: string;
  readonly storage: ServiceStorage;
  readonly reach: ReachSetting & {
    /** Addresses of this computer others may get to. */
    readonly addresses: readonly OwnAddress[];
  };
  /** Whom Slipway itself signs in as. Its password is never told. */
  readonly firstUser: {
    readonly userName: string;
    readonly clientId: string;
    /** Where its password lies, in words; null while none is kept. */
    readonly keptIn: Message | null;
  };
};

/** How mail leaves the built-in service. `server` null: into the outbox folder. */
export type MailServerView = {
  readonly server: MailServer | null;
  /** In which messages are written; `app`: as everything else. */
  readonly language: MailLanguage;
  /** Which one that is now. */
  readonly languageNow: Language;
  /** Whether a password is kept; never the password. */
  readonly hasPassword: boolean;
  /** Why the password that is kept cannot be read, when it cannot. */
  readonly failure: Failure | null;
};

/** A password or secret that was made, to be shown once; null when the person chose it. */
export type MadeUser = { readonly userName: string; readonly password: string | null };
export type MadeClient = { readonly clientId: string; readonly clientSecret: string };

/** Who may sign in to the built-in service. `own`: Slipway itself does, so it stays. */
export type SignIns = {
  readonly users: readonly { readonly userName: string; readonly own: boolean }[];
  readonly clients: readonly { readonly clientId: string; readonly own: boolean }[];
};

/** What of the built-in service changed, for whoever shows it. */
export type ServiceChange = { readonly what: 'people' | 'sign-ins' | 'outbox' | 'mail-server' };

/** A file of certificates to trust besides the system's, as it is now. */
export type CaFileView = {
  readonly path: string;
  /** `validUntil`: milliseconds since 1970 UTC. */
  readonly certificates: readonly { readonly name: string; readonly validUntil: number }[];
  /** Why nothing in it is trusted, when nothing is: it is gone, cannot be read, or holds something else. */
  readonly failure: Failure | null;
};

/** The network of this computer as it is. */
export type Connection = {
  readonly online: boolean;
  /** Whether what is sent is paid for; null while nobody asked or nobody knows. */
  readonly metered: boolean | null;
  /** Why nothing is sent now to services on other computers; null when it is. */
  readonly waiting: Failure | null;
};

export type NetworkView = Omit<NetworkSettings, 'proxy' | 'caFiles'> & {
  readonly proxy: NetworkSettings['proxy'] & {
    /** Whether a password is kept; never the password. */
    readonly hasPassword: boolean;
    /** Why the password that is kept cannot be read, when it cannot. */
    readonly failure: Failure | null;
  };
  /** False where nobody can ask the system for its proxy: there `system` means `environment`. */
  readonly asksSystem: boolean;
  readonly caFiles: readonly CaFileView[];
  /** The bandwidth that holds now, in bytes per second (null: none), and until when, in milliseconds since 1970 UTC. */
  readonly limitNow: { readonly bytesPerSecond: number | null; readonly until: number | null };
  readonly connection: Connection;
};

/** The network as it is entered. What is absent stays as it is; an empty password removes the stored one. */
export type NetworkInput = Partial<Omit<NetworkSettings, 'proxy'>> & {
  readonly proxy?: Partial<NetworkSettings['proxy']> & { readonly password?: string };
};

/** A file of Slipway's own that can be damaged. */
export type DamagedPart = 'journal' | 'seen-files' | 'settings';

/** A damaged file that was kept aside. */
export type KeptFile = {
  readonly what: DamagedPart;
  /** Where it lies now. */
  readonly path: string;
  /** For a person: what was damaged, what was done, what it means. */
  readonly message: Message;
};

/** What a person must know of Slipway's own files. */
export type SystemIssuesView = {
  readonly kept: readonly KeptFile[];
  /** Why the upload journal cannot be written, so that nothing is uploaded; null while it can. */
  readonly journal: Failure | null;
};

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
