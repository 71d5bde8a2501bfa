import { X509Certificate } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNetwork } from '../../../main/api/transport/network.ts';
import { readAuthorities } from '../../../main/base/authorities.ts';
import { smtpTransport } from '../../../main/service/mail/transport.ts';

/** How often this thread has asked for certificates until the test ends. */
function asksHere() {
  const asks = vi.spyOn(tls, 'getCACertificates');
  syncBuiltinESMExports();
  onTestFinished(() => {
    asks.mockRestore();
    syncBuiltinESMExports();
  });
  return asks;
}

test('the authorities of Node and of this computer are read whole, once each, away from this thread', async () => {
  const here = asksHere();
  const found = await readAuthorities();
  expect(here).not.toHaveBeenCalled();
  const certificates = found
    .flatMap((text) => text.split(/(?<=-----END CERTIFICATE-----)\s*/))
    .filter(Boolean);
  const both = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
  expect(certificates).toEqual([...new Set(both.map((text) => text.trim()))]);
  for (const text of certificates) expect(new X509Certificate(text).subject).not.toBe('');
});

test('one network makes one context of them', async () => {
  const { trust } = createNetwork();
  const url = new URL('https://builds.example.org');
  const [first, second] = await Promise.all([trust(url), trust(url)]);
  expect(second).toBe(first);
});

test('a mail server’s authorities are read in the same way, and only once a message is sent', async () => {
  const here = asksHere();
  const carrier = smtpTransport({
    ...{ host: '127.0.0.1', port: 1, secure: true, requireTls: true },
    ...{ userName: null, password: null, from: 'builds@example.org' },
  });
  onTestFinished(carrier.close);
  const mail = { id: '1', to: 'ann@example.org', raw: Buffer.from('Hello') };
  await expect(carrier.deliver(mail, new AbortController().signal)).rejects.toMatchObject({
    code: 'service/mailUnreachable',
  });
  expect(here).not.toHaveBeenCalled();
});
