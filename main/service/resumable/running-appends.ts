import { serviceErrors } from '../errors.ts';

type RunningAppend = { readonly abortController: AbortController; readonly done: Promise<unknown> };

/** Appends of this instance. A new request ends the running one and waits until its bytes are stored. */
export type RunningAppends = {
  end(id: string): Promise<void>;
  run<Result>(id: string, append: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
};

export function createRunningAppends(): RunningAppends {
  const running = new Map<string, RunningAppend>();
  const end: RunningAppends['end'] = async (id) => {
    const append = running.get(id);
    append?.abortController.abort(serviceErrors.uploadOffset({ offset: null }));
    await append?.done;
  };
  return {
    end,
    run: async (id, append) => {
      while (running.has(id)) await end(id);
      const abortController = new AbortController();
      const { promise: done, resolve } = Promise.withResolvers<void>();
      running.set(id, { abortController, done });
      try {
        return await append(abortController.signal);
      } finally {
        running.delete(id);
        resolve();
      }
    },
  };
}
