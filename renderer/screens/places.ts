/** Screens in the order of the sidebar; their names are in `common.json`. */
import type { PlaceKind } from '../logic/place.ts';
import type { IconName } from '../parts/icons.tsx';

export const places: readonly (readonly [PlaceKind, IconName])[] = [
  ['uploads', 'uploads'],
  ['apps', 'apps'],
  ['store', 'store'],
  ['folders', 'folders'],
  ['push', 'push'],
];

export const lowerPlaces: typeof places = [
  ['service', 'service'],
  ['settings', 'settings'],
  ['help', 'question'],
];
