/** Pictures of builds; each is asked for once. */
import { useAnswer } from './calls.ts';

const forEver = Number.POSITIVE_INFINITY;
const lookAgainMs = 60_000;

/** The kept icon of this name; null when there is none, and until it is there. */
export function useUploadIcon(name: string | null): string | null {
  const options = { enabled: name !== null, staleTime: forEver };
  return useAnswer('uploads.icon', { name: name ?? '' }, options).data ?? null;
}

/** The icon of a build that is not queued yet; `path` is null until it is known what is in the file. */
export function useFileIcon(path: string | null): string | null {
  const options = { enabled: path !== null, staleTime: forEver };
  return useAnswer('uploads.fileIcon', { path: path ?? '' }, options).data ?? null;
}

/**
 * The icon at an address the service of an account named; null when there is none, and until it is there. `revision` is
 * anything that changes when the picture may have, such as the time of the last change.
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
