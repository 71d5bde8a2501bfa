/** Remembers lists by their entity tag, so that services can answer 304 (RFC 9110 section 13.1.2). */
import type { Operation } from './operations.ts';

/** Lists are large. Four suffice for the window: applications, profiles, and the open one of each. */
const maxRemembered = 4;

export type RememberedList = { readonly etag: string; readonly value: unknown };

export type RememberedLists = {
  get(operation: Operation): RememberedList | null;
  /** Forgets the list if `etag` is null. */
  set(operation: Operation, etag: string | null, value: unknown): void;
};

export function createRememberedLists(): RememberedLists {
  const lists = new Map<string, RememberedList>();
  return {
    get: ({ path }) => lists.get(path) ?? null,
    set: ({ path }, etag, value) => {
      lists.delete(path);
      if (etag === null) return;
      lists.set(path, { etag, value });
      const [oldest] = lists.keys();
      if (lists.size > maxRemembered && oldest !== undefined) lists.delete(oldest);
    },
  };
}
