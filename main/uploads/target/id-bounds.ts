/** What was at the target before a build was sent: whatever else is there came later. Pure. */
import type { Route } from '../machine/record.ts';

export type Seen = { readonly has: (id: number) => boolean };

/** Ids need not rise, so each one that was there is kept. */
export function idsOf(records: readonly { readonly id: number }[]): readonly number[] {
  return records.map(({ id }) => id);
}

export function seenVersions(route: Route): Seen {
  return seen(route.versions);
}

export function seenApplications(route: Extract<Route, { kind: 'new' }>): Seen {
  return seen(route.applications);
}

function seen(ids: readonly number[] = []): Seen {
  return new Set(ids);
}

/** The same way with nothing seen: all that is there may be meant. */
export function withoutSeen(route: Route): Route {
  if (route.kind === 'existing') return { kind: 'existing', applicationId: route.applicationId };
  return route.apart ? { kind: 'new', apart: true } : { kind: 'new' };
}
