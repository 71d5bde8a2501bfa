/** What a visitor can rely on, before a bridge that does what the test wants. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { BridgeHost } from '../../main/bridge/bridge.ts';
import { type Desk, visit } from '../../main/bridge/door/desk.ts';
import { type Door, openDoor } from '../../main/bridge/door/door.ts';
import { readPlace } from '../../main/bridge/door/place.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { freshFolders } from './core-world.ts';

type Tell = (path: string) => void;

/** Opens a door to `answer`, which is given what was asked and a way to tell an event with a path in it. */
async function doorTo(
  answer: (values: unknown, tell: Tell) => Promise<unknown>,
): Promise<{ readonly door: Door; readonly desk: Desk; readonly dataDir: string; readonly tell: Tell }> {
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
  const door = await openDoor({ bridge, dataDir, version: '1', log: collectedLog().log });
  onTestFinished(door.close);
  const desk = (await visit(dataDir, '1')) ?? expect.fail('nobody opened');
  onTestFinished(desk.leave);
  return { door, desk, dataDir, tell };
}

const ask = (desk: Desk, path: string): Promise<unknown> => desk.call('uploads.inspect', { path });

test('every event told before an answer is heard before it, however long it takes to travel', async () => {
  const { desk, tell } = await doorTo(async (_, tell) => {
    for (let told = 0; told < 3; told += 1) tell(`${told}${'x'.repeat(3_000_000)}`);
    return 'done';
  });
  // Told before anybody listens: it does not count for who comes later.
  tell('early');
  const heard: string[] = [];
  desk.on('uploads.removed', ({ id }) => heard.push(id.slice(0, 5)));
  for (let round = 1; round <= 5; round += 1) {
    expect(await ask(desk, 'a')).toBe('done');
    expect(heard.filter((id) => id.endsWith('xxxx'))).toHaveLength(round * 3);
  }
});

test('a visitor that comes late waits for no event of before', async () => {
  const { dataDir, tell } = await doorTo(async () => 'done');
  tell('before');
  const late = (await visit(dataDir, '1')) ?? expect.fail('nobody opened');
  onTestFinished(late.leave);
  expect(await ask(late, 'a')).toBe('done');
});

test('thousands of calls wait at once, and the one that ends their waiting is heard', async () => {
  const go = Promise.withResolvers<void>();
  let waiting = 0;
  const { desk } = await doorTo(async (values) => {
    const { path } = values as { path: string };
    if (path === 'go') {
      go.resolve();
      return 'gone';
    }
    waiting += 1;
    await go.promise;
    return path;
  });
  const calls = Array.from({ length: 2_000 }, (_, index) => ask(desk, String(index)));
  await expect.poll(() => waiting, { timeout: 50_000 }).toBe(2_000);
  expect(await ask(desk, 'go')).toBe('gone');
  expect(await Promise.all(calls)).toEqual(calls.map((_, index) => String(index)));
});

test('calls and answers of tens of megabytes come through whole', async () => {
  const { desk } = await doorTo(async (values) => (values as { path: string }).path);
  const long = 'ü\u2028\n'.repeat(6_000_000);
  expect((await ask(desk, long)) === long).toBe(true);
});

test('a call larger than any Slipway makes is refused, and the next one is done', async () => {
  const { desk } = await doorTo(async () => 'done');
  await expect(ask(desk, 'x'.repeat(64 * 1024 * 1024))).rejects.toMatchObject({
    code: 'web/tooLarge',
  });
  expect(await ask(desk, 'a')).toBe('done');
});

test('an answer given just before the door closes can still be read', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = 'x'.repeat(8_000_000);
  const { desk, door } = await doorTo(async () => {
    asked.resolve();
    return answered;
  });
  const answer = ask(desk, 'a');
  await asked.promise;
  await door.close();
  expect((await answer) === answered).toBe(true);
  await expect(desk.lost).rejects.toMatchObject({ code: 'door/closed' });
});

test('a call nobody answers any more fails when the door closes', async () => {
  const asked = Promise.withResolvers<void>();
  const { desk, door } = await doorTo(() => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  const answer = expect(ask(desk, 'a')).rejects.toMatchObject({ code: 'door/closed' });
  await asked.promise;
  await door.close();
  await answer;
});

test('whoever leaves too many events unread is cut off, and nobody else', async () => {
  const { desk, dataDir, tell } = await doorTo(async () => 'done');
  const { address, token } = (await readPlace(dataDir)) ?? expect.fail('no place');
  const stuck = connect(address);
  onTestFinished(() => void stuck.destroy());
  stuck.write(
    `GET /bridge/events HTTP/1.1\r\nHost: d\r\nAuthorization: Bearer ${token}\r\nX-Slipway-Version: 1\r\n\r\n`,
  );
  await once(stuck, 'readable');
  let heard = 0;
  desk.on('uploads.removed', () => {
    heard += 1;
  });
  for (let told = 1; told <= 40; told += 1) {
    tell('x'.repeat(1_000_000));
    await expect.poll(() => heard).toBe(told);
  }
  stuck.resume();
  await once(stuck, 'close');
  expect(stuck.bytesRead).toBeLessThan(30_000_000);
  expect(await ask(desk, 'a')).toBe('done');
});
