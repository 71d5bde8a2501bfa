import type { Server } from 'node:https';
import { isIP } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { type Exposure, ownAddresses } from '../exposure.ts';
import { type Authority, hostLabel, openAuthority, type ServiceNames } from './authority.ts';
import { covers } from './certificates.ts';
import type { KeyPair } from './issue.ts';
import { type ServiceTrust, writeTrust } from './service-trust.ts';
import { fileStamp, readTlsFiles, type SuppliedCertificate, type TlsFiles } from './tls-files.ts';

/** `auto` issues certificates with the service's own CA. */
export type TlsChoice = 'auto' | TlsFiles;

export type Encryption = {
  /** Null if the certificate comes from files. */
  readonly authority: Authority | null;
  /** This computer's host in links; IPv6 addresses in brackets. */
  readonly linkHost: () => string;
  readonly options: () => KeyPair;
  /** Updates a server with each new certificate. */
  readonly follow: (server: Server) => void;
  readonly stop: () => void;
};

type CertificateOptions = {
  readonly folder: string;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly exposure: Exposure;
  readonly clock: Clock;
  readonly log: Log;
};

/** Source of certificates. `current` returns the same object until the certificate changes. */
type Source = Pick<Encryption, 'authority' | 'linkHost'> & {
  readonly current: () => Promise<KeyPair>;
  readonly trust: (pair: KeyPair) => ServiceTrust;
};

const checkIntervalMs = 60_000;

/**
 * Checks every minute whether the files have changed or the CA must renew the certificate. Throws the errors
 * of `openAuthority` and `readTlsFiles`; later errors are logged.
 */
export async function createEncryption(choice: TlsChoice, wanted: CertificateOptions): Promise<Encryption> {
  const { folder, clock, log } = wanted;
  const source = choice === 'auto' ? await authoritySource(wanted) : fileSource(choice, wanted);
  const servers = new Set<Server>();
  let currentPair = await source.current();
  await writeTrust(folder, source.trust(currentPair));
  let lastFailure = '';
  const checkCertificate = async (): Promise<void> => {
    try {
      const next = await source.current();
      if (next === currentPair) return;
      await writeTrust(folder, source.trust(next));
      currentPair = next;
      for (const server of servers) server.setSecureContext(next);
      log.info('The service uses a new certificate');
    } catch (error) {
      const text = JSON.stringify(toFailure(error));
      if (text !== lastFailure)
        log.warn('Could not use a new certificate; the previous one stays in use', { error });
      lastFailure = text;
    }
  };
  let stopped = false;
  let cancel = (): void => undefined;
  const schedule = (): void => {
    if (!stopped) cancel = clock.after(checkIntervalMs, () => void checkCertificate().finally(schedule));
  };
  schedule();
  return {
    authority: source.authority,
    linkHost: source.linkHost,
    options: () => currentPair,
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

async function authoritySource({
  folder,
  host,
  publicUrl,
  exposure,
  clock,
  log,
}: CertificateOptions): Promise<Source> {
  const label = hostLabel();
  const names = (): ServiceNames => {
    const addresses = exposure.allInterfaces ? ownAddresses().map(({ address }) => address) : [host];
    const computer = label === null ? [] : [label, `${label}.local`];
    const required = [withoutBrackets(exposure.localName), hostOf(publicUrl) ?? 'localhost'];
    const all = ['localhost', '127.0.0.1', '::1', ...addresses, ...computer, ...required];
    return { all: [...new Set(all.map((name) => name.toLowerCase()))], required };
  };
  const authority = await openAuthority({ folder, names: names(), now: clock.now, log });
  return {
    authority,
    linkHost: () => exposure.localName,
    current: () => authority.certificateFor(names()),
    trust: () => ({ certificates: authority.root().toString(), serverName: null }),
  };
}

/** Returns the public host, or else the listen addresses. A certificate must cover at least one. */
export function certificateHosts({
  host,
  publicUrl,
  exposure,
}: Pick<CertificateOptions, 'host' | 'publicUrl' | 'exposure'>): readonly string[] {
  const outer = hostOf(publicUrl);
  return outer === null ? [host, withoutBrackets(exposure.localName)] : [outer];
}

function fileSource(files: TlsFiles, wanted: CertificateOptions): Source {
  const { host, exposure, clock } = wanted;
  const address = withoutBrackets(exposure.localName);
  const hosts = certificateHosts(wanted);
  let cached: { readonly stamp: string; readonly pair: SuppliedCertificate } | null = null;
  const isFor = (name: string): boolean => cached !== null && covers(cached.pair.leaf, name);
  return {
    authority: null,
    linkHost: () => (isFor(address) ? exposure.localName : host),
    current: async () => {
      const stamp = await fileStamp(files);
      if (cached?.stamp !== stamp) cached = { stamp, pair: await readTlsFiles(files, hosts, clock.now()) };
      return cached.pair;
    },
    trust: ({ cert }) => {
      // TLS server names cannot be IP addresses.
      const serverName = isFor(address) ? null : (hosts.find((name) => isIP(name) === 0) ?? null);
      return { certificates: cert, serverName };
    },
  };
}

function hostOf(publicUrl: string | undefined): string | null {
  return publicUrl === undefined ? null : withoutBrackets(URL.parse(publicUrl)?.hostname ?? '') || null;
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
