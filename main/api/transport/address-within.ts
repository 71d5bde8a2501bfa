/**
 * The address `href` stands for in an answer from `at`, or why it may not be asked: whatever leads to another origin than
 * `base` would bring the token there. Without name, password and mark. Pure.
 */
export function addressWithin(base: URL, href: string, at: URL): URL | string {
  if (!URL.canParse(href, at.href)) return 'it is no address';
  const url = new URL(href, at);
  // An address that only wraps another has its origin.
  if (url.origin !== base.origin || url.protocol !== base.protocol) {
    return `it leads to ${url.protocol}//${url.host}`;
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}
