import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApi } from '../../../main/api/client.ts';
import { createNetwork } from '../../../main/api/transport/network.ts';
import { publicNetwork } from '../../../main/api/transport/public-network.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { certificateIn } from '../../fakes/certificate.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { accountAt } from '../../unit/api/api-world.ts';

/** Starts an icon server on this computer and returns a factory for clients. */
async function world() {
  const { authority, cert, key } = await certificateIn(
    await temporaryFolder(),
    'DNS:icons.example,IP:127.0.0.1',
  );
  let requests = 0;
  const server = createServer({ cert, key }, (_, response) => {
    requests += 1;
    response.end('icon');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  const { port } = server.address() as AddressInfo;
  const certificates = [authority];
  const network = createNetwork({
    certificates: async () => certificates,
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    proxyFor: () => null,
  });
  const redactor = new Redactor();
  const clientOf = (baseUrl: string) => {
    const api = createApi({
      account: accountAt(baseUrl),
      credentials: () => Promise.reject(new Error('no token is needed')),
      ...{ clock: systemClock, log: collectedLog(redactor).log, redactor, network },
    });
    onTestFinished(() => api.close());
    return api;
  };
  return { port, clientOf, requests: () => requests };
}

describe('an icon on a different host from the service', () => {
  test.for(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433'])(
    'is not fetched from %s',
    async (host) => {
      const { port, clientOf, requests } = await world();
      const api = clientOf('https://builds.example');
      expect(await api.bytes(`https://${host}:${port}/icon`, 100, { allowOtherOrigins: true })).toBeNull();
      expect(requests()).toBe(0);
    },
  );

  test('is not fetched if its host name resolves to this computer', async () => {
    const { port, clientOf, requests } = await world();
    const icon = clientOf('https://builds.example').bytes(`https://icons.example:${port}/icon`, 100, {
      allowOtherOrigins: true,
    });
    await expect(icon).rejects.toThrow(/icons\.example/);
    expect(requests()).toBe(0);
  });
});

describe('publicNetwork', () => {
  const addressesOf = (given: readonly string[], proxy: string | null = null) =>
    new Promise((resolve) => {
      const network = publicNetwork(
        createNetwork({
          proxyFor: () => proxy,
          lookup: (_name, _options, done) =>
            done(
              null,
              given.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
            ),
        }),
      );
      void Promise.resolve(network.proxyFor(new URL('https://icons.example'))).then(() =>
        network.lookup('proxy.example', { all: true }, (error, found) =>
          resolve(error ? error.code : found.map(({ address }) => address)),
        ),
      );
    });

  test.for([
    ['10.0.0.1', '192.168.1.1', '172.16.0.1'],
    ['169.254.169.254', 'fe80::1'],
    ['100.64.0.1', 'fd00::1', '224.0.0.1'],
    ['::ffff:10.0.0.1', '::', '0.0.0.0'],
  ])('rejects private addresses such as %s', async (addresses) => {
    expect(await addressesOf(addresses)).toBe('EACCES');
  });

  test('returns only the public addresses of a host name', async () => {
    expect(await addressesOf(['10.0.0.1', '93.184.216.34', '2606:2800:220:1::1'])).toEqual([
      '93.184.216.34',
      '2606:2800:220:1::1',
    ]);
  });

  test('connects to a proxy in the private network', async () => {
    expect(await addressesOf(['10.0.0.1'], 'http://proxy.example:3128')).toEqual(['10.0.0.1']);
  });
});
