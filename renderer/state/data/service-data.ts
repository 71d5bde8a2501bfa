import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { AccessEntry, CallArguments, CallName, CallResult } from '../../../preload/page.ts';
import { withRequests } from '../../logic/service.ts';
import { useApp } from '../app-state.ts';
import { useStore } from '../store.ts';
import { type Asking, answerKey, readAgain, useAnswer, useAsk } from './calls.ts';

export function useServiceAnswer<Name extends CallName>(
  name: Name,
  values: CallArguments<Name>,
): UseQueryResult<CallResult<Name>, Error> {
  const { running } = useStore(useApp().service);
  return useAnswer(name, values, { enabled: running });
}

export function useStartService(): Asking<'service.start'> {
  const { service } = useApp();
  return useAsk('service.start', service.set);
}

export const useRequests = (): UseQueryResult<readonly AccessEntry[], Error> =>
  useAnswer('service.requests', {}, { staleTime: 0 });

export function addRequests(queries: QueryClient, added: readonly AccessEntry[]): void {
  const queryKey = answerKey('service.requests');
  queries.setQueryData<readonly AccessEntry[]>(queryKey, (known) => known && withRequests(known, added));
  // A response in flight may not contain them.
  if (queries.isFetching({ queryKey }) > 0) readAgain(queries, ['service.requests']);
}

const answersOf = {
  overview: ['service.overview'],
  people: ['service.people'],
  'sign-ins': ['service.signIns', 'service.accessTokens'],
  outbox: ['service.outbox', 'service.message'],
  'mail-server': ['service.mailServer'],
} as const satisfies Record<string, readonly CallName[]>;

export const readServiceAgain = (queries: QueryClient, what: keyof typeof answersOf): void =>
  readAgain<CallName>(queries, answersOf[what]);

/** Requests are excluded because each one arrives as an event. */
export const readAllOfService = (queries: QueryClient): void =>
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => /^service\.(?!requests$)/.test(String(name)),
  });
