/** What a visitor can rely on, before a bridge that does what the test wants. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { BridgeHost } from '../../../main/bridge/bridge.ts';
import { readEndpoint } from '../../../main/bridge/local/endpoint.ts';
import { connectToOwner, type LocalClient } from '../../../main/bridge/local/local-client.ts';
import { type LocalServer, startLocalServer } from '../../../main/bridge/local/local-server.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { freshFolders } from './core-world.ts';

type Tell = (path: string) => void;

/** Starts a server for `answer`, which is given what was asked and a way to tell an event with a path in it. */
async function serverFor(answer: (values: unknown, tell: Tell) => Promise<unknown>): Promise<{
  readonly localServer: LocalServer;
  readonly client: LocalClient;
  readonly dataDir: string;
  readonly tell: Tell;
}> {
  const { dataDir } = await freshFolders();
  const listeners = new Set<Parameters<BridgeHost['onEvent']>[0]>();
  const tell: Tell = (id) => {
    for (const listener of listeners) listener('uploads.removed', { id });
  };
  const bridge: BridgeHost = {
    call: async (_, values) => ({ ok: true, value: await answer(values, tell) }),
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const localServer = await startLocalServer({ bridge, dataDir, version: '1', log: collectedLog().log });
  onTestFinished(localServer.close);
  const client = (await connectToOwner(dataDir, '1')) ?? expect.fail('nobody opened');
  onTestFinished(client.close);
  return { localServer, client, dataDir, tell };
}

const ask = (client: LocalClient, path: string): Promise<unknown> => client.call('uploads.inspect', { path });

test('every event told before an answer is heard before it, however long it takes to travel', async () => {
  const { client, tell } = await serverFor(async (_, tell) => {
    for (let told = 0; told < 3; told += 1) tell(`${told}${'x'.repeat(3_000_000)}`);
    return 'done';
  });
  // Told before anybody listens: it does not count for who comes later.
  tell('early');
  const heard: string[] = [];
  client.on('uploads.removed', ({ id }) => heard.push(id.slice(0, 5)));
  for (let round = 1; round <= 5; round += 1) {
    expect(await ask(client, 'a')).toBe('done');
    expect(heard.filter((id) => id.endsWith('xxxx'))).toHaveLength(round * 3);
  }
});

test('a visitor that comes late waits for no event of before', async () => {
  const { dataDir, tell } = await serverFor(async () => 'done');
  tell('before');
  const late = (await connectToOwner(dataDir, '1')) ?? expect.fail('nobody opened');
  onTestFinished(late.close);
  expect(await ask(late, 'a')).toBe('done');
});

test('thousands of calls wait at once, and the one that ends their waiting is heard', async () => {
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
  await expect.poll(() => waiting, { timeout: 50_000 }).toBe(2_000);
  expect(await ask(client, 'go')).toBe('gone');
  expect(await Promise.all(calls)).toEqual(calls.map((_, index) => String(index)));
});

test('calls and answers of tens of megabytes come through whole', async () => {
  const { client } = await serverFor(async (values) => (values as { path: string }).path);
  const long = 'ü\u2028\n'.repeat(6_000_000);
  expect((await ask(client, long)) === long).toBe(true);
});

test('a call larger than any Slipway makes is refused, and the next one is done', async () => {
  const { client } = await serverFor(async () => 'done');
  await expect(ask(client, 'x'.repeat(64 * 1024 * 1024))).rejects.toMatchObject({
    code: 'web/tooLarge',
  });
  expect(await ask(client, 'a')).toBe('done');
});

test('an answer given just before the server closes can still be read', async () => {
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

test('a call nobody answers any more fails when the server closes', async () => {
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

test('whoever leaves too many events unread is cut off, and nobody else', async () => {
  const { client, dataDir, tell } = await serverFor(async () => 'done');
  const { address, token } = (await readEndpoint(dataDir)) ?? expect.fail('no place');
  const stuck = connect(address);
  onTestFinished(() => void stuck.destroy());
  stuck.write(
    `GET /bridge/events HTTP/1.1\r\nHost: d\r\nAuthorization: Bearer ${token}\r\nX-Slipway-Version: 1\r\n\r\n`,
  );
  await once(stuck, 'readable');
  let heard = 0;
  client.on('uploads.removed', () => {
    heard += 1;
  });
  for (let told = 1; told <= 40; told += 1) {
    tell('x'.repeat(1_000_000));
    await expect.poll(() => heard).toBe(told);
  }
  stuck.resume();
  await once(stuck, 'close');
  expect(stuck.bytesRead).toBeLessThan(30_000_000);
  expect(await ask(client, 'a')).toBe('done');
});
