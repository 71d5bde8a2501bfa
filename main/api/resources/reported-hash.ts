/** SHA-256 of uploaded files, which only the built-in service reports: lower-case hex; null if absent. */
import type { StoreItem, TestVersion } from '../wire.ts';
import { isObject, property } from './read.ts';

export function versionHash({ profileFiles }: Pick<TestVersion, 'profileFiles'>): string | null {
  const [file, ...others] = profileFiles;
  return isObject(file) && others.length === 0 ? readHash(property(file, 'sha256')) : null;
}

export function itemHash({ sha256 }: Pick<StoreItem, 'sha256'>): string | null {
  return readHash(sha256);
}

function readHash(value: unknown): string | null {
  return typeof value === 'string' && /^[\da-f]{64}$/i.test(value) ? value.toLowerCase() : null;
}

/** Returns the hash of the only record; null if it is unclear which record was uploaded. */
export function hashOfOnly<Item>(
  records: readonly Item[],
  hashOf: (record: Item) => string | null,
): string | null {
  const [only, ...others] = records;
  return only !== undefined && others.length === 0 ? hashOf(only) : null;
}
