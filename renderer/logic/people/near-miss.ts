import { addressKey } from './addresses.ts';

const wellKnownDomains: readonly string[] = [
  ...[
    'gmail.com',
    'outlook.com',
    'outlook.de',
    'outlook.fr',
    'hotmail.com',
    'hotmail.fr',
    'live.com',
    'msn.com',
  ],
  ...[
    'yahoo.com',
    'yahoo.de',
    'yahoo.fr',
    'ymail.com',
    'icloud.com',
    'me.com',
    'mac.com',
    'proton.me',
    'aol.com',
  ],
  ...['mail.com', 'web.de', 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 't-online.de', 'orange.fr'],
];

/** Two edits in a short name would match most names of that length. */
const maxEdits = (domain: string): number => (domain.length < 8 ? 1 : 2);

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Returns the address with the domain probably meant; null if the domain is known or resembles none. */
export function nearMiss(address: string, otherDomains: readonly string[] = []): string | null {
  const domain = domainOf(addressKey(address));
  const known = new Set([...otherDomains, ...wellKnownDomains]);
  if (domain === '' || known.has(domain)) return null;
  let best: { readonly domain: string; readonly edits: number } | null = null;
  for (const each of known) {
    const limit = maxEdits(each);
    if (Math.abs(each.length - domain.length) > limit) continue;
    const edits = editsBetween(domain, each);
    if (edits <= limit && (best === null || edits < best.edits)) best = { domain: each, edits };
  }
  return best && address.slice(0, address.lastIndexOf('@') + 1) + best.domain;
}

/** Returns the distinct domains of these addresses. */
export const domainsOf = (addresses: readonly string[]): readonly string[] => [
  ...new Set(addresses.map((address) => domainOf(addressKey(address)))),
];

/** Returns the optimal string alignment distance: insertions, deletions, replacements and swaps. */
function editsBetween(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= b.length; at += 1) {
      const replaced = (last[at - 1] ?? 0) + (a[row - 1] === b[at - 1] ? 0 : 1);
      const swapped =
        row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
          ? (beforeLast[at - 2] ?? 0) + 1
          : replaced;
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
