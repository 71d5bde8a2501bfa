import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileError } from '../../base/files/files.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { covers, dateOf, isKeyOf, namesOf } from './certificates.ts';
import type { KeyPair } from './issue.ts';

/** Paths of a certificate of one's own, followed by those that lead to its authority, and of its private key; both PEM. */
export type TlsFiles = { readonly certificate: string; readonly key: string };

/** `leaf` is what the service shows, the first of its file. */
export type OwnCertificate = KeyPair & { readonly leaf: X509Certificate };

/**
 * Reads and checks a certificate for one of `hosts`. Throws `service/certificate`, which says in words what is wrong
 * with which file, and coded file errors.
 */
export async function readTlsFiles(
  { certificate, key }: TlsFiles,
  hosts: readonly string[],
  now: number,
): Promise<OwnCertificate> {
  const refuse = (path: string, problem: Message, cause?: unknown): Error =>
    serviceErrors.certificate({ path, problem }, { cause });
  const [cert, keyText] = [await readText(certificate), await readText(key)];
  if (!cert.includes('-----BEGIN CERTIFICATE-----')) throw refuse(certificate, messageOf('problem/noPem'));
  let leaf: X509Certificate;
  try {
    leaf = new X509Certificate(cert);
  } catch (cause) {
    throw refuse(certificate, messageOf('problem/pemDamaged'), cause);
  }
  try {
    createPrivateKey(keyText);
  } catch (cause) {
    const isLocked = /ENCRYPTED/.test(keyText);
    throw refuse(key, messageOf(isLocked ? 'problem/keyLocked' : 'problem/noKey'), cause);
  }
  if (!isKeyOf(leaf, keyText)) throw refuse(key, messageOf('problem/keyOther'));
  const [from, until] = [leaf.validFromDate, leaf.validToDate];
  if (from.getTime() > now)
    throw refuse(certificate, messageOf('problem/certificateEarly', { date: dateOf(from) }));
  if (until.getTime() <= now)
    throw refuse(certificate, messageOf('problem/certificateEnded', { date: dateOf(until) }));
  if (!hosts.some((host) => covers(leaf, host))) {
    const names = namesOf(leaf).join(', ') || leaf.subject;
    throw refuse(certificate, messageOf('problem/certificateNames', { names, host: hosts[0] ?? '' }));
  }
  return { cert, key: keyText, leaf };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Another text whenever one of the files is another one. Throws coded file errors. */
export async function stampOf({ certificate, key }: TlsFiles): Promise<string> {
  const stamps = [];
  for (const path of [certificate, key]) {
    try {
      const { ino, size, mtimeMs, ctimeMs } = await stat(path);
      stamps.push(ino, size, mtimeMs, ctimeMs);
    } catch (error) {
      throw fileError(error, path);
    }
  }
  return stamps.join(' ');
}
