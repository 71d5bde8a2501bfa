import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { SendQueue, SendQueues } from './send-queue.ts';

/** What happens on the connection of an upload, seen from below: a large buffer of the system hides it from who writes. */
export type ConnectionMonitor = {
  /**
   * Whether an upload on which nothing was seen to move for so long may still go on: the line is slow, or the service takes
   * its time.
   */
  readonly mayGoOn: (silentMs: number) => Promise<boolean>;
  /**
   * Waits until the system has a use for more, or, with `isCareful`, until everything handed over is acknowledged: not at
   * all where it does not tell. Gives how many bytes may be handed over then.
   */
  readonly room: (isCareful: boolean) => Promise<number>;
  readonly stop: () => void;
};

/** A line that is alive answers one of so many tries, whose pauses double each time. */
const deadAfterUnanswered = 3;

/** Handed over at once on a long way. */
const portion = 128 * 1024;

const probeMs = 15_000;

/** Of an upload, more than its head, which fits into one packet that may be smaller than others. */
const leastThrough = 16 * 1024;

/** A service that answers others, but has left this request standing for so long, has lost it. */
const longestSilenceMs = 5 * 60_000;

/** What the system took may go out at this speed, or be read at it, without anything to be seen of it. */
const slowestBytesPerSecond = 1024;
/** What a system keeps, at either end; and of what is seen to wait, the most that moves at once: room is made in steps. */
const mostKept = 4 * 1024 * 1024;
const largestStep = 512 * 1024;
/** Of a long way: what systems keep by themselves for a program of small writes. More is of use to a faster line only. */
const usualWaiting = 2304 * 1024;

export function monitorConnection(options: {
  readonly clock: Clock;
  /** The TCP connection; null until there is one. */
  readonly socket: () => Socket | null;
  readonly sendQueues: SendQueues;
  /** Asks something small of the service on another connection; rejects when no answer came. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly onMove: () => void;
  /** Nothing of an upload gets through, though the service answers small requests. */
  readonly onNothingThrough: () => void;
  /** The address of this computer that the connection uses is gone: nothing will ever come back on it. */
  readonly onAddressGone: () => void;
  /** Told the bytes that the system holds and the other side has not acknowledged; null where the system does not tell. */
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
        // Not the clock's time: the system drains its buffer in real time.
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
    /** Bytes per second up to the last acknowledgement; infinite before the first one. */
    speed: () => speed,
    /** `bytes` is the total so far. */
    acknowledge: (bytes: number): void => {
      if (bytes <= last.bytes) return;
      const at = clock.monotonic();
      speed = (1000 * (bytes - last.bytes)) / Math.max(1, at - last.at);
      last = { bytes, at };
    },
  };
}

/** No connection has a round trip of over a second, and more bytes than it carries in one would overfill queues on the way. */
function maxWaiting(speed: number): number {
  return Math.max(usualWaiting, Number.isFinite(speed) ? speed : 0);
}

/** Longest time without visible progress: systems at both ends may still drain their buffers. */
function maxSilenceMs(written: number, queue: SendQueue | null, speed: number): number {
  const buffered = Math.min(mostKept, written) / Math.max(queue ? speed : 0, slowestBytesPerSecond);
  const step = Math.min(largestStep, queue?.bytes ?? 0) / slowestBytesPerSecond;
  return longestSilenceMs + (buffered + step) * 1000;
}

/** Returns true if the probe is answered in time. */
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
  // The whole of 127.0.0.0/8 belongs to the loopback interface, which lists one of it.
  if (wanted.startsWith('127.')) return true;
  return ownAddresses()?.some((each) => plain(each) === wanted) ?? true;
}

/** Null where the system does not tell: some sandboxes refuse the question. */
function ownAddresses(): readonly string[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  } catch {
    return null;
  }
}
