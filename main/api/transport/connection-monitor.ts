import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { SendQueue, SendQueues } from './send-queue.ts';

/** Monitors acknowledgements, because a successful write only shows that the send buffer has room. */
export type ConnectionMonitor = {
  /** Returns true if an upload without progress for `idleMs` is slow, false if its connection is dead. */
  readonly mayContinue: (idleMs: number) => Promise<boolean>;
  /**
   * Waits until the send queue has room or, with `awaitsAcknowledgement`, is empty; returns how many bytes
   * may be written. Does not wait if the system reports no acknowledgements.
   */
  readonly waitForRoom: (awaitsAcknowledgement: boolean) => Promise<number>;
  readonly stop: () => void;
};

/** The connection counts as dead after this many consecutive retransmissions without an answer. */
const maxUnanswered = 3;

/** Bytes written at once on a high-latency connection. */
const portionBytes = 128 * 1024;

const probeTimeoutMs = 15_000;

/** Fewer acknowledged bytes may be only the request head, which fits into one small packet. */
const minAcknowledged = 16 * 1024;

/** A connection counts as dead after this time plus the time to drain buffers, even if the probe succeeds. */
const baseSilenceMs = 5 * 60_000;

/** Lowest assumed speed, used to estimate how long buffers take to drain. */
const minBytesPerSecond = 1024;
/** Maximum bytes assumed in system buffers. */
const maxBuffered = 4 * 1024 * 1024;
const maxQueueStep = 512 * 1024;
/** Send queue limit on a slow connection with high latency. Faster connections get a higher limit. */
const defaultQueueBytes = 2304 * 1024;

export function monitorConnection(options: {
  readonly clock: Clock;
  /** Null before the connection is open. */
  readonly socket: () => Socket | null;
  readonly sendQueues: SendQueues;
  /** Sends a small request to the service on another connection; rejects if there is no response. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly onProgress: () => void;
  /** Called if no upload data arrives, although the service answers small requests. */
  readonly onLargePacketsLost: () => void;
  /** Called if this computer lost the connection's local address, so that no response can arrive. */
  readonly onAddressRemoved: () => void;
  /** Receives the bytes that are not yet acknowledged; null if the system does not report them. */
  readonly onUnacknowledged: (bytes: number | null) => void;
}): ConnectionMonitor {
  const { clock, socket, sendQueues } = options;
  let cancelTimer = (): void => {};
  let stopped = false;
  let last = '';
  let hadAddress = false;
  let isHighLatency = false;
  const meter = createSpeedMeter(clock);

  const poll = async (): Promise<void> => {
    const now = socket();
    const queue = now && (await sendQueues.read(now));
    if (stopped) return;
    if (now && queue) {
      isHighLatency = queue.maxUsefulBytes !== null;
      meter.acknowledge(now.bytesWritten - queue.bytes);
      const state = `${queue.bytes} ${now.bytesWritten} ${now.bytesRead}`;
      if (state !== last) options.onProgress();
      last = state;
    }
    if (now) options.onUnacknowledged(queue?.bytes ?? null);
    const hasAddress = now?.localAddress !== undefined && isLocalAddress(now.localAddress);
    if (hadAddress && now?.localAddress !== undefined && !hasAddress) options.onAddressRemoved();
    hadAddress = hasAddress;
    cancelTimer = clock.after(sendQueues.pollMs, startPoll);
  };
  const startPoll = (): void => void poll();
  cancelTimer = clock.after(sendQueues.pollMs, startPoll);

  return {
    mayContinue: async (silentMs) => {
      const now = socket();
      const queue = now && (await sendQueues.read(now));
      const isUnanswered = (queue?.unanswered ?? 0) >= maxUnanswered;
      const acknowledged = (now?.bytesWritten ?? 0) - (queue?.bytes ?? 0);
      const isBlocked = queue !== null && queue.bytes > 0 && acknowledged < minAcknowledged;
      if (isUnanswered && !isBlocked) return false;
      if (silentMs >= maxSilenceMs(now?.bytesWritten ?? 0, queue, meter.speed())) return false;
      const isAlive = await isAnswered(options.probe, clock);
      const losesLargePackets = isBlocked && (isUnanswered || queue.unanswered === null);
      if (isAlive && losesLargePackets) options.onLargePacketsLost();
      return isAlive && !losesLargePackets;
    },
    waitForRoom: async (isCareful) => {
      if (!isHighLatency && !isCareful) return Number.POSITIVE_INFINITY;
      for (;;) {
        const now = socket();
        const queue = now && (await sendQueues.read(now));
        if (now) options.onUnacknowledged(queue?.bytes ?? null);
        const max = isCareful
          ? 0
          : Math.min(maxWaiting(meter.speed()), queue?.maxUsefulBytes ?? Number.POSITIVE_INFINITY);
        if (stopped || !queue || queue.bytes <= max) return portionBytes;
        // Not the injected clock: the system drains its buffer in real time.
        await pause(sendQueues.pollMs / 25);
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
    /** `bytes` is the total acknowledged so far. */
    acknowledge: (bytes: number): void => {
      if (bytes <= last.bytes) return;
      const at = clock.monotonic();
      speed = (1000 * (bytes - last.bytes)) / Math.max(1, at - last.at);
      last = { bytes, at };
    },
  };
}

/** Returns how many bytes may be queued: one second at this speed, but at least `defaultQueueBytes`. */
function maxWaiting(speed: number): number {
  return Math.max(defaultQueueBytes, Number.isFinite(speed) ? speed : 0);
}

/** Returns the longest allowed time without progress, including the time to drain the send buffers. */
function maxSilenceMs(written: number, queue: SendQueue | null, speed: number): number {
  const buffered = Math.min(maxBuffered, written) / Math.max(queue ? speed : 0, minBytesPerSecond);
  const step = Math.min(maxQueueStep, queue?.bytes ?? 0) / minBytesPerSecond;
  return baseSilenceMs + (buffered + step) * 1000;
}

async function isAnswered(probe: (signal: AbortSignal) => Promise<void>, clock: Clock): Promise<boolean> {
  const timeout = new AbortController();
  const cancelTimeout = clock.after(probeTimeoutMs, () => timeout.abort());
  return probe(timeout.signal)
    .then(
      () => true,
      () => false,
    )
    .finally(cancelTimeout);
}

function isLocalAddress(address: string): boolean {
  const plain = (text: string): string => (text.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const wanted = plain(address);
  // All of 127.0.0.0/8 is loopback, but the interface lists only one of these addresses.
  if (wanted.startsWith('127.')) return true;
  return localAddresses()?.some((each) => plain(each) === wanted) ?? true;
}

/** Returns null if the system refuses the query, as some sandboxes do. */
function localAddresses(): readonly string[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  } catch {
    return null;
  }
}
