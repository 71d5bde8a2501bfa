import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { AccessEntry, CallArguments, CallName, CallResult } from '../../../preload/page.ts';
import { withRequests } from '../../logic/service.ts';
import { useApp } from '../app-state.ts';
import { useStore } from '../store.ts';
import { type Command, invalidate, queryKeyOf, useCallQuery, useCommand } from './calls.ts';

export function useServiceQuery<Name extends CallName>(
  name: Name,
  values: CallArguments<Name>,
): UseQueryResult<CallResult<Name>, Error> {
  const { running } = useStore(useApp().service);
  return useCallQuery(name, values, { enabled: running });
}

export function useStartService(): Command<'service.start'> {
  const { service } = useApp();
  return useCommand('service.start', service.set);
}

export const useRequests = (): UseQueryResult<readonly AccessEntry[], Error> =>
  useCallQuery('service.requests', {}, { staleTime: 0 });

export function addRequests(queries: QueryClient, added: readonly AccessEntry[]): void {
  const queryKey = queryKeyOf('service.requests');
  queries.setQueryData<readonly AccessEntry[]>(queryKey, (known) => known && withRequests(known, added));
  // The pending response may not contain the added requests.
  if (queries.isFetching({ queryKey }) > 0) invalidate(queries, ['service.requests']);
}

const callsOf = {
  overview: ['service.overview'],
  people: ['service.people', 'service.devices', 'service.versionDevices'],
  credentials: ['service.credentials', 'service.accessTokens'],
  outbox: ['service.outbox', 'service.message'],
  'mail-server': ['service.mailServer'],
} as const satisfies Record<string, readonly CallName[]>;

export const invalidateService = (queries: QueryClient, what: keyof typeof callsOf): void =>
  invalidate<CallName>(queries, callsOf[what]);

/** Excludes `service.requests`, because an event updates its result with each new request. */
export const invalidateAllOfService = (queries: QueryClient): void =>
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => /^service\.(?!requests$)/.test(String(name)),
  });
