import type { z } from 'zod';
import { type CodedError, isAbort } from '../../base/errors.ts';
import type { Calls, Promised } from '../calls.ts';
import { apiErrors } from '../errors.ts';
import { addressWithin } from '../transport/address-within.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { shownHost } from '../transport/proxy/proxy.ts';
import { responseDetails } from '../transport/response/response-error.ts';

export type Creation<Schema extends z.ZodType> = {
  readonly promised: Promised<Schema>;
  /** Reads the full resource, as a response may omit its children; null if the service has none. */
  readonly complete?: (
    resource: z.output<Schema>,
    signal: AbortSignal | undefined,
  ) => Promise<z.output<Schema> | null>;
};

/**
 * Returns the created resource from the response, or from `Location` within the origin of `base`. Null if
 * neither names it. Throws `api/notPromised`, and `api/unconfirmed` if the resource cannot be read.
 */
export type ReadCreated = <Schema extends z.ZodType>(
  answer: HttpResponse,
  creation: Creation<Schema>,
  signal: AbortSignal | undefined,
) => Promise<z.output<Schema> | null>;

export function createReadCreated(calls: Calls, base: URL): ReadCreated {
  /** Returns null if the body is empty, or if it is unreadable and `Location` is set. */
  const readHere = <Schema extends z.ZodType>(
    answer: HttpResponse,
    promised: Promised<Schema>,
  ): z.output<Schema> | null => {
    try {
      return calls.read(answer, promised);
    } catch (error) {
      if (answer.header('location') === null) throw error;
      return null;
    }
  };
  const readThere = async <Schema extends z.ZodType>(
    answer: HttpResponse,
    promised: Promised<Schema>,
    signal: AbortSignal | undefined,
  ): Promise<z.output<Schema> | null> => {
    const location = answer.header('location');
    const url = location === null ? null : addressWithin(base, location, answer.url);
    if (url === null || typeof url === 'string') return null;
    return calls.read(await calls.sendTo({ method: 'GET', url }, 'item', { signal }), promised);
  };
  return async (answer, { promised, complete }, signal) => {
    const said = readHere(answer, promised);
    try {
      const resource = said ?? (await readThere(answer, promised, signal));
      return resource === null || !complete ? resource : await complete(resource, signal);
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      // The resource exists, even if it cannot be read.
      throw unconfirmed(answer, cause);
    }
  };
}

/** Returns the error for a file that the service stored without naming the resource. */
export function unconfirmed(answer: HttpResponse, cause?: unknown): CodedError {
  return apiErrors.unconfirmed(
    { host: shownHost(answer.url, answer.proxy) },
    { cause, details: responseDetails(answer) },
  );
}
