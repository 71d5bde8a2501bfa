import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalledCopy } from '../../../main/shell/system/installed-copy.ts';

const project = join(import.meta.dirname, '..', '..', '..');

test.each([
  ['/private/var/folders/xy/T/AppTranslocation/5F0C/d/Slipway.app/Contents/MacOS/Slipway', false],
  ['/Volumes/Slipway 0.1.0/Slipway.app/Contents/MacOS/Slipway', false],
  ['/Applications/Slipway.app/Contents/MacOS/Slipway', true],
])('the macOS program %s is an installed copy: %s', (program, installed) => {
  expect(isInstalledCopy('darwin', program)).toBe(installed);
});

test('a Windows copy counts as installed if its uninstaller exists', async () => {
  const template = join(project, 'node_modules/app-builder-lib/templates/nsis/common.nsh');
  const name = /UNINSTALL_FILENAME "(.+)"/.exec(await readFile(template, 'utf8'))?.[1];
  const { productName } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    readonly productName: string;
  };
  const uninstaller = `C:\\Slipway\\${name?.replace(/\$\{\w+\}/, productName)}`;
  const program = 'C:\\Slipway\\Slipway.exe';
  expect(isInstalledCopy('win32', program, (path) => path === uninstaller)).toBe(true);
  expect(isInstalledCopy('win32', program, () => false)).toBe(false);
});

test('a Linux copy always counts as installed', () => {
  expect(isInstalledCopy('linux', '/tmp/slipway.AppImage', () => false)).toBe(true);
});
