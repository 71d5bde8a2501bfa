import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { fileError, writeWhole } from '../../base/files/files.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { commonName, covers, dateOf, isKeyOf } from './certificates.ts';
import type { KeyPair } from './issue.ts';

/** The service's own certificate authority, which phones have to be told to trust. */
export type Authority = {
  readonly name: string;
  readonly certificate: X509Certificate;
  /** Signed by it and valid for these host names and addresses; the same as long as it fits. */
  certificateFor(names: readonly string[]): Promise<KeyPair>;
};

const day = 86_400_000;
/** Phones whose clock is behind accept it, too. */
const backdated = day;
const authorityDays = 3_650;
/** Apple's devices accept up to 825 days from an authority of one's own, and 398 from others. */
const certificateDays = 397;
const renewedBefore = 30 * day;

/**
 * The authority kept in a folder, made at the first time and again when it is about to expire. Throws
 * `service/authority` for one that cannot be used, and coded file errors.
 */
export async function openAuthority(folder: string, now: () => number): Promise<Authority> {
  const kept = await readAuthority(folder, now());
  const pair = kept ?? (await makeAuthority(folder, now()));
  const certificate = new X509Certificate(pair.cert);
  let current: KeyPair | null = await readPair(folder, 'certificate').catch(() => null);
  return {
    name: commonName(certificate),
    certificate,
    certificateFor: async (names) => {
      if (current === null || !fits(current, certificate, names, now())) {
        const { issueCertificate } = await import('./issue.ts');
        const until = now() - backdated + certificateDays * day;
        current = await issueCertificate(pair, names, {
          from: now() - backdated,
          until: Math.min(until, certificate.validToDate.getTime()),
        });
        await writePair(folder, 'certificate', current);
      }
      return current;
    },
  };
}

/** Null when there is none, or only for a short time any more. */
async function readAuthority(folder: string, now: number): Promise<KeyPair | null> {
  const pair = await readPair(folder, 'authority');
  if (pair === null) return null;
  const refuse = (
    problem: Parameters<typeof serviceErrors.authority>[0]['problem'],
    cause?: unknown,
  ): Error => serviceErrors.authority({ folder, problem }, { cause });
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pair.cert);
    createPrivateKey(pair.key);
  } catch (cause) {
    throw refuse(messageOf('problem/pemDamaged'), cause);
  }
  if (!isKeyOf(certificate, pair.key)) throw refuse(messageOf('problem/keyOther'));
  if (certificate.validFromDate.getTime() > now)
    throw refuse(messageOf('problem/certificateEarly', { date: dateOf(certificate.validFromDate) }));
  return certificate.validToDate.getTime() - now > renewedBefore ? pair : null;
}

async function makeAuthority(folder: string, now: number): Promise<KeyPair> {
  const { issueAuthority } = await import('./issue.ts');
  const from = now - backdated;
  const made = await issueAuthority(`Slipway on ${hostLabel() ?? 'this computer'}`, {
    from,
    until: from + authorityDays * day,
  });
  await writePair(folder, 'authority', made);
  return made;
}

/** The name of this computer as it stands in front of `.local`; null when it is none. */
export function hostLabel(name = hostname()): string | null {
  return /^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?(?=\.|$)/i.exec(name)?.[0].toLowerCase() ?? null;
}

/** A certificate is there once its key is: one without a key was lost, a key alone was never used. */
async function readPair(folder: string, name: 'authority' | 'certificate'): Promise<KeyPair | null> {
  const read = async (ending: string): Promise<string | null> => {
    const path = join(folder, `${name}.${ending}`);
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw fileError(error, path);
    }
  };
  const [cert, key] = [await read('pem'), await read('key')];
  if (cert === null) return null;
  if (key === null) throw serviceErrors.authority({ folder, problem: messageOf('problem/keyMissing') });
  return { cert, key };
}

async function writePair(folder: string, name: 'authority' | 'certificate', pair: KeyPair): Promise<void> {
  await writeWhole(join(folder, `${name}.key`), pair.key);
  await writeWhole(join(folder, `${name}.pem`), pair.cert);
}

function fits(pair: KeyPair, authority: X509Certificate, names: readonly string[], now: number): boolean {
  try {
    const certificate = new X509Certificate(pair.cert);
    return (
      isKeyOf(certificate, pair.key) &&
      certificate.verify(authority.publicKey) &&
      certificate.validFromDate.getTime() <= now &&
      certificate.validToDate.getTime() - now > renewedBefore &&
      certificate.subjectAltName?.split(', ').length === names.length &&
      names.every((name) => covers(certificate, name))
    );
  } catch {
    return false;
  }
}
