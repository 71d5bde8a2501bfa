/** Certificates of an untrusted authority. */
import 'reflect-metadata/lite';
import { KeyObject, type webcrypto } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  type Extension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export type Certificate = { readonly key: Buffer; readonly cert: Buffer };

/** Subject of a certificate, with its keys. */
export type Holder = { readonly name: string; readonly keys: webcrypto.CryptoKeyPair };

export type MadeCertificate = Certificate & { readonly authority: string; readonly issuer: Holder };

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;

/** Creates PEM files of an authority and a certificate. `names`: `DNS:service.example,IP:127.0.0.1`. */
export async function certificateIn(folder: string, names: string): Promise<MadeCertificate> {
  const [issuer, holder] = [await newHolder('Test authority'), await newHolder('Test service')];
  const authority = await authorityCertificate(issuer, issuer);
  const cert = Buffer.from(await issue(holder, issuer, [namesOf(names)]));
  const key = privateKeyOf(holder);
  await Promise.all(
    Object.entries({
      'ca.pem': authority,
      'ca.key': privateKeyOf(issuer),
      'cert.pem': cert,
      'key.pem': key,
    }).map(([name, text]) => writeFile(join(folder, name), text)),
  );
  return { key, cert, authority, issuer };
}

export async function selfSigned(name: string, names: string): Promise<Certificate> {
  const holder = await newHolder(name);
  const cert = await issue(holder, holder, [new BasicConstraintsExtension(true), namesOf(names)]);
  return { key: privateKeyOf(holder), cert: Buffer.from(cert) };
}

export async function newHolder(name: string): Promise<Holder> {
  return { name, keys: await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) };
}

/** Creates the PEM certificate of an authority, signed by `by`. */
export function authorityCertificate(holder: Holder, by: Holder): Promise<string> {
  return issue(holder, by, [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ]);
}

async function issue(holder: Holder, by: Holder, extensions: readonly Extension[]): Promise<string> {
  const made = await X509CertificateGenerator.create({
    subject: [{ CN: [holder.name] }],
    issuer: [{ CN: [by.name] }],
    notBefore: new Date(),
    notAfter: new Date(Date.now() + 2 * day),
    signingKey: forLibrary(by.keys.privateKey),
    publicKey: forLibrary(holder.keys.publicKey),
    signingAlgorithm: algorithm,
    extensions: [
      ...extensions,
      await SubjectKeyIdentifierExtension.create(forLibrary(holder.keys.publicKey)),
      await AuthorityKeyIdentifierExtension.create(forLibrary(by.keys.publicKey)),
    ],
  });
  return `${made.toString('pem')}\n`;
}

function namesOf(names: string): Extension {
  return new SubjectAlternativeNameExtension(
    names.split(',').map((name): JsonGeneralName => {
      const colon = name.indexOf(':');
      return { type: name.startsWith('IP:') ? 'ip' : 'dns', value: name.slice(colon + 1) };
    }),
  );
}

function privateKeyOf({ keys }: Holder): Buffer {
  return Buffer.from(KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }));
}

/** Casts a key: the library expects the key type of browsers, which is compatible. */
function forLibrary(key: webcrypto.CryptoKey): never {
  return key as never;
}
