import { X509Certificate } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNetwork } from '../../../main/api/transport/network.ts';
import { readAuthorities } from '../../../main/base/authorities.ts';
import { smtpTransport } from '../../../main/service/mail/transport.ts';

/** Counts the calls of `getCACertificates` in this thread until the test ends. */
function spyOnCertificates() {
  const calls = vi.spyOn(tls, 'getCACertificates');
  syncBuiltinESMExports();
  onTestFinished(() => {
    calls.mockRestore();
    syncBuiltinESMExports();
  });
  return calls;
}

test('readAuthorities loads the Node and system authorities off-thread', async () => {
  const here = spyOnCertificates();
  const found = await readAuthorities();
  expect(here).not.toHaveBeenCalled();
  const certificates = found
    .flatMap((text) => text.split(/(?<=-----END CERTIFICATE-----)\s*/))
    .filter(Boolean);
  const both = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
  expect(certificates).toEqual([...new Set(both.map((text) => text.trim()))]);
  for (const text of certificates) expect(new X509Certificate(text).subject).not.toBe('');
});

test('a network creates its TLS context once', async () => {
  const { trust } = createNetwork();
  const url = new URL('https://builds.example.org');
  const [first, second] = await Promise.all([trust(url), trust(url)]);
  expect(second).toBe(first);
});

test('smtpTransport loads the authorities off-thread', async () => {
  const here = spyOnCertificates();
  const transport = smtpTransport({
    ...{ host: '127.0.0.1', port: 1, secure: true, requireTls: true },
    ...{ userName: null, password: null, from: 'builds@example.org' },
  });
  onTestFinished(transport.close);
  const mail = { id: '1', to: 'ann@example.org', raw: Buffer.from('Hello') };
  await expect(transport.deliver(mail, new AbortController().signal)).rejects.toMatchObject({
    code: 'service/mailUnreachable',
  });
  expect(here).not.toHaveBeenCalled();
});
