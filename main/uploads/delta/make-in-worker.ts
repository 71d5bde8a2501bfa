import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { makeRecipe } from '../../delta/make-recipe.ts';

type Options = {
  readonly maxSize: number;
  /** Maximum duration. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
};

/**
 * Runs `makeRecipe` in a worker thread. On abort and after `maxMs`, terminates the thread, removes the
 * incomplete recipe, and throws.
 */
export async function makeInWorker(
  paths: Parameters<typeof makeRecipe>[0],
  { maxSize, maxMs, signal }: Options,
): ReturnType<typeof makeRecipe> {
  signal.throwIfAborted();
  const { url } = import.meta;
  // The bundler writes the worker to the same folder.
  const entry = new URL(url.endsWith('.ts') ? 'recipe-thread.ts' : 'recipe-thread.js', url);
  const worker = new Worker(entry, { workerData: { paths, maxSize }, name: 'recipe' });
  const ended = new AbortController();
  let isMade = false;
  try {
    const [made] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit').then(() => [null]),
      sleep(maxMs, null, { signal: ended.signal }).then(() => {
        throw new Error(`The recipe was not made within ${Math.ceil(maxMs / 1_000)} s`);
      }),
    ]);
    isMade = made !== null;
    return made as Awaited<ReturnType<typeof makeRecipe>>;
  } finally {
    ended.abort();
    await worker.terminate();
    if (!isMade) await rm(paths.recipe, { force: true });
  }
}
