import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Lookup, openSocket } from '../../../main/api/transport/open-socket.ts';
import { openForwardProxy } from '../../fakes/forward-proxy.ts';
import { clientAt, serverOf, withToken } from './api-world.ts';
import { fullPort, slowPort } from './full-port.ts';

/** Returns a DNS lookup that resolves every name to these addresses. */
function named(...addresses: readonly (readonly [address: string, family: number])[]): Lookup {
  return (_, __, done) =>
    done(
      null,
      addresses.map(([address, family]) => ({ address, family })),
    );
}

const unknown: Lookup = (name, _, done) =>
  done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);

function opened(
  port: number,
  lookup: Lookup,
  changes: { host?: string; timeoutMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const target = { host: 'service.example', port, timeoutMs: 30_000, ...changes };
    openSocket(target, lookup, (error, socket) => {
      if (error) {
        reject(error);
        return;
      }
      onTestFinished(() => void socket.destroy());
      resolve(String(socket.remoteAddress));
    });
  });
}

async function listening(host: string, port = 0): Promise<number> {
  const server = createServer((socket) => socket.resume());
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('an IP address needs no lookup', async () => {
  const port = await listening('127.0.0.1');
  expect(await opened(port, unknown, { host: '127.0.0.1' })).toBe('127.0.0.1');
});

test('an unknown name fails with ENOTFOUND', async () => {
  await expect(opened(1, unknown)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

// Only Linux has several loopback addresses by default and fills a backlog predictably.
describe.runIf(process.platform === 'linux')('a name with several addresses', () => {
  const [first, second, third] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;

  test('uses a slow address when the other addresses do not answer', async () => {
    const port = await slowPort(first);
    await fullPort(second, port);
    expect(await opened(port, named([first, 6], [second, 4]))).toBe(first);
  });

  test('uses a slow address when the other address refuses the connection', async () => {
    const port = await slowPort(first);
    expect(await opened(port, named([first, 6], [second, 4]))).toBe(first);
  });

  test('uses the second address when the first does not answer', async () => {
    const port = await fullPort(first);
    await listening(second, port);
    expect(await opened(port, named([first, 4], [second, 6]))).toBe(second);
  });

  test('tries the other IP family before a second address of the same family', async () => {
    const port = await listening(second);
    await listening(third, port);
    expect(await opened(port, named([first, 4], [second, 4], [third, 6]))).toBe(third);
  });

  test('fails with ECONNREFUSED when all addresses refuse', async () => {
    const port = await listening(first);
    await expect(opened(port, named([second, 4], [third, 6]))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  test('reports a refused connection rather than an unreachable network', async () => {
    const port = await listening(first);
    const nowhere = '255.255.255.255';
    for (const names of [named([nowhere, 4], [second, 6]), named([second, 6], [nowhere, 4])]) {
      await expect(opened(port, names)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
    await expect(opened(port, named([nowhere, 4]))).rejects.toMatchObject({ code: 'ENETUNREACH' });
  });

  test('times out when no address answers', async () => {
    const port = await fullPort(first);
    await fullPort(second, port);
    const silent = named([first, 4], [second, 6]);
    await expect(opened(port, silent, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
  });

  test('lets a client sign in at the address that answers', async () => {
    const url = new URL(await serverOf(withToken(() => {})));
    await fullPort(second, Number(url.port));
    const network = { lookup: named([second, 4], [first, 6]) };
    const { api } = clientAt(`http://service.example:${url.port}`, { network });
    await expect(api.signIn()).resolves.toBeUndefined();
  });

  test('lets a client use a proxy that has a dead address', async () => {
    const service = new URL(await serverOf(withToken(() => {})));
    const proxy = await openForwardProxy({ port: Number(service.port) });
    onTestFinished(proxy.stop);
    const { port } = new URL(proxy.url);
    await fullPort(second, Number(port));
    const lookup = named([second, 4], [first, 6]);
    const network = { proxyFor: () => `http://proxy.example:${port}`, lookup };
    const { api } = clientAt('http://service.example', { network });
    await expect(api.signIn()).resolves.toBeUndefined();
    expect(proxy.requests).toHaveLength(1);
  });
});
