/** API paths of a distribution service, which users often copy with its base address. */

import { withoutTrailingSlash } from '../base/trim-end.ts';

const ownPath = /\/(?:api\/v3|identity\/connect)(?:\/.*)?$/is;

/** Splits a trailing API path off `address`, which must be a URL; null if it has none. */
export function withoutApiPath(address: string): { readonly base: string; readonly path: string } | null {
  const url = new URL(address);
  const path = ownPath.exec(url.pathname)?.[0];
  if (path === undefined) return null;
  return { base: url.origin + url.pathname.slice(0, -path.length), path: withoutTrailingSlash(path) };
}
