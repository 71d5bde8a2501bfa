import type { FastifyReply } from 'fastify';
import type { BridgeHost } from '../bridge.ts';
import { saidEvent } from '../said.ts';

const heartbeatMs = 15_000;

/** The header of answers and streams that says how many events had been told by then. */
export const toldHeader = 'x-slipway-told';

export type EventStreams = {
  /** How many events have been told since the first stream could be opened. */
  told(): number;
  /** Turns an answer into a stream of server-sent events that ends when either side goes. */
  open(reply: FastifyReply, locale: () => string | null): void;
  close(): void;
};

/**
 * Every event of the bridge to every open stream, in the language it has then; each is one line of JSON. Who has left more than
 * `mostUnread` bytes unread is gone or stuck, and cut off.
 */
export function createEventStreams(bridge: BridgeHost, mostUnread: number): EventStreams {
  const open = new Map<FastifyReply['raw'], () => string | null>();
  let told = 0;
  const write = (response: FastifyReply['raw'], text: string): void => {
    if (response.writableLength > mostUnread) response.destroy();
    else response.write(text);
  };
  const stopEvents = bridge.onEvent((name, value) => {
    told += 1;
    const texts = new Map<string | null, string>();
    for (const [response, locale] of open) {
      const spoken = locale();
      const text =
        texts.get(spoken) ?? `event: ${name}\ndata: ${JSON.stringify(saidEvent(name, value, spoken))}\n\n`;
      texts.set(spoken, text);
      write(response, text);
    }
  });
  return {
    told: () => told,
    open: (reply, locale) => {
      const response = reply.hijack().raw;
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', [toldHeader]: told });
      response.write('retry: 1000\n: connected\n\n');
      open.set(response, locale);
      const heartbeat = setInterval(() => write(response, ': alive\n\n'), heartbeatMs);
      response.on('close', () => {
        clearInterval(heartbeat);
        open.delete(response);
      });
    },
    close: () => {
      stopEvents();
      for (const response of open.keys()) response.end();
    },
  };
}
