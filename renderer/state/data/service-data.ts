/** What the built-in service keeps, read when its place is open and again when it changed. */
import { type QueryClient, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccessEntry, CallName, CallResult } from '../../../preload/page.ts';
import { withRequests } from '../../logic/service.ts';
import { useApp } from '../app-state.ts';
import { useStore } from '../store.ts';
import { useAnswer } from './calls.ts';

type Answer<Name extends CallName> = UseQueryResult<CallResult<Name>, Error>;

const useRunning = (): boolean => useStore(useApp().service).running;

export const useServiceOverview = (): Answer<'service.overview'> =>
  useAnswer(['service', 'overview'], 'service.overview', {});

export const useDirectory = (): Answer<'service.people'> =>
  useAnswer(['service', 'people'], 'service.people', {}, { enabled: useRunning() });

export const useSignIns = (): Answer<'service.signIns'> =>
  useAnswer(['service', 'sign-ins'], 'service.signIns', {}, { enabled: useRunning() });

export const useAccessTokens = (): Answer<'service.accessTokens'> =>
  useAnswer(['service', 'sign-ins', 'tokens'], 'service.accessTokens', {}, { enabled: useRunning() });

export const useOutbox = (): Answer<'service.outbox'> =>
  useAnswer(['service', 'outbox'], 'service.outbox', {}, { enabled: useRunning() });

export const useMessage = (id: string): Answer<'service.message'> =>
  useAnswer(['service', 'outbox', id], 'service.message', { id }, { enabled: useRunning() });

export const useMailServer = (): Answer<'service.mailServer'> =>
  useAnswer(['service', 'mail-server'], 'service.mailServer', {});

const requestsKey = ['service', 'requests'] as const;

/** The last requests, newest first, as they come. */
export function useRequests(): Answer<'service.requests'> {
  const { bridge } = useApp().connection;
  const queries = useQueryClient();
  const answer = useAnswer(requestsKey, 'service.requests', {}, { staleTime: 0 });
  useEffect(
    () =>
      bridge.on('service.requested', (added) => {
        queries.setQueryData<readonly AccessEntry[]>(requestsKey, (known) =>
          known === undefined ? known : withRequests(known, added),
        );
        // An answer that is on its way may have been given before.
        if (queries.isFetching({ queryKey: requestsKey }) > 0) {
          void queries.invalidateQueries({ queryKey: requestsKey });
        }
      }),
    [bridge, queries],
  );
  return answer;
}

/** What of the service is shown is read again. */
export function readServiceAgain(
  queries: QueryClient,
  what: 'overview' | 'people' | 'sign-ins' | 'outbox' | 'mail-server' | 'everything',
): void {
  if (what !== 'everything') void queries.invalidateQueries({ queryKey: ['service', what] });
  else {
    void queries.invalidateQueries({
      queryKey: ['service'],
      // These come by themselves.
      predicate: ({ queryKey }) => queryKey[1] !== requestsKey[1],
    });
  }
}
