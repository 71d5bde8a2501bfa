/** What the built page is made of and what it may do, for everything that serves it. */

/** Content types by extension in lower case; a file of another kind is no part of the page. */
export const pageContentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The page's Content-Security-Policy, with what one server adds to it. Icons of apps come as `data:` images. */
export const contentSecurityPolicy = (...more: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Scripts make no HTML from text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...more,
  ].join('; ');
