import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Clock } from '../base/clock.ts';
import type { SendQueues } from './send-queue.ts';

/** What happens on the connection of an upload, seen from below: a large buffer of the system hides it from who writes. */
export type LineWatch = {
  /** Whether an upload on which nothing has moved may still go on: the line is slow, or the service takes its time. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly stop: () => void;
};

/** A line that is alive answers one of so many tries, whose pauses double each time. */
const deadAfterUnanswered = 3;

const probeMs = 15_000;

export function watchLine(options: {
  readonly clock: Clock;
  /** The TCP connection; null until there is one. */
  readonly socket: () => Socket | null;
  readonly sendQueues: SendQueues;
  /** Asks something small of the service on another connection; rejects when no answer came. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly onMove: () => void;
  /** The address of this computer that the connection uses is gone: nothing will ever come back on it. */
  readonly onAddressGone: () => void;
  /** Told the bytes that the system holds and the other side has not acknowledged; null where the system does not tell. */
  readonly onUnacknowledged: (bytes: number | null) => void;
}): LineWatch {
  const { clock, socket, sendQueues } = options;
  let cancelTimer = (): void => {};
  let stopped = false;
  let last = '';
  let hadAddress = false;

  const look = async (): Promise<void> => {
    const now = socket();
    const queue = now && (await sendQueues.read(now));
    if (stopped) return;
    if (now && queue) {
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
    mayGoOn: async () => {
      const now = socket();
      const queue = now && (await sendQueues.read(now));
      if ((queue?.unanswered ?? 0) >= deadAfterUnanswered) return false;
      const late = new AbortController();
      const cancelLate = clock.after(probeMs, () => late.abort());
      return options
        .probe(late.signal)
        .then(
          () => true,
          () => false,
        )
        .finally(cancelLate);
    },
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
}

function isOwn(address: string): boolean {
  const plain = (text: string): string => text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '');
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
