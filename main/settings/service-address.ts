/** What people copy along with the address of a service: the paths every distribution service has of its own. */

import { withoutTrailingSlash } from '../base/trim-end.ts';

const ownPath = /\/(?:api\/v3|identity\/connect)(?:\/.*)?$/is;

/** `address` without a path of the API at its end, and that path; null when it has none. `address` has to be a URL. */
export function withoutApiPath(address: string): { readonly base: string; readonly path: string } | null {
  const url = new URL(address);
  const path = ownPath.exec(url.pathname)?.[0];
  if (path === undefined) return null;
  return { base: url.origin + url.pathname.slice(0, -path.length), path: withoutTrailingSlash(path) };
}
