import type { IncomingMessage } from 'node:http';
import { Dicer } from '@fastify/busboy';
import { CodedError } from '../../../base/errors.ts';
import { serviceErrors } from '../../errors.ts';
import type { ServiceLimits } from '../limits.ts';
import { watchArrival } from './form-arrival.ts';
import { type FormReader, readParts } from './form-parts.ts';
import { largestPartHead, readHeaderValue } from './part-head.ts';

/** More than `largestPartHead`, so that what is cut off here is refused there. */
const partHeaders = { maxHeaderPairs: 50, maxHeaderSize: 2 * largestPartHead };

/**
 * Reads a `multipart/form-data` body as it arrives. Rejects with the first failure of the body, of the connection or of
 * the reader, after the reader has let go of the file; what is left of the body is then still to be read. `withinMs`
 * limits the whole time; without it the body has only to keep moving. A part that cannot be read for certain is
 * refused, never left out. Throws `service/mediaType`, `badUpload`, `badBody`, `bodyTooLarge`, `tooSlow`, `silent`.
 */
export async function readForm(
  request: IncomingMessage,
  limits: ServiceLimits,
  reader: FormReader,
  { withinMs = null }: { readonly withinMs?: number | null } = {},
): Promise<void> {
  const form = openForm(request.headers['content-type'] ?? '');
  const { promise: arrived, resolve: done, reject } = Promise.withResolvers<void>();
  const fail = (error: unknown): void => reject(brokenForm(error));
  const parts = readParts(form, limits, reader, fail);
  const letGo = watchArrival({ request, form, limits, withinMs, taken: parts.taken, done, fail });
  try {
    await arrived;
    await parts.done();
  } catch (error) {
    letGo();
    await parts.stop(error);
    throw error;
  }
  letGo();
}

function openForm(contentType: string): Dicer {
  const type = readHeaderValue(contentType);
  if (type?.value !== 'multipart/form-data') {
    throw serviceErrors.mediaType({ given: contentType || '(none)', wanted: 'multipart/form-data' });
  }
  const boundary = type.parameters.get('boundary') ?? '';
  // RFC 2046 allows 70 characters; some clients take more.
  if (!/^[\x20-\x7e]{0,199}[\x21-\x7e]$/.test(boundary)) {
    throw serviceErrors.badUpload({ reason: 'its Content-Type names no boundary that can be used' });
  }
  return new Dicer({ boundary, ...partHeaders });
}

function brokenForm(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return serviceErrors.badUpload({ reason }, { cause });
}
