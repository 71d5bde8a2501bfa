/** Messages on a socket: one line of JSON each. */
import type { Socket } from 'node:net';
import { doorErrors } from './errors.ts';

/** A thousand builds with the longest paths fit; who sends more is no Slipway. */
const longestLine = 64 * 1024 * 1024;

/** A reader that has left this much unread is stuck, and cut off. */
const mostUnreadBytes = 16 * 1024 * 1024;

/**
 * Calls `onMessage` for each line, in order. Destroys the socket with `door/garbled` for a line that is no JSON or has no
 * end, and with what `onMessage` throws.
 */
export function readLines(socket: Socket, onMessage: (message: unknown) => void): void {
  let rest: string[] = [];
  let length = 0;
  const take = (text: string): void => {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      rest.push(line);
      length += line.length;
      if (length > longestLine) throw doorErrors.garbled({});
      if (index === lines.length - 1) return;
      const whole = rest.join('');
      rest = [];
      length = 0;
      onMessage(parsed(whole));
    }
  };
  socket.setEncoding('utf8').on('data', (text: Buffer | string) => {
    try {
      take(String(text));
    } catch (error) {
      socket.destroy(error instanceof Error ? error : doorErrors.garbled({}));
    }
  });
}

export function writeLine(socket: Socket, message: unknown): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (socket.writableLength > mostUnreadBytes) socket.destroy();
  else socket.write(`${JSON.stringify(message)}\n`);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw doorErrors.garbled({}, { cause });
  }
}
