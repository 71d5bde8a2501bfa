import type { Clock } from '../base/clock.ts';
import { cancelled } from '../base/errors.ts';
import { apiErrors } from './errors.ts';
import { type ShownProxy, shownHost } from './proxy.ts';

export type IdleWatch = {
  readonly signal: AbortSignal;
  readonly touch: () => void;
  /** Which proxy is to be named when nothing moves. */
  readonly through: (proxy: ShownProxy | null) => void;
  readonly stop: () => void;
};

/** Ends a request with a coded reason: the caller's abort, the end of the client, or nothing moving for too long. */
export function startIdleWatch(
  request: {
    readonly url: URL;
    readonly idleTimeoutMs: number;
    readonly signal?: AbortSignal | undefined;
  },
  clock: Clock,
  closing: AbortSignal,
): IdleWatch {
  const { idleTimeoutMs, url } = request;
  const end = new AbortController();
  let proxy: ShownProxy | null = null;
  const idle = (): void => {
    const seconds = Math.round(idleTimeoutMs / 1000);
    end.abort(apiErrors.timeout({ host: shownHost(url, proxy), seconds }));
  };
  const stops: (() => void)[] = [];
  for (const signal of [request.signal, closing]) {
    if (!signal) continue;
    const abort = (): void => end.abort(cancelled({ cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    stops.push(() => signal.removeEventListener('abort', abort));
  }
  let cancelTimer = clock.after(idleTimeoutMs, idle);
  let stopped = false;
  return {
    signal: end.signal,
    touch: () => {
      if (stopped) return;
      cancelTimer();
      cancelTimer = clock.after(idleTimeoutMs, idle);
    },
    through: (next) => {
      proxy = next;
    },
    stop: () => {
      stopped = true;
      cancelTimer();
      for (const stop of stops) stop();
    },
  };
}
