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

/** As `certificateIn`, in a folder that is removed after the test. */
export async function makeCertificate(names: string): Promise<MadeCertificate> {
  return certificateIn(await temporaryFolder(), names);
}

export function makeSelfSigned(): Promise<Certificate> {
  return selfSigned('localhost', 'IP:127.0.0.1');
}

/** A real HTTPS server on loopback that ends with the test; its port. */
export async function secureServerOf(certificate: Certificate, handle: Handle): Promise<number> {
  const server: Server = createServer(
    { key: certificate.key, cert: certificate.cert },
    (request, response) => {
      Promise.resolve(handle(request, response)).catch(() => response.destroy());
    },
  );
  // A client that refuses the certificate breaks the handshake; that is what these tests want.
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
