import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { watchLine } from '../../../main/api/line-watch.ts';
import { linuxQueue, macQueue, type SendQueue, systemSendQueues } from '../../../main/api/send-queue.ts';
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
  expect(linuxQueue(table, { local: 'D431', remote: '01BB' })).toEqual({ bytes: 128_000, unanswered: 5 });
  expect(linuxQueue(table, { local: 'D432', remote: '01BB' })).toEqual({ bytes: 16, unanswered: 2 });
  expect(linuxQueue(table, { local: '0016', remote: '0000' })).toBeNull();
  expect(linuxQueue('', { local: 'D431', remote: '01BB' })).toBeNull();
});

test('the send queue of a connection in the table of macOS', () => {
  const table = [
    'Active Internet connections',
    'Proto Recv-Q Send-Q  Local Address          Foreign Address        (state)',
    'tcp4       0 131072  192.168.1.10.54321     203.0.113.9.443        ESTABLISHED',
    'tcp4       0      0  192.168.1.10.54322     203.0.113.9.443        CLOSE_WAIT',
  ].join('\n');
  const other = '203.0.113.9.443';
  expect(macQueue(table, '192.168.1.10.54321', other)).toEqual({ bytes: 131_072, unanswered: null });
  expect(macQueue(table, '192.168.1.10.54322', other)).toBeNull();
});

test.runIf(process.platform === 'linux')('what the other side has not taken is in the queue', async () => {
  const socket = await toOneThatNeverReads();
  const { read } = systemSendQueues();
  expect(await read(socket)).toEqual({ bytes: 0, unanswered: 0 });
  socket.write(Buffer.alloc(32 * 1024 * 1024));
  await expect.poll(async () => (await read(socket))?.bytes).toBeGreaterThan(0);
  socket.destroy();
  await once(socket, 'close');
  expect(await read(socket)).toBeNull();
});

async function watched(queue: () => SendQueue | null, answers = true) {
  const clock = createFakeClock();
  const socket = await toOneThatNeverReads();
  let moves = 0;
  let probes = 0;
  const told: (number | null)[] = [];
  const line = watchLine({
    clock,
    socket: () => socket,
    sendQueues: { read: async () => queue(), everyMs: 250 },
    probe: async () => {
      probes += 1;
      if (!answers) throw new Error('no answer');
    },
    onMove: () => {
      moves += 1;
    },
    onAddressGone: () => {},
    onUnacknowledged: (bytes) => told.push(bytes),
  });
  onTestFinished(line.stop);
  return { clock, line, told, moves: () => moves, probes: () => probes };
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
  expect([await dead.line.mayGoOn(), dead.probes()]).toEqual([false, 0]);
});

test('a line that is silent lives while the service answers elsewhere', async () => {
  for (const queue of [{ bytes: 9, unanswered: 1 }, null]) {
    const slow = await watched(() => queue);
    expect([await slow.line.mayGoOn(), slow.probes()]).toEqual([true, 1]);
    const dead = await watched(() => queue, false);
    expect([await dead.line.mayGoOn(), dead.probes()]).toEqual([false, 1]);
  }
});
