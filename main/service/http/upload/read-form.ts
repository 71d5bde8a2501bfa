import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { CodedError } from '../../../base/errors.ts';
import { messageOf } from '../../../messages/message.ts';
import { serviceErrors } from '../../errors.ts';
import type { ServiceLimits } from '../limits.ts';
import { type FormReader, readParts } from './form-parts.ts';
import { largestPartHead, readHeaderValue } from './part-head.ts';

/** More than `largestPartHead`, so that what is cut off here is refused there. */
const partHeaders = { maxHeaderPairs: 50, maxHeaderSize: 2 * largestPartHead };

/**
 * Reads a `multipart/form-data` body as it arrives. Rejects with the first failure of the body, of the connection or of
 * the reader, after the reader has let go of the file; what is left of the body is then still to be read. `withinMs`
 * limits the whole time; without it the body has only to keep moving. Rejects with the reason of `signal` when that aborts. A part that cannot be read for certain is
 * refused, never left out. Throws `service/mediaType`, `badUpload`, `badBody`, `bodyTooLarge`, `tooSlow`, `silent`.
 */
export async function readForm(
  request: IncomingMessage,
  limits: ServiceLimits,
  reader: FormReader,
  { withinMs = null, signal }: { readonly withinMs?: number | null; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const form = openForm(request.headers['content-type'] ?? '');
  const { promise: arrived, resolve: done, reject } = Promise.withResolvers<void>();
  const fail = (error: unknown): void => reject(brokenForm(error));
  const parts = readParts(form, limits, reader, fail);
  const abort = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
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

type Arrival = {
  readonly request: IncomingMessage;
  readonly form: Writable;
  readonly limits: ServiceLimits;
  /** For the whole body; null for as long as it takes. */
  readonly withinMs: number | null;
  /** Bytes that went to files somebody asked for. */
  readonly taken: () => number;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
};

/**
 * Leads the body of a request into a form: `done` once both have ended, `fail` when the connection is lost, the body
 * stands still or takes too long, or too much is sent around the files. The answer stops that and leaves the rest of the body unread.
 */
function watchArrival({ request, form, limits, withinMs, taken, done, fail }: Arrival): () => void {
  let open = 2;
  let received = 0;
  const oneEnded = (): void => {
    open -= 1;
    if (open === 0) done();
  };
  const holdToLimit = (): void => {
    const around = received - form.writableLength - taken();
    if (around > limits.largestBody)
      fail(serviceErrors.bodyTooLarge({ what: 'What is sent around the file' }));
  };
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    holdToLimit();
  };
  const onFinish = (): void => {
    // The form takes no more, but does not say so where it was waiting for a part to be read. What follows is dropped.
    request.unpipe(form);
    request.resume();
    oneEnded();
  };
  const onTimeout = (): void => {
    // Not the client stands still but the disk: it was asked to wait.
    if (request.isPaused()) request.socket.setTimeout(limits.idleMs);
    else fail(serviceErrors.silent({ seconds: seconds(limits.idleMs) }));
  };
  const onClose = (): void => {
    if (!request.readableEnded) fail(serviceErrors.badUpload({ reason: messageOf('network/lost') }));
  };
  const late = (): void => {
    fail(serviceErrors.tooSlow({ what: 'The form', seconds: seconds(withinMs ?? 0) }));
  };
  const timer = withinMs === null ? null : setTimeout(late, withinMs);
  // Stays on: a form that failed may say so more than once.
  form.on('error', fail);
  form.once('finish', onFinish);
  form.on('drain', holdToLimit);
  request.once('end', oneEnded);
  request.on('error', fail);
  request.once('close', onClose);
  request.on('timeout', onTimeout);
  if (request.destroyed) onClose();
  request.pipe(form);
  // After the pipe, so that what is counted was given to the form.
  request.on('data', onData);
  return () => {
    if (timer) clearTimeout(timer);
    form.off('finish', onFinish).off('drain', holdToLimit);
    request.off('end', oneEnded).off('error', fail).off('close', onClose);
    request.off('timeout', onTimeout).off('data', onData);
    request.unpipe(form);
  };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
