/** Locates the apps in the zip of an Apple build. Pure. */

import { normaliseEntryName } from '../text.ts';

export type AppPaths = {
  /** Apps directly in Payload, with their Info.plist entries. */
  readonly main: readonly { readonly bundle: string; readonly entry: string }[];
  readonly hasPayload: boolean;
  /** First app directly in Payload, with or without Info.plist; null if there is none. */
  readonly bundle: string | null;
  /** Outermost app outside Payload, or a Mac app in Payload; null if there is none. */
  readonly outsidePayload: { readonly path: string; readonly isMac: boolean } | null;
};

const mainList = /^Payload\/([^/]+\.app)\/Info\.plist$/;

export function findApps(names: readonly string[]): AppPaths {
  const main: { bundle: string; entry: string }[] = [];
  let hasPayload = false;
  let bundle: string | null = null;
  let outsidePayload: AppPaths['outsidePayload'] = null;
  for (const entry of names) {
    const name = normaliseEntryName(entry);
    if (name.startsWith('__MACOSX/')) continue;
    if (name.startsWith('Payload/')) {
      hasPayload = true;
      bundle ??= /^Payload\/[^/]+\.app(?=\/)/.exec(name)?.[0] ?? null;
      const app = mainList.exec(name)?.[1];
      if (app) main.push({ bundle: `Payload/${app}`, entry });
      const inPayload = /^Payload\/[^/]+\.app\/Contents\//.test(name) ? appOutsidePayload(name) : null;
      if (inPayload) outsidePayload = inPayload;
      continue;
    }
    const found = appOutsidePayload(name);
    if (found && (!outsidePayload || found.path.length < outsidePayload.path.length)) outsidePayload = found;
  }
  return { main, hasPayload, bundle, outsidePayload };
}

function appOutsidePayload(name: string): { path: string; isMac: boolean } | null {
  if (!name.endsWith('/Info.plist')) return null;
  const match = /^(.*?\.app)\/(Contents\/)?Info\.plist$/.exec(name);
  return match?.[1] ? { path: match[1], isMac: match[2] !== undefined } : null;
}
