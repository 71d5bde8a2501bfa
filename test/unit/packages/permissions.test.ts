import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBinaryXml } from '../../../main/cli/demo/samples/binary-xml.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tinyZip } from '../../fakes/tiny-zip.ts';

test('the permissions an apk asks for are listed, each once', async () => {
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
  await writeFile(path, tinyZip([{ name: 'AndroidManifest.xml', data: manifest }]));
  expect((await inspectPackage(path)).permissions).toEqual([
    'android.permission.INTERNET',
    'android.permission.POST_NOTIFICATIONS',
  ]);
});
