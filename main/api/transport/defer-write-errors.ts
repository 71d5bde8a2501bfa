import type { Socket } from 'node:net';
import { systemCode } from '../../base/errors.ts';

/** A write fails with these once the other side has closed the connection; what it said before may still wait to be read. */
const closedByPeer: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);

/**
 * Lets a socket read what has arrived before a failed write ends it: a service that refuses an upload early answers and
 * closes, and Node would drop its answer with the socket. Reading then comes to its own end, with the answer or without.
 */
export function deferWriteErrors(socket: Socket): void {
  const held = (done: (error?: Error | null) => void) => (error?: Error | null) => {
    if (!error || socket.destroyed || !closedByPeer.has(systemCode(error) ?? '')) done(error);
    else socket.once('close', () => done(error));
  };
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, held(done));
  const writev = socket._writev?.bind(socket);
  if (writev) socket._writev = (chunks, done) => writev(chunks, held(done));
}
