import { exitCodes } from '../exit-codes.ts';

export type Interrupt = {
  /** Aborted by the first signal or by `end`. */
  readonly signal: AbortSignal;
  readonly requested: Promise<void>;
  /** True after a signal from outside, such as a cancelled CI job, but not after Ctrl-C on a terminal. */
  terminated(): boolean;
  end(): void;
  stop(): void;
};

const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Requests a clean stop on the first SIGINT, SIGTERM or SIGHUP; exits at once on the second. */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  const requested = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let terminated = false;
  const receive = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    terminated = name !== 'SIGINT' || !process.stdin.isTTY;
    onFirst();
    controller.abort();
  };
  const restoreListeners = signals.map(detachListeners);
  for (const name of signals) process.on(name, receive);
  return {
    signal: controller.signal,
    requested,
    terminated: () => terminated,
    end: () => controller.abort(),
    stop: () => {
      for (const name of signals) process.off(name, receive);
      for (const restore of restoreListeners) restore();
    },
  };
}

/** Removes other listeners: cleanup libraries raise the signal again, which would count twice. */
function detachListeners(name: NodeJS.Signals): () => void {
  const others = process.rawListeners(name) as NodeJS.SignalsListener[];
  for (const listener of others) process.off(name, listener);
  return () => {
    for (const listener of others) process.on(name, listener);
  };
}

/** Returns the result of `work`, or throws an abort error on an interrupt. Does not cancel `work`. */
export async function unlessInterrupted<Result>(
  interrupt: Interrupt,
  work: Promise<Result>,
): Promise<Result> {
  const stopped = interrupt.requested.then((): never => {
    throw interrupt.signal.reason;
  });
  return Promise.race([work, stopped]);
}
