import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { monitorConnection } from '../../../main/api/transport/connection-monitor.ts';
import {
  parseLinuxQueue,
  parseMacQueue,
  type SendQueue,
  systemSendQueues,
} from '../../../main/api/transport/send-queue.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

/** A connection to a server that never reads. */
async function toOneThatNeverReads(): Promise<Socket> {
  const server = createServer((socket) => {
    socket.pause();
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'connect');
  return socket;
}

test('the send queue of a connection in the table of Linux', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0',
    '   1: 0A01A8C0:D431 2200A8C0:01BB 01 0001F400:00000000 01:00000A2F 00000005  1000        0 2 2 0 2000 4 30 10 7',
    '   2: 0A01A8C0:D432 2200A8C0:01BB 01 00000010:00000000 04:00000A2F 00000000  1000        2 3 2 0 2000 4 30 10 7',
  ].join('\n');
  expect(parseLinuxQueue(table, { local: 'D431', remote: '01BB' })).toEqual({
    ...{ bytes: 128_000, unanswered: 5 },
    maxUsefulBytes: 10 * 1448 * 1.5 + 128 * 1024,
  });
  expect(parseLinuxQueue(table, { local: 'D432', remote: '01BB' })).toMatchObject({
    bytes: 16,
    unanswered: 2,
  });
  expect(parseLinuxQueue(table, { local: '0016', remote: '0000' })).toBeNull();
  expect(parseLinuxQueue('', { local: 'D431', remote: '01BB' })).toBeNull();
});

test('the send queue of a connection in the table of macOS', () => {
  const table = [
    'Active Internet connections',
    'Proto Recv-Q Send-Q  Local Address          Foreign Address        (state)',
    'tcp4       0 131072  192.168.1.10.54321     203.0.113.9.443        ESTABLISHED',
    'tcp4       0      0  192.168.1.10.54322     203.0.113.9.443        CLOSE_WAIT',
  ].join('\n');
  const other = '203.0.113.9.443';
  expect(parseMacQueue(table, '192.168.1.10.54321', other)).toEqual({
    ...{ bytes: 131_072, unanswered: null, maxUsefulBytes: null },
  });
  expect(parseMacQueue(table, '192.168.1.10.54322', other)).toBeNull();
});

test.runIf(process.platform === 'linux')('what the other side has not taken is in the queue', async () => {
  const socket = await toOneThatNeverReads();
  const { read } = systemSendQueues();
  expect(await read(socket)).toEqual({ bytes: 0, unanswered: 0, maxUsefulBytes: null });
  socket.write(Buffer.alloc(32 * 1024 * 1024));
  await expect.poll(async () => (await read(socket))?.bytes).toBeGreaterThan(0);
  socket.destroy();
  await once(socket, 'close');
  expect(await read(socket)).toBeNull();
});

type Told = Pick<SendQueue, 'bytes' | 'unanswered'> & Partial<SendQueue>;

async function watched(queue: () => Told | null, answers = true) {
  const clock = createFakeClock();
  const socket = await toOneThatNeverReads();
  let moves = 0;
  let probes = 0;
  let nothingThrough = 0;
  const readQueue = (): SendQueue | null => {
    const now = queue();
    return now && { maxUsefulBytes: null, ...now };
  };
  const told: (number | null)[] = [];
  const line = monitorConnection({
    clock,
    socket: () => socket,
    sendQueues: { read: async () => readQueue(), pollMs: 250 },
    probe: async () => {
      probes += 1;
      if (!answers) throw new Error('no answer');
    },
    onProgress: () => {
      moves += 1;
    },
    onLargePacketsLost: () => {
      nothingThrough += 1;
    },
    onAddressGone: () => {},
    onUnacknowledged: (bytes) => told.push(bytes),
  });
  onTestFinished(line.stop);
  return {
    clock,
    line,
    socket,
    told,
    moves: () => moves,
    probes: () => probes,
    nothingThrough: () => nothingThrough,
  };
}

test('a queue that shrinks is movement, one that stays is none', async () => {
  let bytes = 3_000;
  const { clock, told, moves } = await watched(() => ({ bytes, unanswered: 0 }));
  await clock.advance(250);
  expect(moves()).toBe(1);
  await clock.advance(250);
  expect(moves()).toBe(1);
  bytes = 2_000;
  await clock.advance(250);
  expect([moves(), told]).toEqual([2, [3_000, 3_000, 2_000]]);
});

