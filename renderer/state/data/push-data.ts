/** Senders of pushes and what was sent, read when their tab is open and again when something was sent or changed. */
import { type QueryClient, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { CallResult } from '../../../preload/page.ts';
import { type Asking, useAnswer, useAsk } from './calls.ts';

const sendersKey = ['push', 'senders'] as const;
const historyKey = ['push', 'history'] as const;

export const usePushSenders = (): UseQueryResult<CallResult<'push.senders.list'>, Error> =>
  useAnswer(sendersKey, 'push.senders.list', {});

/** Other programs send too, so that it is read whenever it is opened. */
export const usePushHistory = (): UseQueryResult<CallResult<'push.messages.history'>, Error> =>
  useAnswer(historyKey, 'push.messages.history', {}, { staleTime: 0 });

type Sends = 'push.messages.send' | 'push.messages.sendAgain';

/** Sends; whatever became of it is in the history then. */
export function useSend<Name extends Sends>(name: Name): Asking<Name> {
  const queries = useQueryClient();
  return useAsk(name, () => readHistoryAgain(queries));
}

function readHistoryAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: historyKey });
}
