import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limitConnections } from '../../../main/service/http/connection-limit.ts';

/** Starts a server that responds only to `/`. */
async function startServer(
  limits: { maxConnections: number; maxConnectionsPerClient: number },
  isExempt: boolean,
) {
  const server = createServer({ keepAliveTimeout: 0 }, ({ url, socket }, response) => {
    response.once('close', limit.busy(socket));
    if (url === '/') response.end('done');
  });
  const limit = limitConnections(server, limits, () => isExempt);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Requests `path` on a new connection; resolves once the server has the request or has responded. */
  const ask = async (path: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    const received = path === '/' ? once(socket, 'data') : once(server, 'request');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await Promise.race([received, once(socket, 'close')]);
    return socket;
  };
  return { ask };
}

const isClosed = (socket: Socket) => expect.poll(() => socket.closed || socket.readableEnded).toBe(true);

describe('limitConnections', () => {
  test.each([
    ['in total', { maxConnections: 3, maxConnectionsPerClient: 100 }, true],
    ['of its client', { maxConnections: 100, maxConnectionsPerClient: 3 }, false],
  ] as const)('closes the longest-idle connection at the limit %s', async (_name, limits, isExempt) => {
    const { ask } = await startServer(limits, isExempt);
    const [first, busy] = [await ask('/'), await ask('/waiting')];
    const third = await ask('/');
    const fourth = await ask('/');
    await isClosed(first);
    expect([busy, third, fourth].map(({ closed }) => closed)).toEqual([false, false, false]);
    await ask('/');
    await isClosed(third);
    expect(busy.closed).toBe(false);
  });

  test('closes a new connection when all other connections carry requests', async () => {
    const { ask } = await startServer({ maxConnections: 2, maxConnectionsPerClient: 100 }, true);
    const busy = [await ask('/1'), await ask('/2')];
    await isClosed(await ask('/'));
    expect(busy.map(({ closed }) => closed)).toEqual([false, false]);
    busy[0]?.destroy();
    await expect.poll(async () => (await ask('/')).closed).toBe(false);
  });

  test('ignores the limit per client for an exempt address', async () => {
    const { ask } = await startServer({ maxConnections: 100, maxConnectionsPerClient: 1 }, true);
    const sockets = [await ask('/1'), await ask('/2'), await ask('/3')];
    expect(sockets.map(({ closed }) => closed)).toEqual([false, false, false]);
  });
});
