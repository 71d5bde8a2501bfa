import type { Failure } from '../../base/failure.ts';
import type { Language } from '../../messages/locale.ts';
import type { Message } from '../../messages/message.ts';
import type { AuthorityView, BuildsUse, LocalAddress } from '../../service/service-view.ts';
import type { TlsFiles } from '../../service/tls/tls-files.ts';
import type { MailLanguage, MailServer } from '../../settings/settings-schema.ts';

export type ServiceStatus = {
  readonly running: boolean;
  readonly state: 'stopped' | 'starting' | 'running' | 'stopping' | 'failed';
  /** Base URL of links; null unless the service is running. */
  readonly url: string | null;
  /** Clients that can reach the service. `proxy`: clients of a reverse proxy. Null unless running. */
  readonly exposure: 'computer' | 'network' | 'proxy' | null;
  /** `outbox`: messages are only written to files. */
  readonly mail: 'server' | 'outbox';
  /** Authority that phones must trust. Null unless running with its own certificates. */
  readonly authority: AuthorityView | null;
  readonly failure: Failure | null;
};

/** Exposure of the service. Null fields use the default: only this computer can reach the service. */
export type ExposureSetting = {
  readonly host: string | null;
  readonly publicUrl: string | null;
  /** Number of reverse proxies whose forwarding headers are trusted. */
  readonly proxyHops: number;
  /** True to use certificates of the service's own authority. */
  readonly tls: boolean | TlsFiles;
};

export type CertificateReport =
  | { readonly problem: { readonly at: keyof TlsFiles; readonly failure: Failure } }
  | {
      readonly problem: null;
      readonly names: readonly string[];
      readonly issuer: string;
      /** Milliseconds since 1970 UTC. */
      readonly validUntil: number;
    };

/** Setup step in which a problem can be corrected. */
export type ExposureStep = 'audience' | 'mail';

/** `step`: where a problem can be corrected; null for a good result. */
export type ExposureCheck = {
  readonly about: 'answer' | 'address' | 'encryption' | 'mail';
  readonly step: ExposureStep | null;
} & (
  | { readonly state: 'good' | 'note' | 'attention'; readonly text: Message }
  | { readonly state: 'failed'; readonly failure: Failure }
);

export type ExposureReport = {
  readonly checks: readonly ExposureCheck[];
  /** True if phones must first trust the service's own authority. */
  readonly needsAuthority: boolean;
};

/** Bytes on disk. */
export type ServiceStorage = {
  readonly builds: number;
  readonly database: number;
  readonly outbox: number;
  /** By application and profile, largest first; null unless the service runs and reports it. */
  readonly usage: readonly BuildsUse[] | null;
  /** Free disk space; null if unknown. */
  readonly free: number | null;
};

export type ServiceOverview = {
  readonly folder: string;
  readonly storage: ServiceStorage;
  readonly exposure: ExposureSetting & {
    readonly addresses: readonly LocalAddress[];
    /** This computer's address for phones in its network; null without a network. */
    readonly lanAddress: string | null;
  };
  /** The user that Slipway itself signs in as. */
  readonly firstUser: {
    readonly userName: string;
    readonly clientId: string;
    /** Location of the stored password; null if it is not stored. */
    readonly storedIn: Message | null;
  };
};

/** `server` is null if messages are only written to the outbox folder. */
export type MailServerView = {
  readonly server: MailServer | null;
  /** `app`: the application's language. */
  readonly language: MailLanguage;
  readonly resolvedLanguage: Language;
  readonly hasPassword: boolean;
  /** Reason why the stored password cannot be read. */
  readonly failure: Failure | null;
};

/** Generated credentials, shown once. `password` is null if the user chose it. */
export type CreatedUser = { readonly userName: string; readonly password: string | null };
export type CreatedClient = { readonly clientId: string; readonly clientSecret: string };

/** `own`: used by Slipway itself, so it cannot be removed. */
export type ServiceCredentials = {
  readonly users: readonly { readonly userName: string; readonly own: boolean }[];
  readonly clients: readonly { readonly clientId: string; readonly own: boolean }[];
};

export type ServiceChange = { readonly what: 'people' | 'credentials' | 'outbox' | 'mail-server' };
