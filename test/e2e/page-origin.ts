import { toWeb } from '../fakes/electron/addresses.ts';

/** Where the page of the window lies in the double's Chromium. */
export const pageOrigin = new URL(toWeb('app://slipway/')).origin;
