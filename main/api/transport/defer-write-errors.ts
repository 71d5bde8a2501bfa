import type { Socket } from 'node:net';
import { systemCode } from '../../base/errors.ts';

/** Write errors after the peer closed the connection, while its response may still be unread. */
const closedByPeer: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);

/**
 * Delays write errors until the socket closes: a service that refuses an upload early responds and closes,
 * and Node would discard the response.
 */
export function deferWriteErrors(socket: Socket): void {
  const deferError = (done: (error?: Error | null) => void) => (error?: Error | null) => {
    if (!error || socket.destroyed || !closedByPeer.has(systemCode(error) ?? '')) done(error);
    else socket.once('close', () => done(error));
  };
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, deferError(done));
  const writev = socket._writev?.bind(socket);
  if (writev) socket._writev = (chunks, done) => writev(chunks, deferError(done));
}
