import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Speaker } from '../languages/speaker.ts';

/** A page that has not read this much is gone or stuck; it is cut off and, if alive, connects again. */
const mostUnreadBytes = 8 * 1024 * 1024;
const heartbeatMs = 15_000;

export type EventStreams = {
  /** Turns a request into a stream of server-sent events that ends when either side goes. */
  open(request: IncomingMessage, response: ServerResponse, speaker: Speaker): void;
  /** One event to every open page, in its language. The value becomes one line of JSON. */
  send(name: string, value: unknown): void;
  closeAll(): void;
};

export function createEventStreams(): EventStreams {
  const open = new Map<ServerResponse, Speaker>();
  const write = (response: ServerResponse, text: string): void => {
    if (response.writableLength > mostUnreadBytes) response.destroy();
    else response.write(text);
  };
  return {
    open: (request, response, speaker) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
      response.write('retry: 1000\n: connected\n\n');
      open.set(response, speaker);
      const heartbeat = setInterval(() => write(response, ': alive\n\n'), heartbeatMs);
      request.socket.setTimeout(0);
      response.on('close', () => {
        clearInterval(heartbeat);
        open.delete(response);
      });
    },
    send: (name, value) => {
      const texts = new Map<Speaker, string>();
      for (const [response, speaker] of open) {
        const text = texts.get(speaker) ?? `event: ${name}\ndata: ${JSON.stringify(speaker.told(value))}\n\n`;
        texts.set(speaker, text);
        write(response, text);
      }
    },
    closeAll: () => {
      for (const response of open.keys()) response.end();
    },
  };
}
