/** Entry point of a worker thread that creates one recipe. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeRecipe } from '../../delta/make-recipe.ts';

const { paths, maxSize } = workerData as {
  readonly paths: Parameters<typeof makeRecipe>[0];
  readonly maxSize: number;
};
parentPort?.postMessage(await makeRecipe(paths, { maxSize }));
