import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Certificate = { readonly key: Buffer; readonly cert: Buffer };

/** An authority nobody trusts yet, and a certificate of it for `names` (`DNS:service.example,IP:127.0.0.1`). */
export async function certificateIn(
  folder: string,
  names: string,
): Promise<Certificate & { readonly authority: string }> {
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
