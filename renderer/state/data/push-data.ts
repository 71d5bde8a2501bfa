import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { CallResult, Failure, People } from '../../../preload/page.ts';
import { type Asking, failureOf, readAgain, useAnswer, useAsk } from './calls.ts';

export const usePushSenders = (): UseQueryResult<CallResult<'push.senders.list'>, Error> =>
  useAnswer('push.senders.list', {});

type Sends = 'push.messages.send' | 'push.messages.sendAgain';

export function useSend<Name extends Sends>(name: Name): Asking<Name> {
  const queries = useQueryClient();
  return useAsk(name, () => readAgain(queries, ['push.messages.history']));
}

type KnownPeople = { readonly people: People | null; readonly failure: Failure | null };

export function usePeople(accountId: string | null): KnownPeople {
  const answer = useAnswer(
    'apps.people',
    { accountId: accountId ?? '' },
    { enabled: accountId !== null, staleTime: 30_000 },
  );
  return { people: answer.data ?? null, failure: answer.error ? failureOf(answer.error) : null };
}

const forEver = Number.POSITIVE_INFINITY;
const lookAgainMs = 60_000;

/** Returns the stored icon of this name; null if missing or loading. */
export function useUploadIcon(name: string | null): string | null {
  const options = { enabled: name !== null, staleTime: forEver };
  return useAnswer('uploads.icon', { name: name ?? '' }, options).data ?? null;
}

/** Returns the icon of a build that is not queued yet; `path` is null until the file is inspected. */
export function useFileIcon(path: string | null): string | null {
  const options = { enabled: path !== null, staleTime: forEver };
  return useAnswer('uploads.fileIcon', { path: path ?? '' }, options).data ?? null;
}

/**
 * Returns the picture at an address of the account's service; null if missing or loading. A new `revision`,
 * such as the time of the last change, reads it again.
 */
export function useServicePicture(
  accountId: string,
  address: string | null,
  revision: string | null = null,
): string | null {
  const values = { accountId, address: address ?? '', ...(revision === null ? {} : { revision }) };
  const answer = useAnswer('app.picture', values, {
    enabled: Boolean(address),
    staleTime: ({ state }) => (state.data ? forEver : lookAgainMs),
  });
  return answer.data ?? null;
}
