import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import { hideWindow } from '../../../main/shell/window/hide-window.ts';

function windowIn(fullScreen: boolean) {
  const happened: string[] = [];
  const window = Object.assign(new EventEmitter(), {
    isFullScreen: () => fullScreen,
    setFullScreen: (on: boolean) => happened.push(`full screen: ${on}`),
    hide: () => happened.push('hidden'),
  });
  return { window: window as unknown as BrowserWindow, happened };
}

test('a full-screen window on macOS is hidden after it leaves full screen', () => {
  const { window, happened } = windowIn(true);
  hideWindow(window, 'darwin');
  expect(happened).toEqual(['full screen: false']);
  window.emit('leave-full-screen');
  expect(happened).toEqual(['full screen: false', 'hidden']);
});

test.each([
  ['darwin', false],
  ['linux', true],
  ['win32', true],
] as const)('a window on %s (full screen: %s) is hidden immediately', (platform, fullScreen) => {
  const { window, happened } = windowIn(fullScreen);
  hideWindow(window, platform);
  expect(happened).toEqual(['hidden']);
});
