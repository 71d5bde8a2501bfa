/** Links of link mode: remembered as they are read, followed when they lead to the account's own origin. */

import type { Log } from '../base/log.ts';
import { isObject, property, shapedAs } from './read.ts';
import { type Link, link } from './wire.ts';

export type LinkOwner = 'profile' | 'item' | 'application' | 'version' | 'root-appstore' | 'root-testingdist';

export type Step = { readonly method: Link['method']; readonly url: string };

export type LinkBook = {
  /** Keeps the links a resource came with. Resources without links change nothing. */
  remember(owner: LinkOwner, id: number, links: readonly Link[]): void;
  /** The address and method to use: those of the link when there is one to the account's origin, else `built`. */
  follow(owner: LinkOwner, id: number, rel: string, built: Step): Step;
  knows(owner: LinkOwner, id: number): boolean;
};

const mostRemembered = 20_000;

export function createLinkBook(baseUrl: string, log: Log): LinkBook {
  const { origin } = new URL(baseUrl);
  const book = new Map<string, readonly Link[]>();
  const key = (owner: LinkOwner, id: number): string => `${owner}/${id}`;
  return {
    remember: (owner, id, links) => {
      if (links.length === 0) return;
      if (book.size >= mostRemembered) book.clear();
      book.set(key(owner, id), links);
    },
    knows: (owner, id) => book.has(key(owner, id)),
    follow: (owner, id, rel, built) => {
      const found = book.get(key(owner, id))?.find((one) => one.rel === rel && one.href !== null);
      if (!found?.href || !URL.canParse(found.href, `${baseUrl}/`)) return built;
      const url = new URL(found.href, `${baseUrl}/`);
      if (url.origin === origin) return { method: found.method, url: url.href };
      log.warn('A link leads to another address than the account’s; the usual path is used instead', {
        rel,
        origin: url.origin,
      });
      return built;
    },
  };
}

/** The links of a raw resource, `_links` in any case; none when it has none that can be read. */
export function linksOf(resource: unknown): readonly Link[] {
  const raw = isObject(resource) ? property(resource, '_links') : undefined;
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((one) => {
    const read = link.safeParse(shapedAs(link, one));
    return read.success ? [read.data] : [];
  });
}
