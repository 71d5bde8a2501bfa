import { exitCodes } from '../exit-codes.ts';

export type Interrupt = {
  /** Aborted by the first Ctrl-C or a request to end. */
  readonly signal: AbortSignal;
  /** Resolves when it is. */
  readonly asked: Promise<void>;
  /** True if a signal ended the work that was no Ctrl-C on a terminal, as when a job is cancelled. */
  terminated(): boolean;
  /** Asks, in the person's place. */
  end(): void;
  stop(): void;
};

const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The first Ctrl-C (or SIGTERM, SIGHUP) asks to stop cleanly, the second ends the process at once. */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let terminated = false;
  const receive = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    terminated = name !== 'SIGINT' || !process.stdin.isTTY;
    onFirst();
    controller.abort();
  };
  const giveBack = signals.map(takeSignal);
  for (const name of signals) process.on(name, receive);
  return {
    signal: controller.signal,
    asked,
    terminated: () => terminated,
    end: () => controller.abort(),
    stop: () => {
      for (const name of signals) process.off(name, receive);
      for (const restore of giveBack) restore();
    },
  };
}

/** Libraries that clean up at a signal (the settings' writer does) raise it again, which would count as the second. */
function takeSignal(name: NodeJS.Signals): () => void {
  const others = process.rawListeners(name) as NodeJS.SignalsListener[];
  for (const listener of others) process.off(name, listener);
  return () => {
    for (const listener of others) process.on(name, listener);
  };
}

/** The outcome of `work`, or an abort as soon as the person asks to stop; what `work` then does is nobody's business. */
export async function unlessInterrupted<Result>(
  interrupt: Interrupt,
  work: Promise<Result>,
): Promise<Result> {
  const stopped = interrupt.asked.then((): never => {
    throw interrupt.signal.reason;
  });
  return Promise.race([work, stopped]);
}
