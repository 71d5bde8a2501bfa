import type { z } from 'zod';
import { type CodedError, isAbort } from '../../base/errors.ts';
import type { Calls, ExpectedBody } from '../calls.ts';
import { apiErrors } from '../errors.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { displayHost } from '../transport/proxy/proxy.ts';
import { responseDetails } from '../transport/response/response-error.ts';
import { resolveSameOrigin } from '../transport/same-origin.ts';

export type ExpectedResource<Schema extends z.ZodType> = {
  readonly expected: ExpectedBody<Schema>;
  /** Reads the resource with its children, which a response may omit. Null if the service lacks it. */
  readonly complete?: (
    resource: z.output<Schema>,
    signal: AbortSignal | undefined,
  ) => Promise<z.output<Schema> | null>;
};

/**
 * Returns the created resource from the response or its `Location`; null if neither identifies it. Throws
 * `api/unexpectedResponse`, and `api/unconfirmed` if the resource cannot be read.
 */
export type ReadCreated = <Schema extends z.ZodType>(
  answer: HttpResponse,
  creation: ExpectedResource<Schema>,
  signal: AbortSignal | undefined,
) => Promise<z.output<Schema> | null>;

export function createReadCreated(calls: Calls, base: URL): ReadCreated {
  /** Returns null if the body is empty, or if it is unreadable and `Location` is set. */
  const readBody = <Schema extends z.ZodType>(
    answer: HttpResponse,
    promised: ExpectedBody<Schema>,
  ): z.output<Schema> | null => {
    try {
      return calls.read(answer, promised);
    } catch (error) {
      if (answer.header('location') === null) throw error;
      return null;
    }
  };
  const readLocation = async <Schema extends z.ZodType>(
    answer: HttpResponse,
    promised: ExpectedBody<Schema>,
    signal: AbortSignal | undefined,
  ): Promise<z.output<Schema> | null> => {
    const location = answer.header('location');
    const url = location === null ? null : resolveSameOrigin(base, location, answer.url);
    if (url === null || typeof url === 'string') return null;
    return calls.read(await calls.sendTo({ method: 'GET', url }, 'item', { signal }), promised);
  };
  return async (answer, { expected, complete }, signal) => {
    const body = readBody(answer, expected);
    try {
      const resource = body ?? (await readLocation(answer, expected, signal));
      return resource === null || !complete ? resource : await complete(resource, signal);
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      // The resource exists, even if it cannot be read.
      throw unconfirmed(answer, cause);
    }
  };
}

/** Returns the error for a file that is stored under an unknown id. */
export function unconfirmed(answer: HttpResponse, cause?: unknown): CodedError {
  return apiErrors.unconfirmed(
    { host: displayHost(answer.url, answer.proxy) },
    { cause, details: responseDetails(answer) },
  );
}
