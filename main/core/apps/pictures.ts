import pLimit from 'p-limit';
import type { CallArguments } from '../../../preload/contract.ts';
import type { Sessions } from '../../api/sessions.ts';
import type { Clock } from '../../base/clock.ts';
import { shownImage, wholeImage } from '../../packages/images/image.ts';
import type { Service } from '../../service/service.ts';
import { builtInAccountId } from '../service/built-in-account.ts';
import { dataAddress, largestIcon } from './icons.ts';

export type Pictures = {
  /**
   * Returns the picture as a `data:` URL, because only this process has the token; null if it cannot be
   * shown. Other origins are requested only if the service named the address, over https and without the
   * token. `revision` is part of the cache key. Throws the coded errors of the API.
   */
  of(picture: CallArguments<'app.picture'>): Promise<string | null>;
  /** Allows addresses that the service named in a response. */
  learn(accountId: string, addresses: readonly (string | null)[]): void;
};

/** Limits of the cache. The least recently used pictures are evicted. */
const mostCharacters = 48 * 1024 * 1024;
const mostKept = 2_000;
/** Limited, because the picture at an address may change. */
const keptMs = 60 * 60_000;
const keptNothingMs = 60_000;
const askedAtOnce = 6;

type Kept = { readonly picture: string | null; readonly until: number };

export function createPictures(deps: {
  readonly sessions: Pick<Sessions, 'api'>;
  readonly builtIn: { service(): Pick<Service, 'url' | 'localUrl'> };
  readonly clock: Clock;
}): Pictures {
  const { sessions, clock } = deps;
  const kept = new Map<string, Kept>();
  const underway = new Map<string, Promise<string | null>>();
  const named = new Map<string, Set<string>>();
  const limit = pLimit(askedAtOnce);
  /** Replaces the public address of the built-in service with its local one. */
  const nearest = (accountId: string, address: string): string => {
    if (accountId !== builtInAccountId) return address;
    const { url, localUrl } = deps.builtIn.service();
    return address.startsWith(`${url}/`) ? localUrl + address.slice(url.length) : address;
  };
  let characters = 0;

  const forget = (key: string): void => {
    characters -= kept.get(key)?.picture?.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, picture: string | null): void => {
    forget(key);
    kept.set(key, { picture, until: clock.now() + (picture === null ? keptNothingMs : keptMs) });
    characters += picture?.length ?? 0;
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters && kept.size <= mostKept) break;
      forget(oldest);
    }
  };
  const read = async (accountId: string, address: string): Promise<string | null> => {
    const elsewhere = named.get(accountId)?.has(address) ?? false;
    const near = nearest(accountId, address);
    const bytes = await sessions.api(accountId).bytes(near, largestIcon, { elsewhere });
    const whole = bytes && wholeImage(bytes);
    const image = whole && (await shownImage(whole));
    return image && dataAddress(image.type, image.bytes);
  };
  const ask = async (key: string, accountId: string, address: string): Promise<string | null> => {
    try {
      const picture = await limit(() => read(accountId, address));
      keep(key, picture);
      return picture;
    } finally {
      underway.delete(key);
    }
  };

  return {
    of: async ({ accountId, address, revision = '' }) => {
      const key = JSON.stringify([accountId, address, revision]);
      const known = kept.get(key);
      if (known && known.until > clock.now()) {
        kept.delete(key);
        kept.set(key, known);
        return known.picture;
      }
      const asking = underway.get(key) ?? ask(key, accountId, address);
      underway.set(key, asking);
      return asking;
    },
    learn: (accountId, addresses) => {
      const known = named.get(accountId) ?? new Set<string>();
      named.set(accountId, known);
      for (const address of addresses) if (address) known.add(address);
    },
  };
}
