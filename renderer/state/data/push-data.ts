import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { CallResult, Failure, People, VersionView } from '../../../preload/page.ts';
import { useUploadList } from '../app-state.ts';
import { type Command, failureOf, invalidate, useCallQuery, useCommand } from './calls.ts';

export const usePushSenders = (): UseQueryResult<CallResult<'push.senders.list'>, Error> =>
  useCallQuery('push.senders.list', {});

type Sends = 'push.messages.send' | 'push.messages.sendAgain';

export function useSend<Name extends Sends>(name: Name): Command<Name> {
  const queries = useQueryClient();
  return useCommand(name, () => invalidate(queries, ['push.messages.history']));
}

type PeopleQuery = { readonly people: People | null; readonly failure: Failure | null };

export function usePeople(accountId: string | null): PeopleQuery {
  const answer = useCallQuery(
    'apps.people',
    { accountId: accountId ?? '' },
    { enabled: accountId !== null, staleTime: 30_000 },
  );
  return { people: answer.data ?? null, failure: answer.error ? failureOf(answer.error) : null };
}

const forEver = Number.POSITIVE_INFINITY;
const retryMs = 60_000;

/** Null if missing or unreadable, undefined during the first read. */
type Picture = string | null | undefined;

const pictureOf = (answer: UseQueryResult<string | null, Error>): Picture =>
  answer.isLoading && !answer.isFetched ? undefined : (answer.data ?? null);

/** Returns the stored icon of this name. */
export function useUploadIcon(name: string | null): Picture {
  const options = { enabled: name !== null, staleTime: forEver };
  return pictureOf(useCallQuery('uploads.icon', { name: name ?? '' }, options));
}

/** Returns the icon of a build that is not queued yet; `path` is null until the file is inspected. */
export function useFileIcon(path: string | null): Picture {
  const options = { enabled: path !== null, staleTime: forEver };
  return pictureOf(useCallQuery('uploads.fileIcon', { path: path ?? '' }, options));
}

/** Returns the picture at a URL. A new `revision` reads it again. */
export function useServicePicture(
  accountId: string,
  address: string | null,
  revision: string | null = null,
): Picture {
  const values = { accountId, address: address ?? '', ...(revision === null ? {} : { revision }) };
  const answer = useCallQuery('app.picture', values, {
    enabled: Boolean(address),
    staleTime: ({ state }) => (state.data ? forEver : retryMs),
  });
  return pictureOf(answer);
}

/** Returns the service's picture of a version, otherwise the icon of an upload of the same app. */
export function useVersionPicture(accountId: string, version: VersionView | null): Picture {
  const picture = useServicePicture(accountId, version?.iconUrl ?? null);
  const uploaded = useUploadList().find(
    (each) => each.icon !== null && each.package?.id === version?.uniqueName,
  );
  const icon = useUploadIcon(picture === null ? (uploaded?.icon ?? null) : null);
  return picture === null ? icon : picture;
}
