import { isIP } from 'node:net';
import { connect, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { certificateReasons } from '../../base/connection-reasons.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { dateOf, issuerOf } from '../../service/tls/certificates.ts';

export type ServedCertificate = {
  /** `public`: trusted by any phone. `own`: trusted by phones that trust the service's own authority. */
  readonly trusted: 'public' | 'own' | null;
  readonly problem: Message | null;
  readonly issuer: string;
  /** UTC date, such as `2026-11-21`. */
  readonly until: string;
};

type Handshake = Pick<ServedCertificate, 'issuer' | 'until'> & { readonly error: string | null };

const timeoutMs = 20_000;

/** Returns the certificate that a server presents; null without TLS. `own`: PEM trusted for this service. */
export async function servedCertificate(url: URL, own: string | null): Promise<ServedCertificate | null> {
  const first = await handshake(url, createSecureContext({ ca: rootCertificates.join('\n') }));
  if (first === null) return null;
  const { issuer, until } = first;
  if (first.error === null) return { trusted: 'public', problem: null, issuer, until };
  const second =
    own === null
      ? first
      : ((await handshake(url, createSecureContext({ ca: own, allowPartialTrustChain: true }))) ?? first);
  if (second.error === null) return { trusted: 'own', problem: null, issuer, until };
  const code = second.error;
  const problem = certificateReasons[code] ?? messageOf('network/tls', { code });
  return { trusted: null, problem, issuer, until };
}

function handshake({ hostname, port }: URL, secureContext: SecureContext): Promise<Handshake | null> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port || '443'), secureContext, rejectUnauthorized: false, timeout: timeoutMs },
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const end = (result: Handshake | null): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('error', () => end(null));
    socket.once('timeout', () => end(null));
    socket.once('secureConnect', () => {
      const leaf = socket.getPeerX509Certificate();
      if (!leaf) return end(null);
      // The type is Error, but Node sets this property to the error code.
      const error = socket.authorized ? null : String(socket.authorizationError);
      end({ error, issuer: issuerOf(leaf), until: dateOf(leaf.validToDate) });
    });
  });
}
