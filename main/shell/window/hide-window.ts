import type { BrowserWindow } from 'electron';

/** macOS leaves a black space behind when a window in full screen is hidden: there it leaves full screen first. */
export function hideWindow(
  window: Pick<BrowserWindow, 'hide' | 'isFullScreen' | 'once' | 'setFullScreen'>,
  platform: NodeJS.Platform,
): void {
  if (platform === 'darwin' && window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
}
