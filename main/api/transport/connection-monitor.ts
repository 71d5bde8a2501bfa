import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { SendQueue, SendQueues } from './send-queue.ts';

/** Monitors the TCP connection of an upload below the send buffer, which hides progress from the writer. */
export type ConnectionMonitor = {
  /** Returns true if an upload without progress for `silentMs` may continue: slow, not dead. */
  readonly mayGoOn: (silentMs: number) => Promise<boolean>;
  /**
   * Waits until the send queue has room, or with `isCareful` until everything is acknowledged. Returns how
   * many bytes may be written then. Does not wait if the system does not report acknowledgements.
   */
  readonly room: (isCareful: boolean) => Promise<number>;
  readonly stop: () => void;
};

/** Unanswered retransmissions in a row that show a dead connection; their intervals double. */
const deadAfterUnanswered = 3;

/** Bytes handed over at once on a connection with high latency. */
const portion = 128 * 1024;

const probeMs = 15_000;

/** Fewer acknowledged bytes count as none: the request head may fit into one small packet. */
const leastThrough = 16 * 1024;

/** A service that answers other requests, but not this one for so long, has lost it. */
const longestSilenceMs = 5 * 60_000;

/** Lowest assumed speed at which hidden buffers drain. */
const slowestBytesPerSecond = 1024;
/** Maximum bytes in a system's buffer; `largestStep` is the most that leaves the visible queue at once. */
const mostKept = 4 * 1024 * 1024;
const largestStep = 512 * 1024;
/** Send queue for high latency, as systems size it for small writes. Only faster connections need more. */
const usualWaiting = 2304 * 1024;

export function monitorConnection(options: {
  readonly clock: Clock;
  /** Null before the connection is open. */
  readonly socket: () => Socket | null;
  readonly sendQueues: SendQueues;
  /** Sends a small request to the service on another connection; rejects if there is no response. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly onMove: () => void;
  /** Called if no data of the upload arrives, though the service answers small requests. */
  readonly onNothingThrough: () => void;
  /** Called if this computer lost the local address of the connection, so no response can arrive. */
  readonly onAddressGone: () => void;
  /** Receives the bytes that are not yet acknowledged; null if the system does not report them. */
  readonly onUnacknowledged: (bytes: number | null) => void;
}): ConnectionMonitor {
  const { clock, socket, sendQueues } = options;
  let cancelTimer = (): void => {};
  let stopped = false;
  let last = '';
  let hadAddress = false;
  let isLong = false;
  const meter = createSpeedMeter(clock);

  const look = async (): Promise<void> => {
    const now = socket();
    const queue = now && (await sendQueues.read(now));
    if (stopped) return;
    if (now && queue) {
      isLong = queue.mostUseful !== null;
      meter.acknowledge(now.bytesWritten - queue.bytes);
      const state = `${queue.bytes} ${now.bytesWritten} ${now.bytesRead}`;
      if (state !== last) options.onMove();
      last = state;
    }
    if (now) options.onUnacknowledged(queue?.bytes ?? null);
    const hasAddress = now?.localAddress !== undefined && isOwn(now.localAddress);
    if (hadAddress && now?.localAddress !== undefined && !hasAddress) options.onAddressGone();
    hadAddress = hasAddress;
    cancelTimer = clock.after(sendQueues.everyMs, begin);
  };
  const begin = (): void => void look();
  cancelTimer = clock.after(sendQueues.everyMs, begin);

  return {
    mayGoOn: async (silentMs) => {
      const now = socket();
      const queue = now && (await sendQueues.read(now));
      const isUnanswered = (queue?.unanswered ?? 0) >= deadAfterUnanswered;
      const through = (now?.bytesWritten ?? 0) - (queue?.bytes ?? 0);
      const isBlocked = queue !== null && queue.bytes > 0 && through < leastThrough;
      if (isUnanswered && !isBlocked) return false;
      if (silentMs >= maxSilenceMs(now?.bytesWritten ?? 0, queue, meter.speed())) return false;
      const isAlive = await isAnswered(options.probe, clock);
      const isSwallowed = isBlocked && (isUnanswered || queue.unanswered === null);
      if (isAlive && isSwallowed) options.onNothingThrough();
      return isAlive && !isSwallowed;
    },
    room: async (isCareful) => {
      if (!isLong && !isCareful) return Number.POSITIVE_INFINITY;
      for (;;) {
        const now = socket();
        const queue = now && (await sendQueues.read(now));
        if (now) options.onUnacknowledged(queue?.bytes ?? null);
        const most = isCareful
          ? 0
          : Math.min(maxWaiting(meter.speed()), queue?.mostUseful ?? Number.POSITIVE_INFINITY);
        if (stopped || !queue || queue.bytes <= most) return portion;
        // Not the injected clock: the system drains its buffer in real time.
        await pause(sendQueues.everyMs / 25);
      }
    },
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
}

function createSpeedMeter(clock: Clock) {
  let speed = Number.POSITIVE_INFINITY;
  let last = { bytes: 0, at: clock.monotonic() };
  return {
    /** Bytes per second at the latest acknowledgement; infinite before the first. */
    speed: () => speed,
    /** `bytes` is the running total. */
    acknowledge: (bytes: number): void => {
      if (bytes <= last.bytes) return;
      const at = clock.monotonic();
      speed = (1000 * (bytes - last.bytes)) / Math.max(1, at - last.at);
      last = { bytes, at };
    },
  };
}

/** Assumes a round trip below one second: more bytes than fit into one would overfill queues on the way. */
function maxWaiting(speed: number): number {
  return Math.max(usualWaiting, Number.isFinite(speed) ? speed : 0);
}

/** Returns the longest allowed silence: systems at both ends may still drain their buffers. */
function maxSilenceMs(written: number, queue: SendQueue | null, speed: number): number {
  const buffered = Math.min(mostKept, written) / Math.max(queue ? speed : 0, slowestBytesPerSecond);
  const step = Math.min(largestStep, queue?.bytes ?? 0) / slowestBytesPerSecond;
  return longestSilenceMs + (buffered + step) * 1000;
}

async function isAnswered(probe: (signal: AbortSignal) => Promise<void>, clock: Clock): Promise<boolean> {
  const late = new AbortController();
  const cancelLate = clock.after(probeMs, () => late.abort());
  return probe(late.signal)
    .then(
      () => true,
      () => false,
    )
    .finally(cancelLate);
}

function isOwn(address: string): boolean {
  const plain = (text: string): string => (text.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const wanted = plain(address);
  // All of 127.0.0.0/8 is loopback, but the interface lists only one address of it.
  if (wanted.startsWith('127.')) return true;
  return ownAddresses()?.some((each) => plain(each) === wanted) ?? true;
}

/** Returns null if the system refuses the query, as some sandboxes do. */
function ownAddresses(): readonly string[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  } catch {
    return null;
  }
}
