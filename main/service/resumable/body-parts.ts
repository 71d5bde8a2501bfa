import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { ServiceLimits } from '../http/limits.ts';

/** Body of a request that may end early. All received bytes can be read in either case. */
export type BodyParts = {
  /** Yields up to `maxBytes` of the remaining bytes. */
  take(maxBytes: number): AsyncIterable<Uint8Array>;
  /** Waits for more bytes. Returns false at the end. */
  hasMore(): Promise<boolean>;
  /** Throws if the body ended early: `service/badUpload`, `idleTimeout`, or the reason of the signal. */
  throwIfCut(): void;
  /** Stops reading. */
  close(): void;
};

export function openBody(
  request: IncomingMessage,
  limits: Pick<ServiceLimits, 'idleMs'>,
  signal: AbortSignal,
): BodyParts {
  const body = new PassThrough();
  let failure: Error | null = null;
  const cut = (error: Error): void => {
    failure ??= error;
    request.unpipe(body);
    body.end();
  };
  const detach = listen(request, limits, signal, cut);
  request.pipe(body);
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let rest: Uint8Array = Buffer.alloc(0);
  const hasMore = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  };
  return {
    hasMore,
    async *take(maxBytes) {
      for (let left = maxBytes; left > 0 && (await hasMore()); ) {
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
    throwIfCut: () => {
      if (failure) throw failure;
    },
    close: () => {
      detach();
      request.unpipe(body);
      body.destroy();
    },
  };
}

/** Calls `cut` when the body ends early. Returns a function that removes the listeners. */
function listen(
  request: IncomingMessage,
  { idleMs }: Pick<ServiceLimits, 'idleMs'>,
  signal: AbortSignal,
  cut: (error: Error) => void,
): () => void {
  const onLost = (): void => {
    if (!request.readableEnded) cut(serviceErrors.badUpload({ reason: messageOf('network/lost') }));
  };
  const onTimeout = (): void => {
    // A paused request is not idle: the service pauses it while its own disk is slow.
    if (request.isPaused()) request.socket.setTimeout(idleMs);
    else cut(serviceErrors.idleTimeout({ seconds: Math.ceil(idleMs / 1_000) }));
  };
  const onAbort = (): void => cut(signal.reason as Error);
  request.on('error', onLost);
  request.once('close', onLost);
  request.on('timeout', onTimeout);
  signal.addEventListener('abort', onAbort, { once: true });
  if (request.destroyed) onLost();
  if (signal.aborted) onAbort();
  return () => {
    request.off('error', onLost).off('close', onLost).off('timeout', onTimeout);
    signal.removeEventListener('abort', onAbort);
  };
}
