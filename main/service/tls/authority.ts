import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { fileError, writeAtomically } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { certificatesIn, commonName, covers, dateOf, isIssuedBy, isKeyOf, namesOf } from './certificates.ts';
import type { KeyPair, SigningPair } from './issue.ts';

export type Authority = {
  /** Returns the root certificate, which `certificateFor` replaces if it expires or cannot sign a name. */
  root(): X509Certificate;
  /** Returns a certificate for the names. Returns the same object as long as it is valid for them. */
  certificateFor(names: ServiceNames): Promise<KeyPair>;
};

export type ServiceNames = {
  readonly all: readonly string[];
  /** Names in links. The certificate omits other names if the authority may not sign them. */
  readonly required: readonly string[];
};

type Options = {
  readonly folder: string;
  readonly names: ServiceNames;
  readonly now: () => number;
  readonly log: Log;
};

const day = 86_400_000;
/** Tolerates phones whose clock is behind. */
const backdateMs = day;
/** Lifetime of root and intermediate. The root's key is discarded, so it cannot sign a new intermediate. */
const authorityDays = 730;
/** Apple devices accept up to 825 days from a user-installed authority, and 398 days from others. */
const certificateDays = 397;
const renewBeforeMs = 30 * day;

/**
 * Opens or creates the authority. `certificateFor` replaces it 30 days before it expires, or if it may not
 * sign a required name. Throws `service/authority` if it is damaged, and coded file errors.
 */
export async function openAuthority({ folder, names, now, log }: Options): Promise<Authority> {
  let signing = (await readSigningPair(folder, now())) ?? (await createSigningPair(folder, names, now()));
  let root = new X509Certificate(signing.root);
  await publishRoot(folder, signing.root);
  let current = await readCertificate(folder);
  let issuedFor: readonly string[] | null = null;
  const expiresSoon = (): boolean => root.validToDate.getTime() - now() <= renewBeforeMs;
  const replaceAuthority = async (requested: ServiceNames): Promise<void> => {
    signing = await createSigningPair(folder, requested, now());
    root = new X509Certificate(signing.root);
    await publishRoot(folder, signing.root);
    log.warn('Created a certificate authority; phones must install it', { folder });
  };
  return {
    root: () => root,
    certificateFor: async (wanted) => {
      const isFor = (cert: string): boolean =>
        issuedFor?.join() === wanted.all.join() || coversExactly(cert, wanted.all);
      if (!expiresSoon() && current !== null && isUsable(current, signing, now()) && isFor(current.cert))
        return current;
      const { issueCertificate, permittedNames } = await import('./issue.ts');
      const isPermitted = permittedNames(signing.cert, wanted.required).length === wanted.required.length;
      if (expiresSoon() || !isPermitted) await replaceAuthority(wanted);
      const from = now() - backdateMs;
      const until = Math.min(from + certificateDays * day, root.validToDate.getTime());
      const issued = await issueCertificate(signing, permittedNames(signing.cert, wanted.all), {
        from,
        until,
      });
      await writeAtomically(join(folder, 'certificate.key'), issued.key);
      await writeAtomically(join(folder, 'certificate.pem'), issued.cert);
      [current, issuedFor] = [issued, wanted.all];
      return issued;
    },
  };
}

const signingFile = 'intermediate.pem';
const rootFile = 'authority.pem';

/** Returns null if there is no pair, or if it expires within 30 days. */
async function readSigningPair(folder: string, now: number): Promise<SigningPair | null> {
  const damaged = (problem: Message, cause?: unknown): Error =>
    serviceErrors.authority({ folder, problem }, { cause });
  const text = await readText(join(folder, signingFile));
  if (text === null) {
    if ((await readText(join(folder, rootFile))) === null) return null;
    throw damaged(messageOf('problem/keyMissing'));
  }
  let certificates: readonly X509Certificate[];
  try {
    certificates = certificatesIn(text);
    createPrivateKey(text);
  } catch (cause) {
    throw damaged(messageOf('problem/pemDamaged'), cause);
  }
  const [intermediate, root] = certificates;
  if (intermediate === undefined || root === undefined) throw damaged(messageOf('problem/pemDamaged'));
  if (!isKeyOf(intermediate, text)) throw damaged(messageOf('problem/keyOther'));
  if (!isIssuedBy(intermediate, root))
    throw damaged(messageOf('problem/chainBroken', { name: commonName(root) }));
  if (root.validFromDate.getTime() > now)
    throw damaged(messageOf('problem/certificateEarly', { date: dateOf(root.validFromDate) }));
  if (root.validToDate.getTime() - now <= renewBeforeMs) return null;
  return { root: root.toString(), cert: intermediate.toString(), key: text };
}

/** Writes key and certificates to one file, so that a crash cannot leave a mismatched pair. */
async function createSigningPair(folder: string, { all }: ServiceNames, now: number): Promise<SigningPair> {
  const { issueAuthority } = await import('./issue.ts');
  const from = now - backdateMs;
  const validity = { from, until: from + authorityDays * day };
  const signing = await issueAuthority(`Slipway on ${hostLabel() ?? 'this computer'}`, all, validity);
  await writeAtomically(join(folder, signingFile), signing.key + signing.cert + signing.root);
  return signing;
}

/** Writes the root to a file without a key, so that the file can be shared. */
async function publishRoot(folder: string, root: string): Promise<void> {
  const path = join(folder, rootFile);
  if ((await readText(path)) !== root) await writeAtomically(path, root);
}

/** Returns the first label of the host name, as in `NAME.local`; null if invalid. */
export function hostLabel(name = hostname()): string | null {
  return /^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?(?=\.|$)/i.exec(name)?.[0].toLowerCase() ?? null;
}

/** Returns null if the certificate or its key is missing. */
async function readCertificate(folder: string): Promise<KeyPair | null> {
  const [cert, key] = [
    await readText(join(folder, 'certificate.pem')),
    await readText(join(folder, 'certificate.key')),
  ];
  return cert === null || key === null ? null : { cert, key };
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path);
  }
}

function isUsable(pair: KeyPair, signing: KeyPair, now: number): boolean {
  try {
    const certificate = new X509Certificate(pair.cert);
    return (
      isKeyOf(certificate, pair.key) &&
      isIssuedBy(certificate, new X509Certificate(signing.cert)) &&
      certificate.validFromDate.getTime() <= now &&
      certificate.validToDate.getTime() - now > renewBeforeMs
    );
  } catch {
    return false;
  }
}

function coversExactly(cert: string, names: readonly string[]): boolean {
  const certificate = new X509Certificate(cert);
  return namesOf(certificate).length === names.length && names.every((name) => covers(certificate, name));
}
