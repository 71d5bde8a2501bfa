const maxAddresses = 5;

/**
 * Returns other addresses that the user may have meant by `address`: after a redirect, `redirect` and its
 * parents, then the parents of `address`; parents are ordered by length, shortest first. Credentials are sent
 * to these addresses, so each has the host of `address`, and either https or the same origin.
 */
export function nearbyAddresses(address: string, redirect: string | null): readonly string[] {
  const given = new URL(address);
  const all = [redirect, address].flatMap((text) => {
    const url = text !== null && URL.canParse(text) ? new URL(text) : null;
    return url && isSafe(url, given) ? parents(url) : [];
  });
  return [...new Set(all)].filter((each) => each !== withoutSlash(address)).slice(0, maxAddresses);
}

function isSafe(url: URL, given: URL): boolean {
  return url.origin === given.origin || (url.protocol === 'https:' && url.hostname === given.hostname);
}

function parents(url: URL): readonly string[] {
  const names = url.pathname.split('/').filter(Boolean).slice(0, maxAddresses);
  return ['', ...names].map((_, length) => [url.origin, ...names.slice(0, length)].join('/'));
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
