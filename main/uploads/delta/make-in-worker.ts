import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { makeRecipe } from '../../delta/make-recipe.ts';

/** Runs `makeRecipe` in a worker thread, and terminates the thread on abort. */
export async function makeInWorker(
  paths: Parameters<typeof makeRecipe>[0],
  { maxSize, signal }: { readonly maxSize: number; readonly signal: AbortSignal },
): ReturnType<typeof makeRecipe> {
  signal.throwIfAborted();
  const { url } = import.meta;
  // The bundler writes the worker to the same folder.
  const entry = new URL(url.endsWith('.ts') ? 'recipe-thread.ts' : 'recipe-thread.js', url);
  const worker = new Worker(entry, { workerData: { paths, maxSize }, name: 'recipe' });
  try {
    const [made] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit').then(() => [null]),
    ]);
    return made as Awaited<ReturnType<typeof makeRecipe>>;
  } finally {
    await worker.terminate();
  }
}
