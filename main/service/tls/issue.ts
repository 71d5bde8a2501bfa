/** Issues certificates. Import it dynamically, because it loads a large library. */
import 'reflect-metadata/lite';
import { createPrivateKey, KeyObject, type webcrypto } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM. */
export type KeyPair = { readonly cert: string; readonly key: string };

/** Milliseconds since 1970 UTC. */
export type Validity = { readonly from: number; readonly until: number };

/** Supported by all phones. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Private, link-local and loopback networks, whose addresses are never public. */
const privateSubnets = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'],
  ...['fc00::/7', 'fe80::/10', '::1/128'],
];

/** Intermediate that signs server certificates, and its root, whose private key no longer exists. */
export type SigningPair = KeyPair & { readonly root: string };

/**
 * Creates a root, and an intermediate that may sign only for `names` and private networks. Constraints are in
 * the intermediate, because phones ignore them in a user-installed root. The root's key is discarded, so that
 * it cannot sign another intermediate.
 */
export async function issueAuthority(
  name: string,
  names: readonly string[],
  validity: Validity,
): Promise<SigningPair> {
  const rootKeys = await generateKeys({ extractable: false });
  const usages = new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true);
  const root = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }, { O: ['Slipway'] }],
    ...toDates(validity),
    keys: forLibrary(rootKeys),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      usages,
      await SubjectKeyIdentifierExtension.create(forLibrary(rootKeys.publicKey)),
    ],
  });
  const keys = await generateKeys();
  const intermediate = await X509CertificateGenerator.create({
    issuer: root.subjectName,
    subject: [{ CN: [`${name} (servers)`] }, { O: ['Slipway'] }],
    ...toDates(validity),
    signingKey: forLibrary(rootKeys.privateKey),
    publicKey: forLibrary(keys.publicKey),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      usages,
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      nameConstraints(names),
      await SubjectKeyIdentifierExtension.create(forLibrary(keys.publicKey)),
      await AuthorityKeyIdentifierExtension.create(root),
    ],
  });
  return { root: pem(root), cert: pem(intermediate), key: exportKey(keys) };
}

function nameConstraints(names: readonly string[]): Extension {
  const bits = { 4: 32, 6: 128 } as const;
  const subtrees = [
    ...privateSubnets.map((iPAddress) => new GeneralName({ iPAddress })),
    ...names.map((name) => {
      const family = isIP(name) as 0 | 4 | 6;
      return new GeneralName(family === 0 ? { dNSName: name } : { iPAddress: `${name}/${bits[family]}` });
    }),
  ].map((base) => new GeneralSubtree({ base }));
  const permittedSubtrees = new GeneralSubtrees(subtrees);
  const value = AsnConvert.serialize(new NameConstraints({ permittedSubtrees }));
  return new Extension(id_ce_nameConstraints, true, value);
}

export function permittedNames(intermediate: string, names: readonly string[]): readonly string[] {
  const extension = new X509Certificate(intermediate).getExtension(id_ce_nameConstraints);
  const { permittedSubtrees = [] } = extension ? AsnConvert.parse(extension.value, NameConstraints) : {};
  const subnets = new BlockList();
  for (const { base } of permittedSubtrees) {
    const [address = '', prefix = ''] = base.iPAddress?.split('/') ?? [];
    if (prefix !== '') subnets.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  const domains = permittedSubtrees.flatMap(({ base: { dNSName } }) => (dNSName ? [dNSName] : []));
  return names.filter((name) => {
    const family = isIP(name);
    if (family !== 0) return subnets.check(name, family === 6 ? 'ipv6' : 'ipv4');
    return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
  });
}

/** Issues a server certificate for host names and IP addresses. `cert` also contains the intermediate. */
export async function issueCertificate(
  intermediate: KeyPair,
  names: readonly string[],
  validity: Validity,
): Promise<KeyPair> {
  const issuer = new X509Certificate(intermediate.cert);
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    issuer: issuer.subjectName,
    subject: [{ CN: ['Slipway'] }],
    ...toDates(validity),
    signingKey: forLibrary(createPrivateKey(intermediate.key).toCryptoKey(algorithm, false, ['sign'])),
    publicKey: forLibrary(keys.publicKey),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await SubjectKeyIdentifierExtension.create(forLibrary(keys.publicKey)),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { cert: pem(certificate) + pem(issuer), key: exportKey(keys) };
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

function generateKeys({ extractable } = { extractable: true }): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, extractable, ['sign', 'verify']);
}

/** Casts to the DOM key types that the library declares, which are identical. */
function forLibrary(keys: webcrypto.CryptoKey | webcrypto.CryptoKeyPair): never {
  return keys as never;
}

function exportKey({ privateKey }: webcrypto.CryptoKeyPair): string {
  return KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
}

function toDates({ from, until }: Validity): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(from), notAfter: new Date(until) };
}
