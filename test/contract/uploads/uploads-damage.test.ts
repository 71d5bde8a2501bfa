/** What does not match its own checksums is never on the service, and never shuts out the build it is a copy of. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleBytes, startWorld } from './uploads-world.ts';

const large = { paddingBytes: 5_000_000 };

/** One byte in the middle of the file is another one. */
function flipped(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at);
  return copy;
}

test.for([
  { size: 'small', padding: { paddingBytes: 20_000 } },
  { size: 'large', padding: large },
])(
  'a $size damaged copy fails, nothing of it is stored, and the good build goes out after it',
  async ({ padding }) => {
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
  },
);

test('a damaged copy of a build that is there is not deleted', async () => {
  const { world } = await startWorld();
  await world.run(world.request(await world.build('a.apk', large)));
  const path = join(world.folder, 'b.apk');
  await writeFile(path, flipped(sampleBytes(large)));
  const copy = await world.run(world.request(path, { afterUpload: { kind: 'delete' } }));
  expect(copy).toMatchObject({ state: 'failed', failure: { code: 'package/partDamaged' } });
  expect(await readFile(path)).toEqual(flipped(sampleBytes(large)));
  expect(await world.versions()).toHaveLength(1);
});

test('a watched file that does not match waits, says why, and goes out once the rest of it is written', async () => {
  const { world, uploads } = await startWorld();
  const path = join(world.folder, 'a.apk');
  const whole = Buffer.from(sampleBytes(large));
  // A hole smaller than a page.
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

test('a watched file whose rest comes without a word is found when it is looked at again', async () => {
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
