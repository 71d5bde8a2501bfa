/** Order of events and responses for clients of the local server, which uses a fake bridge. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { BridgeHost } from '../../../main/bridge/bridge.ts';
import { readEndpoint } from '../../../main/bridge/local/endpoint.ts';
import { connectToOwner, type LocalClient } from '../../../main/bridge/local/local-client.ts';
import { type LocalServer, startLocalServer } from '../../../main/bridge/local/local-server.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { freshFolders } from './core-world.ts';

type Emit = (path: string) => void;

/** Starts a server that passes calls to `answer`. `emit` sends `uploads.removed` with the given id. */
async function serverFor(answer: (values: unknown, emit: Emit) => Promise<unknown>): Promise<{
  readonly localServer: LocalServer;
  readonly client: LocalClient;
  readonly dataDir: string;
  readonly emit: Emit;
}> {
  const { dataDir } = await freshFolders();
  const listeners = new Set<Parameters<BridgeHost['onEvent']>[0]>();
  const emit: Emit = (id) => {
    for (const listener of listeners) listener('uploads.removed', { id });
  };
  const bridge: BridgeHost = {
    call: async (_, values) => ({ ok: true, value: await answer(values, emit) }),
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const localServer = await startLocalServer({ bridge, dataDir, version: '1', log: collectedLog().log });
  onTestFinished(localServer.close);
  const client = (await connectToOwner(dataDir, '1')) ?? expect.fail('no local server');
  onTestFinished(client.close);
  return { localServer, client, dataDir, emit };
}

const ask = (client: LocalClient, path: string): Promise<unknown> => client.call('uploads.inspect', { path });

test('large events emitted before a response arrive before the response', async () => {
  const { client, emit } = await serverFor(async (_, emit) => {
    for (let count = 0; count < 3; count += 1) emit(`${count}${'x'.repeat(3_000_000)}`);
    return 'done';
  });
  // Emitted before a listener is added, and not counted below.
  emit('early');
  const received: string[] = [];
  client.on('uploads.removed', ({ id }) => received.push(id.slice(0, 5)));
  for (let round = 1; round <= 5; round += 1) {
    expect(await ask(client, 'a')).toBe('done');
    expect(received.filter((id) => id.endsWith('xxxx'))).toHaveLength(round * 3);
  }
});

test('a client that connects late does not wait for earlier events', async () => {
  const { dataDir, emit } = await serverFor(async () => 'done');
  emit('before');
  const late = (await connectToOwner(dataDir, '1')) ?? expect.fail('no local server');
  onTestFinished(late.close);
  expect(await ask(late, 'a')).toBe('done');
});

test('a call succeeds while thousands of other calls are pending', async () => {
  const go = Promise.withResolvers<void>();
  let waiting = 0;
  const { client } = await serverFor(async (values) => {
    const { path } = values as { path: string };
    if (path === 'go') {
      go.resolve();
      return 'gone';
    }
    waiting += 1;
    await go.promise;
    return path;
  });
  const calls = Array.from({ length: 2_000 }, (_, index) => ask(client, String(index)));
  await expect.poll(() => waiting).toBe(2_000);
  expect(await ask(client, 'go')).toBe('gone');
  expect(await Promise.all(calls)).toEqual(calls.map((_, index) => String(index)));
});

test('requests and responses of tens of megabytes arrive complete', async () => {
  const { client } = await serverFor(async (values) => (values as { path: string }).path);
  const long = 'ü\u2028\n'.repeat(6_000_000);
  expect((await ask(client, long)) === long).toBe(true);
});

test('an oversized call is refused and the next one succeeds', async () => {
  const { client } = await serverFor(async () => 'done');
  await expect(ask(client, 'x'.repeat(64 * 1024 * 1024))).rejects.toMatchObject({
    code: 'web/tooLarge',
  });
  expect(await ask(client, 'a')).toBe('done');
});

test('a response sent just before the server closes can still be read', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = 'x'.repeat(8_000_000);
  const { client, localServer } = await serverFor(async () => {
    asked.resolve();
    return answered;
  });
  const answer = ask(client, 'a');
  await asked.promise;
  await localServer.close();
  expect((await answer) === answered).toBe(true);
  await expect(client.lost).rejects.toMatchObject({ code: 'local/closed' });
});

test('a pending call fails when the server closes', async () => {
  const asked = Promise.withResolvers<void>();
  const { client, localServer } = await serverFor(() => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  const answer = expect(ask(client, 'a')).rejects.toMatchObject({ code: 'local/closed' });
  await asked.promise;
  await localServer.close();
  await answer;
});

test('a client with too many unread events is disconnected', async () => {
  const { client, dataDir, emit } = await serverFor(async () => 'done');
  const { address, token } = (await readEndpoint(dataDir)) ?? expect.fail('no endpoint');
  const stuck = connect(address);
  onTestFinished(() => void stuck.destroy());
  stuck.write(
    `GET /bridge/events HTTP/1.1\r\nHost: d\r\nAuthorization: Bearer ${token}\r\nX-Slipway-Version: 1\r\n\r\n`,
  );
  await once(stuck, 'readable');
  let received = 0;
  client.on('uploads.removed', () => {
    received += 1;
  });
  for (let count = 1; count <= 40; count += 1) {
    emit('x'.repeat(1_000_000));
    await expect.poll(() => received).toBe(count);
  }
  stuck.resume();
  await once(stuck, 'close');
  expect(stuck.bytesRead).toBeLessThan(30_000_000);
  expect(await ask(client, 'a')).toBe('done');
});
