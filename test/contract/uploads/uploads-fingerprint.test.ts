import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorld, type World } from './uploads-world.ts';

/** Writes a copy with the same zip directory but different contents. */
async function damagedCopy(world: World, of: string, name: string): Promise<string> {
  const bytes = await readFile(of);
  const path = join(world.folder, name);
  const at = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  await writeFile(path, bytes);
  return path;
}

test('an existing build is recognised without reading its contents', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const first = await world.run(world.request(path));
  const copy = await world.run(world.request(await damagedCopy(world, path, 'b.apk')));
  expect(uploads.get(copy.id)).toMatchObject({
    state: 'already-there',
    sha256: uploads.get(first.id)?.sha256,
    target: uploads.get(first.id)?.target,
  });
  expect(world.uploadRequests()).toBe(1);
});
