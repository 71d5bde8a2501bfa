import type { z } from 'zod';
import { type CodedError, isAbort } from '../../base/errors.ts';
import type { Calls, Promised } from '../calls.ts';
import { apiErrors } from '../errors.ts';
import { addressWithin } from '../transport/address-within.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { shownHost } from '../transport/proxy/proxy.ts';
import { responseDetails } from '../transport/response/response-error.ts';

/** What a success is expected to have created. */
export type Creation<Schema extends z.ZodType> = {
  readonly promised: Promised<Schema>;
  /** The whole of a resource the answer may only begin to tell; null when there is no more to it. */
  readonly complete?: (
    resource: z.output<Schema>,
    signal: AbortSignal | undefined,
  ) => Promise<z.output<Schema> | null>;
};

/**
 * What a success has created: from the answer, or from where `Location` says within the origin of `base`; null when
 * neither names it. Throws `api/notPromised` and, when what was created cannot be read, `api/unconfirmed`.
 */
export type ReadCreated = <Schema extends z.ZodType>(
  answer: HttpResponse,
  creation: Creation<Schema>,
  signal: AbortSignal | undefined,
) => Promise<z.output<Schema> | null>;

export function createReadCreated(calls: Calls, base: URL): ReadCreated {
  /** Null when the answer says nothing, or only `Location` can say it. */
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
      // Whatever keeps us from reading it, it was created.
      throw unconfirmed(answer, cause);
    }
  };
}

/** Taken, but nobody says as what. */
export function unconfirmed(answer: HttpResponse, cause?: unknown): CodedError {
  return apiErrors.unconfirmed(
    { host: shownHost(answer.url, answer.proxy) },
    { cause, details: responseDetails(answer) },
  );
}
