/**
 * Forwards packets between two VXLAN devices, from the namespace between them, under the conditions that
 * `Changes` messages set. Answers each message with the packet counts.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { randomFrom } from '../random.ts';
import { type Conditions, type Counts, createDirection, type Direction } from './conditions.ts';
import { isNeighbourDiscovery, packetBytes, readdress } from './packet.ts';

export type Side = 'near' | 'far';
export type Changes = Partial<Record<Side, Partial<Conditions>>> & {
  /** Applies the change only after the near side has sent this number of bytes. */
  readonly afterBytes?: number;
};
export type LineCounts = Readonly<Record<Side, Counts>>;
/** UDP ports of the VXLAN devices, which are also their network numbers. */
export const ports: Readonly<Record<Side, number>> = { near: 4001, far: 4002 };

const buffered = 8 * 1024 * 1024;
const [devices = '', seed = '1'] = process.argv.slice(2);
const random = randomFrom(Number(seed));

async function open(side: Side): Promise<Socket> {
  const socket = createSocket({ type: 'udp4' });
  socket.bind(ports[side]);
  await once(socket, 'listening');
  socket.setRecvBufferSize(buffered);
  socket.setSendBufferSize(buffered);
  return socket;
}

// Runs at high priority, because scheduling delays would distort the conditions.
setPriority(constants.priority.PRIORITY_HIGHEST);

const sockets = { near: await open('near'), far: await open('far') };
const directions: Record<Side, Direction<Buffer>> = {
  near: createDirection<Buffer>({}, random),
  far: createDirection<Buffer>({}, random),
};
const others: Record<Side, Side> = { near: 'far', far: 'near' };

let isTicking = false;
function tick(): void {
  isTicking = false;
  const now = performance.now();
  for (const side of ['near', 'far'] as const) {
    for (const frame of directions[side].arrived(now)) deliver(frame, others[side]);
  }
  if (!isTicking && (directions.near.isBusy() || directions.far.isBusy())) {
    isTicking = true;
    setTimeout(tick, 1);
  }
}

function deliver(frame: Buffer, to: Side): void {
  readdress(frame, ports[to]);
  sockets[to].send(frame, ports[to], devices);
}

for (const side of ['near', 'far'] as const) {
  sockets[side].on('message', (frame) => {
    if (isNeighbourDiscovery(frame)) {
      deliver(frame, others[side]);
      return;
    }
    directions[side].take(frame, packetBytes(frame), performance.now());
    if (awaited && directions.near.counts().bytes >= awaited.bytes) {
      apply(awaited.changes);
      awaited = null;
    }
    if (!isTicking) tick();
  });
}

let awaited: { readonly bytes: number; readonly changes: Changes } | null = null;

function apply(changes: Changes): void {
  for (const side of ['near', 'far'] as const) directions[side].set(changes[side] ?? {});
}

process.on('message', (changes: Changes) => {
  const { afterBytes } = changes;
  if (afterBytes === undefined) apply(changes);
  else awaited = { bytes: directions.near.counts().bytes + afterBytes, changes };
  process.send?.({ near: directions.near.counts(), far: directions.far.counts() } satisfies LineCounts);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
