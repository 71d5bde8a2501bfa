/** Builds in watched folders whose contents do not match their zip directory. */
import { readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import { folderRule, startedCore, upload, writeBuild } from './core-world.ts';

async function watching(): Promise<{ readonly core: Core; readonly builds: string; readonly good: Buffer }> {
  const { core, dataDir, builds } = await startedCore();
  await writeBuild(dataDir, 'good.apk', 7);
  await core.folders.add(folderRule(builds, { afterUpload: { kind: 'delete' } }));
  return { core, builds, good: await readFile(join(dataDir, 'good.apk')) };
}

const versions = async (core: Core): Promise<readonly string[]> => {
  const all = await core.apps.list({ accountId: builtInAccountId });
  return all.flatMap(({ lastProfile }) => (lastProfile ? [lastProfile.version] : []));
};

function damaged(good: Buffer): Buffer {
  const copy = Buffer.from(good);
  const at = copy.length >> 1;
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at);
  return copy;
}

const time = new Date(Date.UTC(2020, 0, 1));

test.for([
  { how: 'written over it', fill: (path: string, good: Buffer) => writeFile(path, good) },
  {
    how: 'written over it with the old time',
    fill: async (path: string, good: Buffer) => {
      await writeFile(path, good);
      await utimes(path, time, time);
    },
  },
  {
    how: 'renamed over it with the old time',
    fill: async (path: string, good: Buffer) => {
      await writeFile(`${path}.part`, good);
      await utimes(`${path}.part`, time, time);
      await rename(`${path}.part`, path);
    },
  },
])('a damaged build waits, and an intact one $how is uploaded', async ({ fill }) => {
  const { core, builds, good } = await watching();
  const path = join(builds, 'app.apk');
  await writeFile(join(builds, 'part'), damaged(good));
  await utimes(join(builds, 'part'), time, time);
  await rename(join(builds, 'part'), path);
  const waiting = await upload(core, ({ state }) => state === 'retrying');
  expect(waiting.failure?.code).toBe('uploads/unfinished');
  expect((await stat(path)).size).toBe(good.length);
  expect(await versions(core)).toEqual([]);
  await fill(path, good);
  await upload(core, ({ state }) => state === 'done');
  await core.uploads.idle();
  expect(await versions(core)).toEqual(['1.7']);
  expect(core.uploads.list().filter(({ state }) => state === 'done')).toHaveLength(1);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});
