import pLimit from 'p-limit';
import type { CallArguments } from '../../../preload/contract.ts';
import type { Sessions } from '../../api/sessions.ts';
import type { Clock } from '../../base/clock.ts';
import { readIntactImage, toDisplayImage } from '../../packages/images/image.ts';
import type { Service } from '../../service/service.ts';
import { builtInAccountId } from '../service/built-in-account.ts';
import { dataUrl, maxIconBytes } from './icons.ts';

export type Pictures = {
  /**
   * Returns a picture as a `data:` URL, because only this process has the token; null if the picture cannot
   * be shown. Requests other origins only over https, without the token, and only for addresses that the
   * service returned. `revision` is part of the cache key. Throws the coded errors of the API.
   */
  get(picture: CallArguments<'app.picture'>): Promise<string | null>;
  /** Allows requests for addresses that the service returned. */
  learn(accountId: string, addresses: readonly (string | null)[]): void;
};

/** Limits of the cache. The least recently used pictures are evicted. */
const maxCharacters = 48 * 1024 * 1024;
const maxPictures = 2_000;
/** Lifetime of cached pictures. It is limited, because the picture at an address may change. */
const cacheMs = 60 * 60_000;
const negativeCacheMs = 60_000;
const maxConcurrentRequests = 6;

type CachedPicture = { readonly picture: string | null; readonly until: number };

export function createPictures(deps: {
  readonly sessions: Pick<Sessions, 'api'>;
  readonly builtIn: { service(): Pick<Service, 'url' | 'localUrl'> };
  readonly clock: Clock;
}): Pictures {
  const { sessions, clock } = deps;
  const cache = new Map<string, CachedPicture>();
  const pending = new Map<string, Promise<string | null>>();
  const allowedAddresses = new Map<string, Set<string>>();
  const limit = pLimit(maxConcurrentRequests);
  /** Replaces the public address of the built-in service with its local one. */
  const localAddress = (accountId: string, address: string): string => {
    if (accountId !== builtInAccountId) return address;
    const { url, localUrl } = deps.builtIn.service();
    return address.startsWith(`${url}/`) ? localUrl + address.slice(url.length) : address;
  };
  let characters = 0;

  const evict = (key: string): void => {
    characters -= cache.get(key)?.picture?.length ?? 0;
    cache.delete(key);
  };
  const keep = (key: string, picture: string | null): void => {
    evict(key);
    cache.set(key, { picture, until: clock.now() + (picture === null ? negativeCacheMs : cacheMs) });
    characters += picture?.length ?? 0;
    for (const oldest of cache.keys()) {
      if (characters <= maxCharacters && cache.size <= maxPictures) break;
      evict(oldest);
    }
  };
  const read = async (accountId: string, address: string): Promise<string | null> => {
    const allowOtherOrigins = allowedAddresses.get(accountId)?.has(address) ?? false;
    const near = localAddress(accountId, address);
    const bytes = await sessions.api(accountId).bytes(near, maxIconBytes, { allowOtherOrigins });
    const whole = bytes && readIntactImage(bytes);
    const image = whole && (await toDisplayImage(whole));
    return image && dataUrl(image.type, image.bytes);
  };
  const request = async (key: string, accountId: string, address: string): Promise<string | null> => {
    try {
      const picture = await limit(() => read(accountId, address));
      keep(key, picture);
      return picture;
    } finally {
      pending.delete(key);
    }
  };

  return {
    get: async ({ accountId, address, revision = '' }) => {
      const key = JSON.stringify([accountId, address, revision]);
      const known = cache.get(key);
      if (known && known.until > clock.now()) {
        cache.delete(key);
        cache.set(key, known);
        return known.picture;
      }
      const asking = pending.get(key) ?? request(key, accountId, address);
      pending.set(key, asking);
      return asking;
    },
    learn: (accountId, addresses) => {
      const known = allowedAddresses.get(accountId) ?? new Set<string>();
      allowedAddresses.set(accountId, known);
      for (const address of addresses) if (address) known.add(address);
    },
  };
}
