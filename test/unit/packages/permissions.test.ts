import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeBinaryXml } from '../../fixtures/builds/binary-xml.ts';
import { storedZip } from '../../fixtures/builds/zip-writer.ts';

test('inspectPackage lists each requested permission once', async () => {
  const permission = (tag: string, name: string) => ({ tag, android: { name } });
  const manifest = writeBinaryXml({
    tag: 'manifest',
    plain: { package: 'org.example.notes' },
    children: [
      permission('uses-permission', 'android.permission.INTERNET'),
      permission('uses-permission-sdk-23', 'android.permission.POST_NOTIFICATIONS'),
      permission('uses-permission', 'android.permission.INTERNET'),
      permission('permission', 'org.example.notes.OWN'),
      {
        tag: 'application',
        android: {},
        children: [permission('uses-permission', 'android.permission.CAMERA')],
      },
    ],
  });
  const path = join(await temporaryFolder(), 'notes.apk');
  await writeFile(path, storedZip([{ name: 'AndroidManifest.xml', data: manifest }]));
  expect((await inspectPackage(path)).permissions).toEqual([
    'android.permission.INTERNET',
    'android.permission.POST_NOTIFICATIONS',
  ]);
});
