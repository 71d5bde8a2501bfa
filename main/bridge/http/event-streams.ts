import type { FastifyReply } from 'fastify';
import type { BridgeHost } from '../bridge.ts';
import { saidEvent } from '../said.ts';

const heartbeatMs = 15_000;

/** Header with the number of events sent before the response or stream began. */
export const toldHeader = 'x-slipway-told';

export type EventStreams = {
  /** Number of events since the streams were created. */
  told(): number;
  /** Turns a response into a stream of server-sent events. */
  open(reply: FastifyReply, locale: () => string | null): void;
  close(): void;
};

/**
 * Sends every bridge event as one line of JSON to each stream, localised for it. Disconnects clients with
 * more than `mostUnread` bytes pending.
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
