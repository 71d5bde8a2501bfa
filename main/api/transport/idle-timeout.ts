import type { Clock } from '../../base/clock.ts';
import { cancelled } from '../../base/errors.ts';
import { apiErrors } from '../errors.ts';
import { displayHost, type ProxyInfo } from './proxy/proxy.ts';

export type IdleTimeout = {
  readonly signal: AbortSignal;
  readonly touch: () => void;
  /** Sets the proxy that the timeout error names. */
  readonly setProxy: (proxy: ProxyInfo | null) => void;
  readonly fail: (reason: Error) => void;
  readonly stop: () => void;
};

/**
 * Aborts a request with a coded error if the caller aborts, the client closes, or there is no progress for
 * `idleTimeoutMs` and `mayContinue` returns false.
 */
export function startIdleTimeout(
  request: {
    readonly url: URL;
    readonly idleTimeoutMs: number;
    readonly signal?: AbortSignal | undefined;
  },
  clock: Clock,
  closing: AbortSignal,
  mayContinue: (silentMs: number) => Promise<boolean> = async () => false,
): IdleTimeout {
  const { idleTimeoutMs, url } = request;
  const end = new AbortController();
  let proxy: ProxyInfo | null = null;
  let activeAt = clock.monotonic();
  let activityCount = 0;
  const onIdle = async (): Promise<void> => {
    const before = activityCount;
    const continues = await mayContinue(clock.monotonic() - activeAt);
    if (stopped || activityCount !== before) return;
    if (continues) cancelTimer = clock.after(idleTimeoutMs, startCheck);
    else {
      const seconds = Math.round((clock.monotonic() - activeAt) / 1000);
      end.abort(apiErrors.timeout({ host: displayHost(url, proxy), seconds }));
    }
  };
  const startCheck = (): void => void onIdle();
  const stops: (() => void)[] = [];
  for (const signal of [request.signal, closing]) {
    if (!signal) continue;
    const abort = (): void => end.abort(cancelled({ cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    stops.push(() => signal.removeEventListener('abort', abort));
  }
  let cancelTimer = clock.after(idleTimeoutMs, startCheck);
  let stopped = false;
  return {
    signal: end.signal,
    touch: () => {
      if (stopped) return;
      activeAt = clock.monotonic();
      activityCount += 1;
      cancelTimer();
      cancelTimer = clock.after(idleTimeoutMs, startCheck);
    },
    setProxy: (next) => {
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
