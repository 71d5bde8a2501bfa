import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { systemCode } from '../base/errors.ts';
import type { Log } from '../base/log/log.ts';
import { serviceErrors } from './errors.ts';
import { type Exposure, exposureOf } from './exposure.ts';
import type { AuthorityView } from './service-view.ts';
import { serveAuthorityPage } from './tls/authority-page.ts';
import { commonName, fingerprintOf } from './tls/certificates.ts';
import { createEncryption, type Encryption, type TlsChoice } from './tls/encryption.ts';

const loopback = '127.0.0.1';

export type EncryptionOptions = {
  /** Defaults to null: connections are not encrypted. */
  readonly tls?: TlsChoice | null;
  /** Port of the page that installs the `auto` authority on phones. Defaults to 0, any free port. */
  readonly authorityPort?: number;
};

export type ListenOptions = {
  /** Defaults to 127.0.0.1. Any address that is not a loopback address is reachable from other computers. */
  readonly host?: string;
  /** Defaults to 0, any free port. */
  readonly port?: number;
  /** Base address in links, for example the address of a TLS proxy. Required for `0.0.0.0` and `::`. */
  readonly publicUrl?: string;
  readonly clock: Clock;
  readonly log: Log;
};

/** Certificates are stored in `dataDir`. TLS is not available without it. */
type Options = ListenOptions & EncryptionOptions & { readonly dataDir?: string };

/** Warns about unencrypted exposure. Throws `service/noHost`, `service/publicUrl`. */
export async function checkExposure(options: Options): Promise<Exposure> {
  const { host = loopback, publicUrl, log } = options;
  const exposure = await exposureOf(host);
  if (exposure.allInterfaces && publicUrl === undefined) throw serviceErrors.publicUrl({ host });
  if (exposure.exposed && !options.tls) {
    log.warn(
      'The service can be reached by other computers and its connections are not encrypted. Choose TLS, or put a TLS proxy in front of it.',
      { host },
    );
  }
  return exposure;
}

/** Returns null without TLS. Throws `service/certificate`, `service/authority` and coded file errors. */
export async function encryptionFor(options: Options, exposure: Exposure): Promise<Encryption | null> {
  const { dataDir, tls, host = loopback, publicUrl, clock, log } = options;
  if (dataDir === undefined || !tls) return null;
  return createEncryption(tls, { folder: join(dataDir, 'tls'), host, publicUrl, exposure, clock, log });
}

/** Starts listening. Returns the address for this computer and that for links. Throws `service/listen`. */
export async function listen(
  server: FastifyInstance,
  { host = loopback, port = 0 }: Options,
  { localName }: Exposure,
  encryption: Encryption | null,
): Promise<{ readonly localUrl: string; readonly linkUrl: string }> {
  const bound = await new Promise<number>((resolve, reject) => {
    server.listen({ host, port }, (error) => {
      const at = server.server.address();
      if (error === null) return resolve(typeof at === 'object' && at ? at.port : port);
      const reason = systemCode(error) ?? error.message;
      reject(serviceErrors.listen({ host, port, reason }, { cause: error, field: 'host' }));
    });
  });
  const at = (name: string): string => `${encryption ? 'https' : 'http'}://${name}:${bound}`;
  return { localUrl: at(localName), linkUrl: at(encryption?.linkHost() ?? localName) };
}

export type ServedAuthority = { view(): AuthorityView; stop(): Promise<void> };

/** Serves the page that installs the authority; returns null if there is none. Throws `service/listen`. */
export async function serveAuthority(
  { host = loopback, authorityPort = 0 }: Options,
  { authority }: Encryption,
  { localName, allInterfaces }: Exposure,
  serviceUrl: string,
): Promise<ServedAuthority | null> {
  if (authority === null) return null;
  const linkHost = allInterfaces ? new URL(serviceUrl).hostname : localName;
  const { url, stop } = await serveAuthorityPage({
    ...{ authority, host, linkHost, serviceUrl },
    port: authorityPort,
  });
  const view = (): AuthorityView => {
    const root = authority.root();
    return { name: commonName(root), fingerprint: fingerprintOf(root), page: url };
  };
  return { view, stop };
}