test('a line that leaves tries unanswered is dead, without a question to the service', async () => {
  const dead = await watched(() => ({ bytes: 9, unanswered: 3 }));
  dead.socket.write(Buffer.alloc(100_000));
  expect([await dead.line.mayContinue(45_000), dead.probes()]).toEqual([false, 0]);
});

test('a line that is silent lives while the service answers elsewhere', async () => {
  for (const queue of [{ bytes: 9, unanswered: 1 }, null]) {
    const slow = await watched(() => queue);
    expect([await slow.line.mayContinue(45_000), slow.probes()]).toEqual([true, 1]);
    const dead = await watched(() => queue, false);
    expect([await dead.line.mayContinue(45_000), dead.probes()]).toEqual([false, 1]);
  }
});

test('a service that takes nothing of what waits for it is given up later than one that has read everything', async () => {
  const minute = 60_000;
  const done = await watched(() => ({ bytes: 0, unanswered: 0 }));
  expect([await done.line.mayContinue(4 * minute), await done.line.mayContinue(5 * minute)]).toEqual([
    true,
    false,
  ]);
  const slow = await watched(() => ({ bytes: 300 * 1024, unanswered: 0 }));
  expect([await slow.line.mayContinue(9 * minute), await slow.line.mayContinue(10 * minute)]).toEqual([
    true,
    false,
  ]);
});

test.each([
  [1, 302, 298],
  [500, 802, 798],
])('what was acknowledged within %i s may be read as slowly after it', async (seconds, tooLong, notYet) => {
  let bytes = 1_000_000;
  const { clock, line, socket } = await watched(() => ({ bytes, unanswered: 0 }));
  socket.write(Buffer.alloc(bytes));
  await clock.advance(seconds * 1000 - 250);
  bytes = 0;
  await clock.advance(250);
  expect([await line.mayContinue(notYet * 1000), await line.mayContinue(tooLong * 1000)]).toEqual([
    true,
    false,
  ]);
});

test('a line of which only small packets come back swallows large ones', async () => {
  const sent = async (bytes: number, unanswered: number | null, answers = true) => {
    const line = await watched(() => ({ bytes, unanswered }), answers);
    line.socket.write(Buffer.alloc(100_000));
    return [await line.line.mayContinue(45_000), line.nothingThrough()];
  };
  expect(await sent(99_000, 3)).toEqual([false, 1]);
  expect(await sent(99_000, null)).toEqual([false, 1]);
  expect(await sent(99_000, 3, false)).toEqual([false, 0]);
  expect(await sent(99_000, 1)).toEqual([true, 0]);
  expect(await sent(50_000, null)).toEqual([true, 0]);
});

test('on a long way the system is not given more than it has a use for', async () => {
  let bytes = 500_000;
  const { clock, line } = await watched(() => ({ bytes, unanswered: 0, maxUsefulBytes: 400_000 }));
  expect(await line.waitForRoom(false)).toBe(Number.POSITIVE_INFINITY);
  await clock.advance(250);
  let given = 0;
  const room = line.waitForRoom(false).then((most) => {
    given = most;
  });
  await clock.advance(1_000);
  expect(given).toBe(0);
  bytes = 400_000;
  await clock.advance(10);
  await room;
  expect(given).toBe(128 * 1024);
});

test('on a long way more than usual waits only where as much moves in a second', async () => {
  let bytes = 7_000_000;
  const { clock, line, socket } = await watched(() => ({ bytes, unanswered: 0, maxUsefulBytes: 10_000_000 }));
  socket.write(Buffer.alloc(8_000_000));
  await clock.advance(250);
  bytes = 3_900_000;
  expect(await line.waitForRoom(false)).toBe(128 * 1024);
  bytes = 6_900_000;
  await clock.advance(250);
  bytes = 2_400_000;
  let isGiven = false;
  const room = line.waitForRoom(false).then(() => {
    isGiven = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isGiven).toBe(false);
  bytes = 2_300_000;
  await room;
});

test('on a short way it is given everything, and all of it is waited for only by who is careful', async () => {
  let bytes = 500_000;
  const { clock, line } = await watched(() => ({ bytes, unanswered: 0 }));
  await clock.advance(250);
  expect(await line.waitForRoom(false)).toBe(Number.POSITIVE_INFINITY);
  let isReady = false;
  const careful = line.waitForRoom(true).then(() => {
    isReady = true;
  });
  await clock.advance(1_000);
  expect(isReady).toBe(false);
  bytes = 0;
  await clock.advance(10);
  await careful;
});
