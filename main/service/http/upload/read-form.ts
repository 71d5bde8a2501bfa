import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { CodedError } from '../../../base/errors.ts';
import { messageOf } from '../../../messages/message.ts';
import { serviceErrors } from '../../errors.ts';
import type { ServiceLimits } from '../limits.ts';
import { type FormReader, readParts } from './form-parts.ts';
import { maxPartHeadBytes, readHeaderValue } from './part-head.ts';

/** Larger than `maxPartHeadBytes`, so that `readPartHead` rejects headers that Dicer truncates. */
const partHeaders = { maxHeaderPairs: 50, maxHeaderSize: 2 * maxPartHeadBytes };

/**
 * Streams a `multipart/form-data` body into `reader`. After an error, waits until the reader has released its
 * file, and leaves the rest unread. `withinMs` limits the total time; by default only the idle timeout
 * applies. Throws `service/mediaType`, `badUpload`, `badBody`, `bodyTooLarge`, `tooSlow`, `idleTimeout`, or
 * the reason of `signal`.
 */
export async function readForm(
  request: IncomingMessage,
  limits: ServiceLimits,
  reader: FormReader,
  {
    withinMs: timeoutMs = null,
    signal,
  }: { readonly withinMs?: number | null; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const form = openForm(request.headers['content-type'] ?? '');
  const { promise: arrived, resolve: done, reject } = Promise.withResolvers<void>();
  const fail = (error: unknown): void => reject(toFormError(error));
  const parts = readParts(form, limits, reader, fail);
  const abort = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const detach = pipeForm({ request, form, limits, timeoutMs, taken: parts.consumed, done, fail });
  try {
    await arrived;
    await parts.done();
  } catch (error) {
    detach();
    await parts.stop(error);
    throw error;
  }
  detach();
}

function openForm(contentType: string): Dicer {
  const type = readHeaderValue(contentType);
  if (type?.value !== 'multipart/form-data') {
    throw serviceErrors.mediaType({ given: contentType || '(none)', wanted: 'multipart/form-data' });
  }
  const boundary = type.parameters.get('boundary') ?? '';
  // RFC 2046 allows 70 characters; some clients use more.
  if (!/^[\x20-\x7e]{0,199}[\x21-\x7e]$/.test(boundary)) {
    throw serviceErrors.badUpload({ reason: 'its Content-Type has no valid boundary' });
  }
  return new Dicer({ boundary, ...partHeaders });
}

function toFormError(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return serviceErrors.badUpload({ reason }, { cause });
}

type FormPipe = {
  readonly request: IncomingMessage;
  readonly form: Writable;
  readonly limits: ServiceLimits;
  readonly timeoutMs: number | null;
  readonly taken: () => number;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
};

/** Pipes the request into the form, and calls `done` or `fail` at the end. Returns a detach function. */
function pipeForm({ request, form, limits, timeoutMs, taken, done, fail }: FormPipe): () => void {
  let open = 2;
  let received = 0;
  const onEnd = (): void => {
    open -= 1;
    if (open === 0) done();
  };
  const enforceLimit = (): void => {
    const around = received - form.writableLength - taken();
    if (around > limits.maxBodyBytes)
      fail(serviceErrors.bodyTooLarge({ what: 'The form data around the file', limit: limits.maxBodyBytes }));
  };
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    enforceLimit();
  };
  const onFinish = (): void => {
    // A form that finishes while a part is unread emits no 'drain', which would stall the pipe.
    request.unpipe(form);
    request.resume();
    onEnd();
  };
  const onTimeout = (): void => {
    // A paused request is not idle: the service pauses it while its own disk is slow.
    if (request.isPaused()) request.socket.setTimeout(limits.idleMs);
    else fail(serviceErrors.idleTimeout({ seconds: seconds(limits.idleMs) }));
  };
  const onClose = (): void => {
    if (!request.readableEnded) fail(serviceErrors.badUpload({ reason: messageOf('network/lost') }));
  };
  const onDeadline = (): void => {
    fail(serviceErrors.tooSlow({ what: 'The form', seconds: seconds(timeoutMs ?? 0) }));
  };
  const timer = timeoutMs === null ? null : setTimeout(onDeadline, timeoutMs);
  // Never removed: a failed form can emit several errors.
  form.on('error', fail);
  form.once('finish', onFinish);
  form.on('drain', enforceLimit);
  request.once('end', onEnd);
  request.on('error', fail);
  request.once('close', onClose);
  request.on('timeout', onTimeout);
  if (request.destroyed) onClose();
  request.pipe(form);
  // Added after the pipe, so that the form has already received every counted byte.
  request.on('data', onData);
  return () => {
    if (timer) clearTimeout(timer);
    form.off('finish', onFinish).off('drain', enforceLimit);
    request.off('end', onEnd).off('error', fail).off('close', onClose);
    request.off('timeout', onTimeout).off('data', onData);
    request.unpipe(form);
  };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
