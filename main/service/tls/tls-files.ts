import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileError } from '../../base/files/files.ts';
import { decodeText } from '../../base/formats/unicode-text.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { certificatesIn, commonName, covers, dateOf, isIssuedBy, isKeyOf, namesOf } from './certificates.ts';
import type { KeyPair } from './issue.ts';

/** Paths of a supplied certificate with its chain, and of its private key; both PEM. */
export type TlsFiles = { readonly certificate: string; readonly key: string };

/** `leaf` is the server certificate, the first in the file. */
export type SuppliedCertificate = KeyPair & { readonly leaf: X509Certificate };

/** Throws `service/certificate`, also if no host is covered, and coded file errors. */
export async function readTlsFiles(
  { certificate, key }: TlsFiles,
  hosts: readonly string[],
  now: number,
): Promise<SuppliedCertificate> {
  const refuse: Refuse = (path, problem, cause) => serviceErrors.certificate({ path, problem }, { cause });
  const [cert, keyText] = [await readText(certificate), await readText(key)];
  const leaf = readChain(cert, (problem, cause) => refuse(certificate, problem, cause));
  try {
    createPrivateKey(keyText);
  } catch (cause) {
    const isLocked = /ENCRYPTED/.test(keyText);
    throw refuse(key, messageOf(isLocked ? 'problem/keyLocked' : 'problem/noKey'), cause);
  }
  if (!isKeyOf(leaf, keyText)) throw refuse(key, messageOf('problem/keyOther'));
  const problem = validityProblem(leaf, now) ?? nameProblem(leaf, hosts);
  if (problem) throw refuse(certificate, problem);
  return { cert, key: keyText, leaf };
}

type Refuse = (path: string, problem: Message, cause?: unknown) => Error;

/** Requires that each certificate after the first issued an earlier one. A chain may have several roots. */
function readChain(cert: string, refuse: (problem: Message, cause?: unknown) => Error): X509Certificate {
  if (!cert.includes('-----BEGIN CERTIFICATE-----')) throw refuse(messageOf('problem/noPem'));
  let chain: readonly X509Certificate[];
  let leaf: X509Certificate;
  try {
    leaf = new X509Certificate(cert);
    chain = certificatesIn(cert);
  } catch (cause) {
    throw refuse(messageOf('problem/pemDamaged'), cause);
  }
  const unrelated = chain.find(
    (each, index) => index > 0 && !chain.slice(0, index).some((before) => isIssuedBy(before, each)),
  );
  if (unrelated) throw refuse(messageOf('problem/chainBroken', { name: commonName(unrelated) }));
  return leaf;
}

function validityProblem(
  { validFromDate: from, validToDate: until }: X509Certificate,
  now: number,
): Message | null {
  if (from.getTime() > now) return messageOf('problem/certificateEarly', { date: dateOf(from) });
  return until.getTime() > now ? null : messageOf('problem/certificateEnded', { date: dateOf(until) });
}

function nameProblem(leaf: X509Certificate, hosts: readonly string[]): Message | null {
  if (hosts.some((host) => covers(leaf, host))) return null;
  const names = namesOf(leaf).join(', ') || leaf.subject;
  return messageOf('problem/certificateNames', { names, host: hosts[0] ?? '' });
}

async function readText(path: string): Promise<string> {
  try {
    return decodeText(await readFile(path)).text;
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Returns a fingerprint that changes if either file changes. Throws coded file errors. */
export async function fileStamp({ certificate, key }: TlsFiles): Promise<string> {
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
