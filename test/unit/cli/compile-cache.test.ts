/** What Node keeps of the program between two commands is run unchecked, so nobody else may be able to write it. */
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipway } from './run-slipway.ts';

test.runIf(process.platform === 'linux')('it is kept in a folder of the person alone', async () => {
  const caches = await temporaryFolder();
  const { code } = await slipway(['--version'], { XDG_CACHE_HOME: caches });
  const folder = join(caches, 'slipway', 'compile-cache');
  expect([code, (await stat(folder)).mode & 0o777]).toEqual([0, 0o700]);
  expect(await readdir(folder)).toHaveLength(1);
});

test.runIf(process.platform === 'linux')('a folder that others can write to is left alone', async () => {
  const caches = await temporaryFolder();
  const folder = join(caches, 'slipway', 'compile-cache');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  expect((await slipway(['--version'], { XDG_CACHE_HOME: caches })).code).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});
