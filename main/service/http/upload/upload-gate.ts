import { serviceErrors } from '../../errors.ts';

/** Runs an upload when there is room for one more. Throws `service/busy` when there is none. */
export type UploadGate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createUploadGate(limit: number): UploadGate {
  let running = 0;
  return async (work) => {
    if (running >= limit) throw serviceErrors.busy({ limit });
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
