import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { translatorOf } from '../../../main/messages/translator.ts';
import { aboutPanel, readProduct } from '../../../main/shell/tray/about.ts';

test('the about panel shows name, version, license and website', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-about-'));
  const manifest = { version: '1.2.3', license: 'MIT' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  expect(aboutPanel(readProduct(folder), '/icon.png', translatorOf('de'))).toEqual({
    applicationName: 'Slipway',
    applicationVersion: '1.2.3',
    copyright: 'MIT-Lizenz',
    iconPath: '/icon.png',
  });
  const homepage = 'https://slipway.example/';
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, homepage }));
  expect(aboutPanel(readProduct(folder), '/icon.png', translatorOf('en'))).toMatchObject({
    copyright: 'MIT license',
    website: homepage,
    credits: homepage,
  });
});
