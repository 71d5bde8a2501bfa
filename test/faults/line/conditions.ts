/** Simulates one direction of a link: delays, reorders and drops packets. Times are monotonic ms. */
import type { Random } from '../random.ts';

export type Conditions = {
  readonly delayMs: number;
  readonly lossPercent: number;
  /** Percentage of packets that arrive `reorderMs` late, behind packets sent after them. */
  readonly reorderPercent: number;
  readonly reorderMs: number;
  /** Maximum throughput, measured in whole IP packets including their headers; null for no limit. */
  readonly bytesPerSecond: number | null;
  /** Maximum size of the send queue. Further packets are dropped. */
  readonly queueBytes: number;
  /** MTU. Larger IP packets are dropped; null for no limit. */
  readonly mtuBytes: number | null;
  readonly isDead: boolean;
};

export const perfect: Conditions = {
  delayMs: 0,
  lossPercent: 0,
  reorderPercent: 0,
  reorderMs: 10,
  bytesPerSecond: null,
  queueBytes: 1_000_000,
  mtuBytes: null,
  isDead: false,
};

/** Sent packets, and dropped packets by reason. */
export type Counts = {
  readonly packets: number;
  readonly bytes: number;
  readonly dropped: {
    readonly queue: number;
    readonly loss: number;
    readonly size: number;
    readonly dead: number;
  };
};

export type Direction<Packet> = {
  set(changes: Partial<Conditions>): void;
  /** Sends one packet at time `now`. `bytes` is its size. */
  take(packet: Packet, bytes: number, now: number): void;
  /** Returns the packets that have arrived by now, in order. */
  arrived(now: number): readonly Packet[];
  /** True if any packet is in transit. */
  isBusy(): boolean;
  counts(): Counts;
};

type Waiting<Packet> = { readonly packet: Packet; readonly bytes: number; readonly at: number };
type Flying<Packet> = { readonly packet: Packet; readonly due: number };

export function createDirection<Packet>(given: Partial<Conditions>, random: Random): Direction<Packet> {
  let now = { ...perfect, ...given };
  const waiting: Waiting<Packet>[] = [];
  const flying: Flying<Packet>[] = [];
  let waitingBytes = 0;
  /** Time at which the link can send the next packet. */
  let freeAt = 0;
  const total = { packets: 0, bytes: 0 };
  const dropped = { queue: 0, loss: 0, size: 0, dead: 0 };
  const chance = (percent: number): boolean => percent > 0 && random.next() * 100 < percent;

  const launch = (packet: Packet, at: number): void => {
    const due = at + now.delayMs + (chance(now.reorderPercent) ? now.reorderMs : 0);
    let index = flying.length;
    while (index > 0 && (flying[index - 1]?.due ?? 0) > due) index -= 1;
    flying.splice(index, 0, { packet, due });
  };
  const transmit = (until: number): void => {
    for (;;) {
      const [first] = waiting;
      if (!first) return;
      const speed = now.bytesPerSecond;
      const sentAt = Math.max(freeAt, first.at) + (speed === null ? 0 : (first.bytes / speed) * 1000);
      if (sentAt > until) return;
      freeAt = sentAt;
      waiting.shift();
      waitingBytes -= first.bytes;
      launch(first.packet, sentAt);
    }
  };
  const fateOf = (bytes: number): keyof typeof dropped | null => {
    if (now.isDead) return 'dead';
    if (now.mtuBytes !== null && bytes > now.mtuBytes) return 'size';
    if (chance(now.lossPercent)) return 'loss';
    return waitingBytes + bytes > now.queueBytes ? 'queue' : null;
  };

  return {
    set: (changes) => {
      now = { ...now, ...changes };
      // Packets in transit on a line that dies are lost.
      if (now.isDead) {
        dropped.dead += waiting.length + flying.length;
        waiting.length = 0;
        flying.length = 0;
        waitingBytes = 0;
      }
    },
    take: (packet, bytes, at) => {
      total.packets += 1;
      total.bytes += bytes;
      transmit(at);
      const fate = fateOf(bytes);
      if (fate !== null) {
        dropped[fate] += 1;
        return;
      }
      waiting.push({ packet, bytes, at });
      waitingBytes += bytes;
      transmit(at);
    },
    arrived: (at) => {
      transmit(at);
      let count = 0;
      while ((flying[count]?.due ?? Number.POSITIVE_INFINITY) <= at) count += 1;
      return flying.splice(0, count).map(({ packet }) => packet);
    },
    isBusy: () => waiting.length > 0 || flying.length > 0,
    counts: () => ({ ...total, dropped: { ...dropped } }),
  };
}
