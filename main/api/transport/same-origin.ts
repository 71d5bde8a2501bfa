/**
 * Resolves `href`, without credentials and fragment. Returns a reason instead if the origin differs from that
 * of `base`, because the token would be sent there. Pure.
 */
export function resolveSameOrigin(base: URL, href: string, responseUrl: URL): URL | string {
  if (!URL.canParse(href, responseUrl.href)) return 'it is not a valid address';
  const url = new URL(href, responseUrl);
  // A `blob:` address has the origin of the address it wraps.
  if (url.origin !== base.origin || url.protocol !== base.protocol) {
    return `it leads to ${url.protocol}//${url.host}`;
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}
