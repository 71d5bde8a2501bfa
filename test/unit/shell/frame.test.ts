import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, NativeTheme } from 'electron';
import { expect, test } from 'vitest';
import { followTheme, frameOptions } from '../../../main/shell/window/frame.ts';

const themeOf = (shouldUseDarkColors: boolean) =>
  Object.assign(new EventEmitter(), { shouldUseDarkColors }) as unknown as NativeTheme & {
    shouldUseDarkColors: boolean;
  };

test('the window has the title bar style of the platform', () => {
  const light = themeOf(false);
  expect(frameOptions('linux', light)).toEqual({ backgroundColor: '#ffffff' });
  expect(frameOptions('darwin', light)).toMatchObject({ titleBarStyle: 'hiddenInset' });
  expect(frameOptions('win32', themeOf(true))).toMatchObject({
    backgroundColor: '#1c1d1f',
    titleBarStyle: 'hidden',
    titleBarOverlay: { color: '#1c1d1f', symbolColor: '#ececee' },
  });
});

test('the title bar colours match the style sheet of the page', async () => {
  const tokens = await readFile(
    join(import.meta.dirname, '..', '..', '..', 'renderer', 'styles', 'tokens.css'),
    'utf8',
  );
  const [light, dark] = [false, true].map((isDark) => frameOptions('win32', themeOf(isDark)).titleBarOverlay);
  for (const [name, key] of [
    ['ground', 'color'],
    ['text', 'symbolColor'],
  ] as const) {
    const values = [light, dark].map((overlay) => (overlay as Record<string, unknown>)[key]);
    expect(tokens).toContain(`--${name}: light-dark(${values.join(', ')});`);
  }
});

test('the Windows title bar follows the theme until the window closes', () => {
  const theme = themeOf(false);
  const overlays: unknown[] = [];
  const window = Object.assign(new EventEmitter(), {
    setTitleBarOverlay: (to: unknown) => overlays.push(to),
  });
  followTheme(window as unknown as BrowserWindow, 'linux', theme);
  followTheme(window as unknown as BrowserWindow, 'win32', theme);
  theme.shouldUseDarkColors = true;
  theme.emit('updated');
  expect(overlays).toEqual([{ color: '#1c1d1f', symbolColor: '#ececee' }]);
  window.emit('closed');
  theme.emit('updated');
  expect(overlays).toHaveLength(1);
});
