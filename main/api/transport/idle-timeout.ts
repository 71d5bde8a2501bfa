import type { Clock } from '../../base/clock.ts';
import { cancelled } from '../../base/errors.ts';
import { apiErrors } from '../errors.ts';
import { type ShownProxy, shownHost } from './proxy/proxy.ts';

export type IdleTimeout = {
  readonly signal: AbortSignal;
  readonly touch: () => void;
  /** Sets the proxy that the timeout error names. */
  readonly through: (proxy: ShownProxy | null) => void;
  readonly fail: (reason: Error) => void;
  readonly stop: () => void;
};

/**
 * Aborts a request with a coded reason: the caller's abort, the close of the client, or no progress for too
 * long. A request without progress continues while `mayGoOn` returns true.
 */
export function startIdleTimeout(
  request: {
    readonly url: URL;
    readonly idleTimeoutMs: number;
    readonly signal?: AbortSignal | undefined;
  },
  clock: Clock,
  closing: AbortSignal,
  mayGoOn: (silentMs: number) => Promise<boolean> = async () => false,
): IdleTimeout {
  const { idleTimeoutMs, url } = request;
  const end = new AbortController();
  let proxy: ShownProxy | null = null;
  let movedAt = clock.monotonic();
  let moves = 0;
  const idle = async (): Promise<void> => {
    const before = moves;
    const goesOn = await mayGoOn(clock.monotonic() - movedAt);
    if (stopped || moves !== before) return;
    if (goesOn) cancelTimer = clock.after(idleTimeoutMs, begin);
    else {
      const seconds = Math.round((clock.monotonic() - movedAt) / 1000);
      end.abort(apiErrors.timeout({ host: shownHost(url, proxy), seconds }));
    }
  };
  const begin = (): void => void idle();
  const stops: (() => void)[] = [];
  for (const signal of [request.signal, closing]) {
    if (!signal) continue;
    const abort = (): void => end.abort(cancelled({ cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    stops.push(() => signal.removeEventListener('abort', abort));
  }
  let cancelTimer = clock.after(idleTimeoutMs, begin);
  let stopped = false;
  return {
    signal: end.signal,
    touch: () => {
      if (stopped) return;
      movedAt = clock.monotonic();
      moves += 1;
      cancelTimer();
      cancelTimer = clock.after(idleTimeoutMs, begin);
    },
    through: (next) => {
      proxy = next;
    },
    fail: (reason) => end.abort(reason),
    stop: () => {
      stopped = true;
      cancelTimer();
      for (const stop of stops) stop();
    },
  };
}
