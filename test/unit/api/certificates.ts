import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type Certificate,
  certificateIn,
  type MadeCertificate,
  selfSigned,
} from '../../fakes/certificate.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import type { Handle } from './api-world.ts';

/** Creates a certificate as `certificateIn` does, in a folder that is removed after the test. */
export async function makeCertificate(names: string): Promise<MadeCertificate> {
  return certificateIn(await temporaryFolder(), names);
}

export function makeSelfSigned(): Promise<Certificate> {
  return selfSigned('localhost', 'IP:127.0.0.1');
}

/** Starts an HTTPS server on loopback, closes it after the test, and returns its port. */
export async function secureServerOf(certificate: Certificate, handle: Handle): Promise<number> {
  const server: Server = createServer(
    { key: certificate.key, cert: certificate.cert },
    (request, response) => {
      Promise.resolve(handle(request, response)).catch(() => response.destroy());
    },
  );
  // Ignores handshake errors, because these tests expect clients to abort.
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
