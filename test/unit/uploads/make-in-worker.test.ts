import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeInWorker } from '../../../main/uploads/delta/make-in-worker.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('a worker makes a recipe, and ends with an error after the maximum time', async () => {
  const folder = await temporaryFolder();
  const paths = {
    base: join(folder, 'base'),
    target: join(folder, 'target'),
    recipe: join(folder, 'recipe'),
  };
  await writeFile(paths.base, Buffer.alloc(2_000, 1));
  await writeFile(paths.target, Buffer.alloc(3_000, 1));
  const options = { maxSize: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal };
  await expect(makeInWorker(paths, { ...options, maxMs: 0 })).rejects.toThrow('not made within 0 s');
  expect(existsSync(paths.recipe)).toBe(false);
  expect(await makeInWorker(paths, { ...options, maxMs: 60_000 })).toMatchObject({ targetSize: 3_000 });
  expect(existsSync(paths.recipe)).toBe(true);
});
