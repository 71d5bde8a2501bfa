import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Redactor } from '../../../main/base/log/redact.ts';
import { createIcons, type Icons } from '../../../main/core/apps/icons.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleApk, sampleIpa } from '../packages/builds.ts';
import { apkOf } from '../packages/signed-apk.ts';

async function world(): Promise<{ icons: Icons; folder: string; put(bytes: Buffer): Promise<string> }> {
  const home = await temporaryFolder();
  const folder = join(home, 'icons');
  return {
    icons: createIcons({ folder, log: collectedLog(new Redactor()).log }),
    folder,
    put: async (bytes) => {
      const path = join(home, 'build.apk');
      await writeFile(path, bytes);
      return path;
    },
  };
}

test('store() deduplicates icons by hash', async () => {
  const { icons, folder, put } = await world();
  const path = await put(sampleApk({ versionCode: 1 }));
  const name = (await icons.store(path)) ?? '';
  expect(name).toMatch(/^[0-9a-f]{64}\.png$/);
  expect(await icons.store(await put(sampleApk({ versionCode: 2 })))).toBe(name);
  expect(await readdir(folder)).toEqual([name]);
  expect(await icons.get(name)).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  expect(await icons.fromFile(path)).toBe(await icons.get(name));
});

test('store() returns null for a build without an icon and for other files', async () => {
  const { icons, put } = await world();
  const bare = await put(apkOf());
  expect([await icons.store(bare), await icons.fromFile(bare)]).toEqual([null, null]);
  expect(await icons.store(await put(Buffer.from('no build')))).toBeNull();
  expect(await icons.store(join(await temporaryFolder(), 'gone.apk'))).toBeNull();
});

test.each(['../settings.json', '..', '/etc/hostname', `${'0'.repeat(64)}.svg`, `${'0'.repeat(64)}.png`])(
  'get() returns null for %s',
  async (name) => expect(await (await world()).icons.get(name)).toBeNull(),
);

test('prune() removes unused icons', async () => {
  const { icons, folder, put } = await world();
  await icons.prune(new Set());
  const used = (await icons.store(await put(sampleApk()))) ?? '';
  await icons.store(await put(sampleIpa({ id: 'dev.example.other' })));
  expect(await readdir(folder)).toHaveLength(2);
  await icons.prune(new Set([used]));
  expect(await readdir(folder)).toEqual([used]);
});
