import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { connect, isIP, type Socket } from 'node:net';
import { smallestSlice } from './slices.ts';

/** Returns the addresses of a name in order of preference, like `lookup` of `node:dns` with `all`. */
export type Lookup = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type SocketTarget = {
  readonly host: string;
  readonly port: number;
  /** Total time, including name resolution. */
  readonly timeoutMs: number;
};

type Done = (...result: [error: Error, socket: null] | [error: null, socket: Socket]) => void;

/** Delay before the next address is tried in parallel (RFC 8305, section 5). */
const headStartMs = 250;
const keepAliveMs = 60_000;

/** The system has no route to such an address, which does not concern the service. */
const withoutRoute: ReadonlySet<string> = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
]);

/**
 * Opens a TCP connection to the first address of a name that answers (Happy Eyeballs). Every attempt may use
 * the whole timeout, while Node abandons a slow address early. Fails with the system's error, or with
 * `UND_ERR_CONNECT_TIMEOUT` after `timeoutMs`.
 */
export function openSocket({ host, port, timeoutMs }: SocketTarget, lookup: Lookup, done: Done): void {
  const attempts = new Set<Socket>();
  const failures: NodeJS.ErrnoException[] = [];
  let waiting: readonly LookupAddress[] = [];
  let next: NodeJS.Timeout | undefined;
  let isOver = false;

  const end = (...result: Parameters<Done>): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(limit);
    clearTimeout(next);
    for (const socket of attempts) if (socket !== result[1]) socket.destroy();
    done(...result);
  };
  const limit = setTimeout(() => {
    const error = new Error(`${host}:${port} did not answer within ${timeoutMs} ms`);
    end(Object.assign(error, { code: 'UND_ERR_CONNECT_TIMEOUT' }), null);
  }, timeoutMs);
  const tryNext = (): void => {
    clearTimeout(next);
    const [address, ...rest] = waiting;
    if (!address || isOver) return;
    waiting = rest;
    const options = { host: address.address, port, noDelay: true, writableHighWaterMark: smallestSlice };
    const socket = connect(options);
    attempts.add(socket);
    socket.setKeepAlive(true, keepAliveMs);
    socket.once('connect', () => end(null, socket));
    socket.on('error', (error) => {
      attempts.delete(socket);
      failures.push(error);
      if (waiting.length > 0) tryNext();
      else if (attempts.size === 0) end(mostTelling(failures, error), null);
    });
    next = setTimeout(tryNext, headStartMs);
  };
  const begin = (addresses: readonly LookupAddress[]): void => {
    waiting = byTurns(addresses);
    tryNext();
  };

  const family = isIP(host);
  if (family !== 0) begin([{ address: host, family }]);
  else lookup(host, { all: true }, (error, addresses) => (error ? end(error, null) : begin(addresses)));
}

/** Alternates the families, starting with that of the first address. */
function byTurns(addresses: readonly LookupAddress[]): readonly LookupAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family);
  const turns = Math.max(first.length, second.length);
  return Array.from({ length: turns }, (_, turn) => [first[turn], second[turn]])
    .flat()
    .filter((address) => address !== undefined);
}

function mostTelling(failures: readonly NodeJS.ErrnoException[], last: Error): Error {
  return failures.find(({ code = '' }) => !withoutRoute.has(code)) ?? last;
}
