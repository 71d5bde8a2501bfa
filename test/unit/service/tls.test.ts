import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lanAddresses, ownAddresses } from '../../../main/service/reach.ts';
import { hostLabel, openAuthority } from '../../../main/service/tls/authority.ts';
import { covers, fingerprintOf } from '../../../main/service/tls/certificates.ts';
import { readTlsFiles } from '../../../main/service/tls/tls-files.ts';
import { canRun, run } from '../../contract/outside/outside-program.ts';
import { authorityCertificate, certificateIn, newHolder } from '../../fakes/certificate.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { asOrdinaryUser } from '../../fakes/ordinary-user.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const day = 86_400_000;
const names = ['localhost', '127.0.0.1', '::1', '192.168.1.20', 'desk.local'];

test('an authority is made once, for ten years, and its keys are its owner’s alone', async () => {
  const folder = join(await temporaryFolder(), 'tls');
  const clock = createFakeClock(Date.now());
  const first = await openAuthority(folder, clock.now);
  const { cert } = await first.certificateFor(names);
  for (const name of ['authority.key', 'certificate.key']) {
    if (hasModes) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  expect(first.certificate.ca).toBe(true);
  expect((first.certificate.validToDate.getTime() - clock.now()) / day).toBeCloseTo(3_649, 0);
  expect(fingerprintOf(first.certificate)).toMatch(/^([0-9A-F]{4} ){15}[0-9A-F]{4}$/);

  const again = await openAuthority(folder, clock.now);
  expect(again.certificate.fingerprint256).toBe(first.certificate.fingerprint256);
  expect((await again.certificateFor(names)).cert).toBe(cert);
});

test('a certificate is what Apple’s devices ask for', async () => {
  const folder = await temporaryFolder();
  const authority = await openAuthority(folder, Date.now);
  const { cert } = await authority.certificateFor(names);
  const leaf = new X509Certificate(cert);
  expect(names.filter((name) => !covers(leaf, name))).toEqual([]);
  expect(covers(leaf, '192.168.1.21')).toBe(false);
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBeLessThanOrEqual(397 * day);
});

test.runIf(canRun('openssl', ['version']))('a second program agrees', async () => {
  const folder = await temporaryFolder();
  await (await openAuthority(folder, Date.now)).certificateFor(names);
  const at = (name: string): string => join(folder, name);
  const verified = await run('openssl', [
    ...['verify', '-x509_strict', '-purpose', 'sslserver', '-verify_ip', '192.168.1.20'],
    ...['-CAfile', at('authority.pem'), at('certificate.pem')],
  ]);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
});

test('a certificate is made anew for other names and thirty days before it ends', async () => {
  const folder = await temporaryFolder();
  const clock = createFakeClock(Date.now());
  const authority = await openAuthority(folder, clock.now);
  const first = await authority.certificateFor(names);
  const others = [...names.slice(0, 3), '10.0.0.7', 'desk.local'];
  const second = await authority.certificateFor(others);
  expect(covers(new X509Certificate(second.cert), '192.168.1.20')).toBe(false);
  expect(second.cert).not.toBe(first.cert);
  clock.setNow(clock.now() + 365 * day);
  expect(await authority.certificateFor(others)).toBe(second);
  clock.setNow(clock.now() + 2 * day);
  const third = await authority.certificateFor(others);
  expect(third).not.toBe(second);
  clock.setNow(clock.now() + 3_600 * day);
  const next = await openAuthority(folder, clock.now);
  expect(next.certificate.fingerprint256).not.toBe(authority.certificate.fingerprint256);
});

test('a damaged certificate is made anew; a damaged authority is not, since phones know it', async () => {
  const folder = await temporaryFolder();
  const open = () => openAuthority(folder, Date.now);
  const at = (name: string): string => join(folder, name);
  const first = await (await open()).certificateFor(names);
  await writeFile(at('certificate.pem'), 'nothing');
  expect((await (await open()).certificateFor(names)).cert).not.toBe(first.cert);

  const other = await temporaryFolder();
  await openAuthority(other, Date.now);
  const kept = await readFile(at('authority.key'));
  const refused = (text: string) => ({
    code: 'service/authority',
    message: expect.stringContaining(text),
  });
  await cp(join(other, 'authority.key'), at('authority.key'));
  await expect(open()).rejects.toMatchObject(refused('does not belong to the certificate'));
  await writeFile(at('authority.key'), 'nothing');
  await expect(open()).rejects.toMatchObject(refused('is damaged'));
  await rm(at('authority.key'));
  await expect(open()).rejects.toMatchObject(refused('private key is missing'));
  await writeFile(at('authority.key'), kept);
  const early = () => Date.now() - 10 * day;
  await expect(openAuthority(folder, early)).rejects.toMatchObject(refused('check the clock'));
  expect((await open()).name).toMatch(/^Slipway on /);
});

test.runIf(hasModes)('a key that cannot be read and a folder that cannot be written are named', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const [closed, kept] = [join(folder, 'closed'), join(folder, 'kept')];
  await openAuthority(kept, Date.now);
  await mkdir(closed);
  await chmod(kept, 0o755);
  await chmod(join(kept, 'authority.pem'), 0o644);
  await chmod(join(kept, 'authority.key'), 0);
  await chmod(closed, 0o555);
  asOrdinaryUser();
  await expect(openAuthority(kept, Date.now)).rejects.toMatchObject({
    code: 'file/denied',
    message: expect.stringContaining(join(kept, 'authority.key')),
  });
  await expect(openAuthority(closed, Date.now)).rejects.toMatchObject({
    code: 'file/denied',
    message: expect.stringContaining(closed),
  });
});

