/** Locates the apps in the zip of an Apple build. Pure over names. */

import { plainName } from '../text.ts';

export type AppPlaces = {
  /** Info.plist entries of apps directly in Payload. */
  readonly main: readonly { readonly bundle: string; readonly entry: string }[];
  readonly hasPayload: boolean;
  /** First app directly in Payload, with or without Info.plist; null if there is none. */
  readonly bundle: string | null;
  /** Outermost app outside Payload, or a Mac app inside it; null if there is none. */
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
