/** Uploads no longer in the list, read page by page from the history. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Failure } from '../../../preload/page.ts';
import { finishedAt, isRunning, statesOf } from '../../logic/uploads.ts';
import { useApp, useUploadList } from '../app-state.ts';
import { useDebounced } from '../stable-order.ts';
import { useStore } from '../store.ts';
import { callMain, failureOf } from './calls.ts';

const pageSize = 100;
const typingMs = 250;

export type Older = {
  readonly left: number;
  readonly busy: boolean;
  readonly failure: Failure | null;
  show(): void;
};

/** Returns the ids that match the search and the filter. `older` is null if there are no more uploads. */
export function useHistory(): { readonly found: ReadonlySet<string>; readonly older: Older | null } {
  const app = useApp();
  const { bridge } = app.connection;
  const filter = useStore(app.stateFilter);
  const search = useDebounced(useStore(app.search).trim(), typingMs);
  const isSearching = search !== '' || filter !== 'all';
  // biome-ignore lint/correctness/useExhaustiveDependencies: results of the previous search are dropped
  useEffect(() => app.uploads.dropOlder, [app, search, filter]);

  const pages = useInfiniteQuery({
    queryKey: ['history', search, filter],
    queryFn: async ({ pageParam }) => {
      const text = search === '' ? {} : { text: search };
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const range = isSearching ? {} : { before: oldestShown(app.uploads.list()) + 1 };
      const states = [...statesOf(filter)];
      const page = await callMain(bridge, 'uploads.history', {
        ...text,
        ...cursor,
        ...range,
        states,
        limit: pageSize,
      });
      app.uploads.addOlder(page.uploads);
      return { ids: page.uploads.map(({ id }) => id), cursor: page.cursor, total: page.total };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    enabled: isSearching,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const hidden = useHidden(!isSearching, useUploadList().length);
  const ids = useMemo(() => new Set(pages.data?.pages.flatMap((page) => page.ids) ?? []), [pages.data]);
  const left = isSearching ? (pages.data?.pages.at(-1)?.total ?? ids.size) - ids.size : hidden;
  const failure = pages.error ? failureOf(pages.error) : null;
  const hasOlder = left > 0 && (pages.data === undefined || pages.hasNextPage);
  return {
    found: isSearching ? ids : none,
    older:
      hasOlder || failure
        ? { left, busy: pages.isFetching, failure, show: () => void pages.fetchNextPage() }
        : null,
  };
}

const none: ReadonlySet<string> = new Set();

/** Returns the number of history entries not shown, from main, because the page may be outdated. */
function useHidden(wanted: boolean, shown: number): number {
  const { connection, uploads } = useApp();
  const { bridge } = connection;
  const count = useQuery({
    queryKey: ['history-hidden', shown],
    queryFn: async () => {
      const { unlisted } = await callMain(bridge, 'uploads.history', { limit: 1 });
      return unlisted - uploads.olderCount();
    },
    enabled: wanted,
    placeholderData: keepPreviousData,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return count.data ?? 0;
}

/** Returns the finish time of the oldest upload. Ignores failed uploads, which stay in the list longer. */
function oldestShown(uploads: ReturnType<ReturnType<typeof useApp>['uploads']['list']>): number {
  const over = uploads.filter(({ state }) => !isRunning(state) && state !== 'failed').map(finishedAt);
  return over.length === 0 ? Date.now() : Math.min(...over);
}
