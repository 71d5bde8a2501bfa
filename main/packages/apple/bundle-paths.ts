/** Where the apps in a zip of an Apple build lie. Pure over names. */

import { plainName } from '../text.ts';

export type AppPlaces = {
  /** Entries that are the property list of an app right inside Payload. */
  readonly main: readonly { readonly bundle: string; readonly entry: string }[];
  readonly hasPayload: boolean;
  /** The first app right inside Payload, with or without a property list; null when there is none. */
  readonly bundle: string | null;
  /** The app nearest to the top that is not in Payload, and whether it is one for the Mac; null when there is none. */
  readonly elsewhere: { readonly place: string; readonly isMac: boolean } | null;
};

const mainList = /^Payload\/([^/]+\.app)\/Info\.plist$/;

export function appPlaces(names: readonly string[]): AppPlaces {
  const main: { bundle: string; entry: string }[] = [];
  let hasPayload = false;
  let bundle: string | null = null;
  let elsewhere: AppPlaces['elsewhere'] = null;
  for (const entry of names) {
    const name = plainName(entry);
    if (name.startsWith('__MACOSX/')) continue;
    if (name.startsWith('Payload/')) {
      hasPayload = true;
      bundle ??= /^Payload\/[^/]+\.app(?=\/)/.exec(name)?.[0] ?? null;
      const app = mainList.exec(name)?.[1];
      if (app) main.push({ bundle: `Payload/${app}`, entry });
      const inPayload = /^Payload\/[^/]+\.app\/Contents\//.test(name) ? outside(name) : null;
      if (inPayload) elsewhere = inPayload;
      continue;
    }
    const found = outside(name);
    if (found && (!elsewhere || found.place.length < elsewhere.place.length)) elsewhere = found;
  }
  return { main, hasPayload, bundle, elsewhere };
}

function outside(name: string): { place: string; isMac: boolean } | null {
  if (!name.endsWith('/Info.plist')) return null;
  const place = /^(.*?\.app)\/(Contents\/)?Info\.plist$/.exec(name);
  return place?.[1] ? { place: place[1], isMac: place[2] !== undefined } : null;
}
