/** Screens in the order of the sidebar; their names are in `common.json`. */
import type { ScreenKind } from '../logic/screen.ts';
import type { IconName } from '../parts/icons.tsx';

export const screens: readonly (readonly [ScreenKind, IconName])[] = [
  ['uploads', 'uploads'],
  ['apps', 'apps'],
  ['store', 'store'],
  ['folders', 'folders'],
  ['push', 'push'],
];

export const lowerScreens: typeof screens = [
  ['service', 'service'],
  ['settings', 'settings'],
  ['help', 'question'],
];
