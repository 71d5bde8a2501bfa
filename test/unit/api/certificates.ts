import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import type { Handle } from './api-world.ts';

const run = promisify(execFile);

export type Certificate = { readonly key: Buffer; readonly cert: Buffer };

/** An authority nobody trusts yet, and a certificate of it for `names` (`DNS:service.example,IP:127.0.0.1`). */
export async function makeCertificate(names: string): Promise<Certificate & { readonly authority: string }> {
  const folder = await temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await run('openssl', [
    ...['req', '-x509', ...key, '-days', '2', '-subj', '/CN=Test authority'],
    ...['-keyout', at('ca.key'), '-out', at('ca.pem')],
  ]);
  await run('openssl', [
    ...['req', ...key, '-subj', '/CN=Test service', '-keyout', at('key.pem'), '-out', at('request.pem')],
  ]);
  await writeFile(at('names'), `subjectAltName=${names}\n`);
  await run('openssl', [
    ...['x509', '-req', '-in', at('request.pem'), '-CA', at('ca.pem'), '-CAkey', at('ca.key')],
    ...['-CAcreateserial', '-days', '2', '-extfile', at('names'), '-out', at('cert.pem')],
  ]);
  return {
    key: await readFile(at('key.pem')),
    cert: await readFile(at('cert.pem')),
    authority: await readFile(at('ca.pem'), 'utf8'),
  };
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
