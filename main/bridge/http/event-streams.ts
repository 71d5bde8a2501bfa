import type { FastifyReply } from 'fastify';
import type { Language } from '../../messages/locale.ts';
import { type Localised, localised } from '../../messages/localised.ts';
import type { BridgeHost } from '../bridge.ts';

const heartbeatMs = 15_000;

/** The header of answers and streams that says how many events had been told by then. */
export const toldHeader = 'x-slipway-told';

export type EventStreams = {
  /** How many events have been told since the first stream could be opened. */
  told(): number;
  /** Turns an answer into a stream of server-sent events that ends when either side goes. */
  open(reply: FastifyReply, language: Language | null): void;
  close(): void;
};

/** Null: with messages as they are, for another program to say. */
export const said = <Value>(value: Value, language: Language | null): Value | Localised<Value> =>
  language === null ? value : localised(value, language);

/**
 * Every event of the bridge to every open stream, in its language; each is one line of JSON. Who has left more than
 * `mostUnread` bytes unread is gone or stuck, and cut off.
 */
export function createEventStreams(bridge: BridgeHost, mostUnread: number): EventStreams {
  const open = new Map<FastifyReply['raw'], Language | null>();
  let told = 0;
  const write = (response: FastifyReply['raw'], text: string): void => {
    if (response.writableLength > mostUnread) response.destroy();
    else response.write(text);
  };
  const stopEvents = bridge.onEvent((name, value) => {
    told += 1;
    const texts = new Map<Language | null, string>();
    for (const [response, language] of open) {
      const text =
        texts.get(language) ?? `event: ${name}\ndata: ${JSON.stringify(said(value, language))}\n\n`;
      texts.set(language, text);
      write(response, text);
    }
  });
  return {
    told: () => told,
    open: (reply, language) => {
      const response = reply.hijack().raw;
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', [toldHeader]: told });
      response.write('retry: 1000\n: connected\n\n');
      open.set(response, language);
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
