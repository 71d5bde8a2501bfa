import type { BrowserWindow } from 'electron';

/** Leaves full screen first on macOS, where hiding a full-screen window leaves a black space. */
export function hideWindow(
  window: Pick<BrowserWindow, 'hide' | 'isFullScreen' | 'once' | 'setFullScreen'>,
  platform: NodeJS.Platform,
): void {
  if (platform === 'darwin' && window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
}
