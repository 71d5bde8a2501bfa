import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { CallResult } from '../../../preload/page.ts';
import { type Asking, readAgain, useAnswer, useAsk } from './calls.ts';

export const usePushSenders = (): UseQueryResult<CallResult<'push.senders.list'>, Error> =>
  useAnswer('push.senders.list', {});

type Sends = 'push.messages.send' | 'push.messages.sendAgain';

/** Sends a message; the history has it afterwards. */
export function useSend<Name extends Sends>(name: Name): Asking<Name> {
  const queries = useQueryClient();
  return useAsk(name, () => readAgain(queries, ['push.messages.history']));
}
