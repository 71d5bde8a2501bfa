import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { connect, isIP, type Socket } from 'node:net';
import { minSlice } from './slices.ts';

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
const attemptDelayMs = 250;
const keepAliveMs = 60_000;

/** Local routing errors, which do not concern the service. */
const noRouteCodes: ReadonlySet<string> = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
]);

/**
 * Opens a TCP connection to the first address that answers (Happy Eyeballs). Unlike in Node, each attempt may
 * use the whole timeout. Fails with the system's error, or `UND_ERR_CONNECT_TIMEOUT`.
 */
export function openSocket({ host, port, timeoutMs }: SocketTarget, lookup: Lookup, done: Done): void {
  const attempts = new Set<Socket>();
  const failures: NodeJS.ErrnoException[] = [];
  let remaining: readonly LookupAddress[] = [];
  let next: NodeJS.Timeout | undefined;
  let isFinished = false;

  const finish = (...result: Parameters<Done>): void => {
    if (isFinished) return;
    isFinished = true;
    clearTimeout(limit);
    clearTimeout(next);
    for (const socket of attempts) if (socket !== result[1]) socket.destroy();
    done(...result);
  };
  const limit = setTimeout(() => {
    const error = new Error(`${host}:${port} did not answer within ${timeoutMs} ms`);
    finish(Object.assign(error, { code: 'UND_ERR_CONNECT_TIMEOUT' }), null);
  }, timeoutMs);
  const tryNext = (): void => {
    clearTimeout(next);
    const [address, ...rest] = remaining;
    if (!address || isFinished) return;
    remaining = rest;
    const options = { host: address.address, port, noDelay: true, writableHighWaterMark: minSlice };
    const socket = connect(options);
    attempts.add(socket);
    socket.setKeepAlive(true, keepAliveMs);
    socket.once('connect', () => finish(null, socket));
    socket.on('error', (error) => {
      attempts.delete(socket);
      failures.push(error);
      if (remaining.length > 0) tryNext();
      else if (attempts.size === 0) finish(pickError(failures, error), null);
    });
    next = setTimeout(tryNext, attemptDelayMs);
  };
  const begin = (addresses: readonly LookupAddress[]): void => {
    remaining = interleaveFamilies(addresses);
    tryNext();
  };

  const family = isIP(host);
  if (family !== 0) begin([{ address: host, family }]);
  else lookup(host, { all: true }, (error, addresses) => (error ? finish(error, null) : begin(addresses)));
}

/** Alternates address families, starting with the first address's family. */
function interleaveFamilies(addresses: readonly LookupAddress[]): readonly LookupAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family);
  const rounds = Math.max(first.length, second.length);
  return Array.from({ length: rounds }, (_, round) => [first[round], second[round]])
    .flat()
    .filter((address) => address !== undefined);
}

function pickError(failures: readonly NodeJS.ErrnoException[], last: Error): Error {
  return failures.find(({ code = '' }) => !noRouteCodes.has(code)) ?? last;
}
