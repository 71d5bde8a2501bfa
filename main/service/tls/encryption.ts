import type { Server } from 'node:https';
import { isIP } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { ownAddresses, type Reach } from '../reach.ts';
import { type Authority, hostLabel, openAuthority, type ServiceNames } from './authority.ts';
import { covers } from './certificates.ts';
import type { KeyPair } from './issue.ts';
import { type ServiceTrust, writeTrust } from './service-trust.ts';
import { type OwnCertificate, readTlsFiles, stampOf, type TlsFiles } from './tls-files.ts';

/** `auto` uses certificates from an authority of the service. */
export type TlsChoice = 'auto' | TlsFiles;

export type Encryption = {
  /** Null if the certificate comes from files. */
  readonly authority: Authority | null;
  /** Host of this computer in links; IPv6 addresses in brackets. */
  readonly linkHost: () => string;
  readonly options: () => KeyPair;
  /** Updates a server with each new certificate. */
  readonly follow: (server: Server) => void;
  readonly stop: () => void;
};

type Wanted = {
  readonly folder: string;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly reach: Reach;
  readonly clock: Clock;
  readonly log: Log;
};

/** Source of certificates. `current` returns the same object until the certificate changes. */
type Source = Pick<Encryption, 'authority' | 'linkHost'> & {
  readonly current: () => Promise<KeyPair>;
  readonly trust: (pair: KeyPair) => ServiceTrust;
};

const lookEveryMs = 60_000;

/**
 * Checks its certificate every minute: re-reads changed files, renews its own. Throws the errors of
 * `openAuthority` and `readTlsFiles`; later errors are logged.
 */
export async function createEncryption(choice: TlsChoice, wanted: Wanted): Promise<Encryption> {
  const { folder, clock, log } = wanted;
  const source = choice === 'auto' ? await ownSource(wanted) : fileSource(choice, wanted);
  const servers = new Set<Server>();
  let now = await source.current();
  await writeTrust(folder, source.trust(now));
  let told = '';
  const look = async (): Promise<void> => {
    try {
      const next = await source.current();
      if (next === now) return;
      await writeTrust(folder, source.trust(next));
      now = next;
      for (const server of servers) server.setSecureContext(next);
      log.info('The service shows a new certificate');
    } catch (error) {
      const text = JSON.stringify(toFailure(error));
      if (text !== told)
        log.warn('A new certificate cannot be used, so the service keeps the old one', { error });
      told = text;
    }
  };
  let stopped = false;
  let cancel = (): void => undefined;
  const again = (): void => {
    if (!stopped) cancel = clock.after(lookEveryMs, () => void look().finally(again));
  };
  again();
  return {
    authority: source.authority,
    linkHost: source.linkHost,
    options: () => now,
    follow: (server) => {
      servers.add(server);
      server.once('close', () => servers.delete(server));
    },
    stop: () => {
      stopped = true;
      cancel();
    },
  };
}

async function ownSource({ folder, host, publicUrl, reach, clock, log }: Wanted): Promise<Source> {
  const label = hostLabel();
  const names = (): ServiceNames => {
    const addresses = reach.everywhere ? ownAddresses().map(({ address }) => address) : [host];
    const computer = label === null ? [] : [label, `${label}.local`];
    const required = [bare(reach.localName), hostOf(publicUrl) ?? 'localhost'];
    const all = ['localhost', '127.0.0.1', '::1', ...addresses, ...computer, ...required];
    return { all: [...new Set(all.map((name) => name.toLowerCase()))], required };
  };
  const authority = await openAuthority({ folder, names: names(), now: clock.now, log });
  return {
    authority,
    linkHost: () => reach.localName,
    current: () => authority.certificateFor(names()),
    trust: () => ({ certificates: authority.root().toString(), serverName: null }),
  };
}

/** Returns the hosts of which a certificate must cover one: the public host, or else the listen address. */
export function certificateHosts({
  host,
  publicUrl,
  reach,
}: Pick<Wanted, 'host' | 'publicUrl' | 'reach'>): readonly string[] {
  const outer = hostOf(publicUrl);
  return outer === null ? [host, bare(reach.localName)] : [outer];
}

function fileSource(files: TlsFiles, wanted: Wanted): Source {
  const { host, reach, clock } = wanted;
  const address = bare(reach.localName);
  const hosts = certificateHosts(wanted);
  let known: { readonly stamp: string; readonly pair: OwnCertificate } | null = null;
  const isFor = (name: string): boolean => known !== null && covers(known.pair.leaf, name);
  return {
    authority: null,
    linkHost: () => (isFor(address) ? reach.localName : host),
    current: async () => {
      const stamp = await stampOf(files);
      if (known?.stamp !== stamp) known = { stamp, pair: await readTlsFiles(files, hosts, clock.now()) };
      return known.pair;
    },
    trust: ({ cert }) => {
      // TLS server names cannot be IP addresses.
      const serverName = isFor(address) ? null : (hosts.find((name) => isIP(name) === 0) ?? null);
      return { certificates: cert, serverName };
    },
  };
}

function hostOf(publicUrl: string | undefined): string | null {
  return publicUrl === undefined ? null : bare(URL.parse(publicUrl)?.hostname ?? '') || null;
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
