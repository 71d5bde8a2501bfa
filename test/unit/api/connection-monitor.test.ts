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

/** Connects to a server that never reads. */
async function connectToStalledServer(): Promise<Socket> {
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

test('parseLinuxQueue returns the send queue of an open connection', () => {
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

test('parseMacQueue returns the send queue of an open connection', () => {
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

test.runIf(process.platform === 'linux')(
  'the send queue contains the bytes that the server has not read',
  async () => {
    const socket = await connectToStalledServer();
    const { read } = systemSendQueues();
    expect(await read(socket)).toEqual({ bytes: 0, unanswered: 0, maxUsefulBytes: null });
    socket.write(Buffer.alloc(32 * 1024 * 1024));
    await expect.poll(async () => (await read(socket))?.bytes).toBeGreaterThan(0);
    socket.destroy();
    await once(socket, 'close');
    expect(await read(socket)).toBeNull();
  },
);

type QueueFacts = Pick<SendQueue, 'bytes' | 'unanswered'> & Partial<SendQueue>;

async function monitored(queue: () => QueueFacts | null, answers = true) {
  const clock = createFakeClock();
  const socket = await connectToStalledServer();
  let moves = 0;
  let probes = 0;
  let largePacketsLost = 0;
  const readQueue = (): SendQueue | null => {
    const now = queue();
    return now && { maxUsefulBytes: null, ...now };
  };
  const unacknowledged: (number | null)[] = [];
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
      largePacketsLost += 1;
    },
    onAddressRemoved: () => {},
    onUnacknowledged: (bytes) => unacknowledged.push(bytes),
  });
  onTestFinished(line.stop);
  return {
    clock,
    line,
    socket,
    unacknowledged,
    moves: () => moves,
    probes: () => probes,
    largePacketsLost: () => largePacketsLost,
  };
}

test('only a shrinking send queue counts as progress', async () => {
  let bytes = 3_000;
  const { clock, unacknowledged, moves } = await monitored(() => ({ bytes, unanswered: 0 }));
  await clock.advance(250);
  expect(moves()).toBe(1);
  await clock.advance(250);
  expect(moves()).toBe(1);
  bytes = 2_000;
  await clock.advance(250);
  expect([moves(), unacknowledged]).toEqual([2, [3_000, 3_000, 2_000]]);
});

test('a connection with unanswered retransmissions fails without a probe', async () => {
  const dead = await monitored(() => ({ bytes: 9, unanswered: 3 }));
  dead.socket.write(Buffer.alloc(100_000));
  expect([await dead.line.mayContinue(45_000), dead.probes()]).toEqual([false, 0]);
});

test('a silent connection continues while the service answers probes', async () => {
  for (const queue of [{ bytes: 9, unanswered: 1 }, null]) {
    const slow = await monitored(() => queue);
    expect([await slow.line.mayContinue(45_000), slow.probes()]).toEqual([true, 1]);
    const dead = await monitored(() => queue, false);
    expect([await dead.line.mayContinue(45_000), dead.probes()]).toEqual([false, 1]);
  }
});

test('a connection with unacknowledged bytes has a longer timeout', async () => {
  const minute = 60_000;
  const done = await monitored(() => ({ bytes: 0, unanswered: 0 }));
  expect([await done.line.mayContinue(4 * minute), await done.line.mayContinue(5 * minute)]).toEqual([
    true,
    false,
  ]);
  const slow = await monitored(() => ({ bytes: 300 * 1024, unanswered: 0 }));
  expect([await slow.line.mayContinue(9 * minute), await slow.line.mayContinue(10 * minute)]).toEqual([
    true,
    false,
  ]);
});

test.each([
  [1, 302, 298],
  [500, 802, 798],
])('a response to a body acknowledged in %i s times out within %i s', async (seconds, tooLong, notYet) => {
  let bytes = 1_000_000;
  const { clock, line, socket } = await monitored(() => ({ bytes, unanswered: 0 }));
  socket.write(Buffer.alloc(bytes));
  await clock.advance(seconds * 1000 - 250);
  bytes = 0;
  await clock.advance(250);
  expect([await line.mayContinue(notYet * 1000), await line.mayContinue(tooLong * 1000)]).toEqual([
    true,
    false,
  ]);
});

test('a connection that drops only large packets is reported', async () => {
  const sent = async (bytes: number, unanswered: number | null, answers = true) => {
    const line = await monitored(() => ({ bytes, unanswered }), answers);
    line.socket.write(Buffer.alloc(100_000));
    return [await line.line.mayContinue(45_000), line.largePacketsLost()];
  };
  expect(await sent(99_000, 3)).toEqual([false, 1]);
  expect(await sent(99_000, null)).toEqual([false, 1]);
  expect(await sent(99_000, 3, false)).toEqual([false, 0]);
  expect(await sent(99_000, 1)).toEqual([true, 0]);
  expect(await sent(50_000, null)).toEqual([true, 0]);
});

test('a high-latency connection limits its send queue', async () => {
  let bytes = 500_000;
  const { clock, line } = await monitored(() => ({ bytes, unanswered: 0, maxUsefulBytes: 400_000 }));
  expect(await line.waitForRoom(false)).toBe(Number.POSITIVE_INFINITY);
  await clock.advance(250);
  let given = 0;
  const room = line.waitForRoom(false).then((max) => {
    given = max;
  });
  await clock.advance(1_000);
  expect(given).toBe(0);
  bytes = 400_000;
  await clock.advance(10);
  await room;
  expect(given).toBe(128 * 1024);
});

test('a high-latency connection sizes its send queue by its speed', async () => {
  let bytes = 7_000_000;
  const { clock, line, socket } = await monitored(() => ({
    bytes,
    unanswered: 0,
    maxUsefulBytes: 10_000_000,
  }));
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

test('a low-latency link waits only if the caller requires an empty queue', async () => {
  let bytes = 500_000;
  const { clock, line } = await monitored(() => ({ bytes, unanswered: 0 }));
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
