import type { FastifyReply } from 'fastify';
import type { BridgeHost } from '../bridge.ts';
import { localiseEvent } from '../localise.ts';

const heartbeatMs = 15_000;

/** Header with the number of events sent before the response or stream began. */
export const eventCountHeader = 'x-slipway-events';

export type EventStreams = {
  eventCount(): number;
  /** Turns a response into a stream of server-sent events. */
  open(reply: FastifyReply, locale: () => string | null): void;
  close(): void;
};

/**
 * Sends every bridge event to each stream as a line of JSON in its locale. Disconnects clients with more than
 * `maxUnread` bytes pending.
 */
export function createEventStreams(bridge: BridgeHost, maxUnread: number): EventStreams {
  const open = new Map<FastifyReply['raw'], () => string | null>();
  let count = 0;
  const write = (response: FastifyReply['raw'], text: string): void => {
    if (response.writableLength > maxUnread) response.destroy();
    else response.write(text);
  };
  const stopEvents = bridge.onEvent((name, value) => {
    count += 1;
    const texts = new Map<string | null, string>();
    for (const [response, locale] of open) {
      const language = locale();
      const text =
        texts.get(language) ??
        `event: ${name}\ndata: ${JSON.stringify(localiseEvent(name, value, language))}\n\n`;
      texts.set(language, text);
      write(response, text);
    }
  });
  return {
    eventCount: () => count,
    open: (reply, locale) => {
      const response = reply.hijack().raw;
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        [eventCountHeader]: count,
      });
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
