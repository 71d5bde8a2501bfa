/** The built-in service. Pure types. */
import type { Failure } from '../../base/failure.ts';
import type { Language } from '../../messages/locale.ts';
import type { Message } from '../../messages/message.ts';
import type { AuthorityView, BuildsUse, OwnAddress } from '../../service/service-view.ts';
import type { TlsFiles } from '../../service/tls/tls-files.ts';
import type { MailLanguage, MailServer } from '../../settings/settings-schema.ts';

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
