import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { type Certificate, certificateIn } from '../../fakes/certificate.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import type { Handle } from './api-world.ts';

const run = promisify(execFile);

/** As `certificateIn`, in a folder that is removed after the test. */
export async function makeCertificate(names: string): Promise<Certificate & { readonly authority: string }> {
  return certificateIn(await temporaryFolder(), names);
}

export async function makeSelfSigned(): Promise<Certificate> {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
  ]);
  return { key: await readFile(key), cert: await readFile(cert) };
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