test('a certificate of one’s own is checked, and what is wrong is said in words', async () => {
  const folder = await temporaryFolder();
  const made = await certificateIn(folder, 'DNS:builds.example.org,DNS:*.test.example.org,IP:192.168.1.20');
  const at = (name: string): string => join(folder, name);
  const files = { certificate: at('cert.pem'), key: at('key.pem') };
  const read = (given = files, hosts: readonly string[] = ['builds.example.org'], now = Date.now()) =>
    readTlsFiles(given, hosts, now);
  expect(await read()).toMatchObject({ cert: made.cert.toString(), key: made.key.toString() });
  await read(files, ['a.test.example.org']);
  await read(files, ['other.example.org', '192.168.1.20']);
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  await writeFile(at('locked.pem'), createPrivateKey(made.key).export(locked));
  await writeFile(at('text.pem'), 'nothing');
  await writeFile(at('cut.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  const wrong = async (attempt: Promise<unknown>, text: string) =>
    expect(attempt).rejects.toMatchObject({
      code: 'service/certificate',
      message: expect.stringContaining(text),
    });
  await wrong(
    read({ ...files, certificate: at('text.pem') }),
    'text.pem cannot be used for TLS: nothing in it',
  );
  await wrong(read({ ...files, certificate: at('cut.pem') }), 'is damaged');
  await wrong(read({ ...files, key: at('text.pem') }), 'no private key in PEM form');
  await wrong(read({ ...files, key: at('locked.pem') }), 'a passphrase protects');
  await wrong(read({ ...files, key: at('ca.key') }), 'does not belong to the certificate');
  await wrong(read(files, undefined, Date.now() - 5 * day), 'not valid before');
  await wrong(read(files, undefined, Date.now() + 5 * day), 'expired on');
  await wrong(
    read(files, ['10.0.0.7']),
    'it is for builds.example.org, *.test.example.org, 192.168.1.20, not for 10.0.0.7',
  );
  const [own, issuer] = [await readFile(files.certificate, 'utf8'), await readFile(at('ca.pem'), 'utf8')];
  await writeFile(at('chain.pem'), own + issuer);
  await writeFile(at('order.pem'), own + own + issuer);
  expect((await read({ ...files, certificate: at('chain.pem') })).leaf.subject).toBe('CN=Test service');
  await wrong(
    read({ ...files, certificate: at('order.pem') }),
    '“Test service” issued none of the certificates before it',
  );
  // The same authority, also vouched for by another one.
  const vouching = await authorityCertificate(made.issuer, await newHolder('Other'));
  await writeFile(at('both.pem'), own + vouching + issuer);
  await read({ ...files, certificate: at('both.pem') });
  await expect(read({ ...files, key: at('gone.pem') })).rejects.toMatchObject({
    code: 'file/missing',
    message: expect.stringContaining('gone.pem'),
  });
});

test('the address phones most likely reach comes first, and a host has a name in its network', () => {
  const of = (network: string, address: string) => ({ network, address });
  const all = [
    of('docker0', '172.17.0.1'),
    of('wlan0', '10.1.2.3'),
    of('eth0', '203.0.113.7'),
    of('en0', '192.168.1.20'),
    of('eth1', '172.31.0.4'),
    of('eth2', '172.32.0.4'),
    of('vboxnet0', '192.168.56.1'),
    of('eth0', 'fd00::2'),
  ];
  expect(lanAddresses(all).map(({ address }) => address)).toEqual([
    ...['192.168.1.20', '10.1.2.3', '172.31.0.4'],
    ...['192.168.56.1', '172.17.0.1'],
  ]);
  const common = { netmask: '', mac: '', internal: false, cidr: null };
  const listed = ownAddresses({
    lo: [{ ...common, address: '127.0.0.1', family: 'IPv4', internal: true }],
    en0: [
      { ...common, address: 'fe80::1', family: 'IPv6', scopeid: 1 },
      { ...common, address: 'fd00::2', family: 'IPv6', scopeid: 0 },
      { ...common, address: '192.168.1.20', family: 'IPv4' },
    ],
  });
  expect(listed.map(({ address }) => address)).toEqual(['192.168.1.20', 'fd00::2']);
  expect(['Ann-Mac.local', 'desk', 'büro', '-x'].map(hostLabel)).toEqual(['ann-mac', 'desk', null, null]);
});
