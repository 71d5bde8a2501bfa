import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { messageOf } from '../../../messages/message.ts';
import { serviceErrors } from '../../errors.ts';
import type { ServiceLimits } from '../limits.ts';

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
export function watchArrival({ request, form, limits, withinMs, taken, done, fail }: Arrival): () => void {
  let open = 2;
  let received = 0;
  const oneEnded = (): void => {
    open -= 1;
    if (open === 0) done();
  };
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    const around = received - form.writableLength - taken();
    if (around > limits.largestBody)
      fail(serviceErrors.bodyTooLarge({ what: 'What is sent around the file' }));
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
    form.off('finish', onFinish);
    request.off('end', oneEnded).off('error', fail).off('close', onClose);
    request.off('timeout', onTimeout).off('data', onData);
    request.unpipe(form);
  };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
