import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { SendQueues } from './send-queue.ts';

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
  /** Bytes a second, when something was acknowledged last. */
  let speed = Number.POSITIVE_INFINITY;
  let acknowledged = { bytes: 0, at: clock.monotonic() };
  const measure = (bytes: number): void => {
    if (bytes <= acknowledged.bytes) return;
    const at = clock.monotonic();
    speed = (1000 * (bytes - acknowledged.bytes)) / Math.max(1, at - acknowledged.at);
    acknowledged = { bytes, at };
  };

  /** On no way is more than a second long; beyond what moves on it, bytes would fill the queues on the way and be dropped. */
  const mostWaiting = (): number => Math.max(usualWaiting, Number.isFinite(speed) ? speed : 0);

  const look = async (): Promise<void> => {
    const now = socket();
    const queue = now && (await sendQueues.read(now));
    if (stopped) return;
    if (now && queue) {
      isLong = queue.mostUseful !== null;
      measure(now.bytesWritten - queue.bytes);
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
      const kept =
        Math.min(mostKept, now?.bytesWritten ?? 0) / Math.max(queue ? speed : 0, slowestBytesPerSecond);
      const step = Math.min(largestStep, queue?.bytes ?? 0) / slowestBytesPerSecond;
      if (silentMs >= longestSilenceMs + (kept + step) * 1000) return false;
      const late = new AbortController();
      const cancelLate = clock.after(probeMs, () => late.abort());
      const isAlive = await options
        .probe(late.signal)
        .then(
          () => true,
          () => false,
        )
        .finally(cancelLate);
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
        const most = isCareful ? 0 : Math.min(mostWaiting(), queue?.mostUseful ?? Number.POSITIVE_INFINITY);
        if (stopped || !queue || queue.bytes <= most) return portion;
        // The system's doing, in its own time.
        await pause(sendQueues.everyMs / 25);
      }
    },
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
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
