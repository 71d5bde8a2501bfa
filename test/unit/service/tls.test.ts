import { createPrivateKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lanAddresses, ownAddresses } from '../../../main/service/exposure.ts';
import { hostLabel } from '../../../main/service/tls/authority.ts';
import { readTlsFiles } from '../../../main/service/tls/tls-files.ts';
import { authorityCertificate, certificateIn, newHolder } from '../../fakes/certificate.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('readTlsFiles validates a certificate and explains errors', async () => {
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
  await wrong(read(files, undefined, Date.now() - 5 * 86_400_000), 'not valid before');
  await wrong(read(files, undefined, Date.now() + 5 * 86_400_000), 'expired on');
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
  // A cross-signed certificate of the same authority is allowed in the chain.
  const vouching = await authorityCertificate(made.issuer, await newHolder('Other'));
  await writeFile(at('both.pem'), own + vouching + issuer);
  await read({ ...files, certificate: at('both.pem') });
  await expect(read({ ...files, key: at('gone.pem') })).rejects.toMatchObject({
    code: 'file/missing',
    message: expect.stringContaining('gone.pem'),
  });
});

test('lanAddresses lists the most likely reachable address first', () => {
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
