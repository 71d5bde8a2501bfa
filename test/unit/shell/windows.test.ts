/** Identifiers and icons on Windows: the toast activator of installer and application, and tray icons. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toastActivator } from '../../../main/shell/notices/toast.ts';
import { type TrayIcon, trayFile } from '../../../main/shell/tray/tray-model.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const read = (...path: readonly string[]) => readFile(join(project, ...path));

test('the installer and the application share the notification activator', async () => {
  expect(toastActivator).toMatch(/^\{[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\}$/);
  const installer = await read('assets', 'windows', 'installer.nsh');
  expect(installer.toString()).toContain(`!define TOAST_ACTIVATOR "${toastActivator}"`);
  expect((await read('main', 'shell', 'app.ts')).toString()).toContain(
    'setToastActivatorCLSID(toastActivator)',
  );
});

const icons = ['idle', 'working', 'paused', 'attention'] as const satisfies readonly TrayIcon[];

test.each(icons)('the tray icon "%s" has every size from 100 % to 300 % in full colour', async (icon) => {
  const bytes = await read('assets', 'tray', trayFile(icon, 'win32'));
  const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [start, length] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 8)];
    return {
      width: bytes[at],
      height: bytes[at + 1],
      bits: bytes.readUInt16LE(at + 6),
      end: start + length,
    };
  });
  const sizes = [16, 20, 24, 28, 32, 40, 48];
  expect(entries.map(({ width, height, bits }) => [width, height, bits])).toEqual(
    sizes.map((size) => [size, size, 32]),
  );
  expect(Math.max(...entries.map(({ end }) => end))).toBe(bytes.length);
});

test('the tray icon is a template image on macOS and coloured on Linux', () => {
  expect(trayFile('idle', 'darwin')).toBe('idleTemplate.png');
  expect(trayFile('idle', 'linux')).toBe('idle.png');
});
