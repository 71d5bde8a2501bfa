/**
 * The window frame. On macOS and Windows, the page's title area is the title bar;
 * `renderer/styles/title-bar.css` reserves space for the buttons.
 */
import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme } from 'electron';

type Frame = Pick<
  BrowserWindowConstructorOptions,
  'backgroundColor' | 'titleBarStyle' | 'titleBarOverlay' | 'trafficLightPosition'
>;
type Theme = Pick<NativeTheme, 'shouldUseDarkColors' | 'on' | 'off'>;

/** Must match `--ground` and `--text` of the page. */
const colours = {
  light: { color: '#ffffff', symbolColor: '#1b1c1f' },
  dark: { color: '#1c1d1f', symbolColor: '#ececee' },
} as const;

const coloursOf = ({ shouldUseDarkColors }: Theme) => colours[shouldUseDarkColors ? 'dark' : 'light'];

export function frameOptions(platform: NodeJS.Platform, theme: Theme): Frame {
  const { color: backgroundColor, symbolColor } = coloursOf(theme);
  switch (platform) {
    case 'darwin':
      return { backgroundColor, titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 16, y: 18 } };
    case 'win32':
      return {
        backgroundColor,
        titleBarStyle: 'hidden',
        titleBarOverlay: { color: backgroundColor, symbolColor, height: 40 },
      };
    default:
      return { backgroundColor };
  }
}

/** Windows does not update the colours of its buttons by itself. */
export function followTheme(
  window: Pick<BrowserWindow, 'setTitleBarOverlay' | 'on'>,
  platform: NodeJS.Platform,
  theme: Theme,
): void {
  if (platform !== 'win32') return;
  const follow = (): void => window.setTitleBarOverlay(coloursOf(theme));
  theme.on('updated', follow);
  window.on('closed', () => theme.off('updated', follow));
}
