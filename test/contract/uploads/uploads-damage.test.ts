/** A build with wrong checksums is never stored, and does not prevent the upload of the intact build. */
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleBytes, startWorld } from './uploads-world.ts';

const large = { paddingBytes: 5_000_000 };

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns a copy with one changed byte in the middle. */
function flipped(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at);
  return copy;
}

test.for([
  { size: 'small', padding: { paddingBytes: 20_000 } },
  { size: 'large', padding: large },
])('a $size damaged copy fails, and the intact build is then uploaded', async ({ padding }) => {
  const { world } = await startWorld();
  const path = join(world.folder, 'a.apk');
  await writeFile(path, flipped(sampleBytes(padding)));
  const request = world.request(path, { afterUpload: { kind: 'delete' } });
  expect(await world.run(request)).toMatchObject({
    state: 'failed',
    failure: { code: 'package/partDamaged', remedy: 'choose-file' },
  });
  expect(await world.versions()).toEqual([]);
  await writeFile(path, sampleBytes(padding));
  expect((await world.run(request))?.state).toBe('done');
  expect((await world.versions()).map(({ fileSize }) => fileSize)).toEqual([sampleBytes(padding).length]);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('a damaged copy of an existing build is not deleted', async () => {
  const { world } = await startWorld();
  await world.run(world.request(await world.build('a.apk', large)));
  const path = join(world.folder, 'b.apk');
  await writeFile(path, flipped(sampleBytes(large)));
  const copy = await world.run(world.request(path, { afterUpload: { kind: 'delete' } }));
  expect(copy).toMatchObject({ state: 'failed', failure: { code: 'package/partDamaged' } });
  expect(await readFile(path)).toEqual(flipped(sampleBytes(large)));
  expect(await world.versions()).toHaveLength(1);
});

test('an incomplete watched file waits and is uploaded once it is complete', async () => {
  const { world, uploads } = await startWorld();
  const path = join(world.folder, 'a.apk');
  const whole = Buffer.from(sampleBytes(large));
  // Zeros part of the file, as an unfinished copy may. The hole is smaller than a memory page.
  const holed = Buffer.from(whole);
  holed.fill(0, 2_000_000, 2_000_100);
  await writeFile(path, holed);
  const { id } = await uploads.add(world.request(path, { folderId: 'watched' }));
  const waiting = await world.until(id, ({ state }) => state === 'retrying');
  expect(waiting).toMatchObject({
    failure: { code: 'uploads/unfinished', remedy: 'wait' },
  });
  expect(await world.versions()).toEqual([]);
  await writeFile(path, whole);
  const again = await uploads.add(world.request(path, { folderId: 'watched' }));
  expect(again.id).toBe(id);
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'done' });
  expect(await world.versions()).toHaveLength(1);
});

test('a repaired watched file is uploaded without a file event', async () => {
  const { world, uploads } = await startWorld();
  const path = join(world.folder, 'a.apk');
  await writeFile(path, flipped(sampleBytes()));
  const { id } = await uploads.add(world.request(path, { folderId: 'watched' }));
  await world.until(id, ({ state }) => state === 'retrying');
  await writeFile(path, sampleBytes());
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect(await world.versions()).toHaveLength(1);
});

test.each(['testingdist', 'appstore'] as const)(
  'a build corrupted in transit fails in %s and can be uploaded again',
  async (area) => {
    const { world } = await startWorld();
    const path = await world.build('a.apk', large);
    world.proxy.fault(/^POST .*profiles$/, { kind: 'flip', at: 2_500_000 });
    const request = world.request(path, { area, afterUpload: { kind: 'delete' } });
    expect(await world.run(request)).toMatchObject({
      state: 'failed',
      failure: { code: 'api/contentMismatch', remedy: 'none', values: { fileName: 'a.apk' } },
    });
    expect(world.proxy.requests.filter((line) => /^POST .*profiles(\/|$)/.test(line))).toHaveLength(1);
    expect((await world.versions()).filter(({ isActive }) => isActive)).toEqual([]);
    expect((await stat(path)).size).toBe(sampleBytes(large).length);
    expect((await world.run(request))?.state).toBe('done');
    expect((await world.versions()).map(({ isActive }) => isActive)).toEqual(
      area === 'testingdist' ? [true, false] : [],
    );
  },
);

test('a build corrupted in transit is uploaded again after a lost response', async () => {
  const { world } = await startWorld();
  const path = await world.build('a.apk', large);
  world.proxy.fault(/^POST .*profiles$/, { kind: 'flip', at: 2_500_000, cut: true });
  const view = await world.run(world.request(path));
  expect(view).toMatchObject({ state: 'done', sha256: hashOf(sampleBytes(large)) });
  const versions = await world.versions();
  expect(versions.map(({ isActive, profileFiles }) => [isActive, profileFiles])).toMatchObject([
    [true, [{ sha256: view.sha256 }]],
    [false, [{ sha256: expect.not.stringMatching(view.sha256 ?? '') }]],
  ]);
});
