import type { FastifyReply } from 'fastify';
import type { Speaker } from '../../languages/speaker.ts';
import type { BridgeHost } from '../bridge.ts';

const heartbeatMs = 15_000;

/** The header of answers and streams that says how many events had been told by then. */
export const toldHeader = 'x-slipway-told';

export type EventStreams = {
  /** How many events have been told since the first stream could be opened. */
  told(): number;
  /** Turns an answer into a stream of server-sent events that ends when either side goes. */
  open(reply: FastifyReply, speaker: Pick<Speaker, 'told'>): void;
  close(): void;
};

/**
 * Every event of the bridge to every open stream, in its language; each is one line of JSON. Who has left more than
 * `mostUnread` bytes unread is gone or stuck, and cut off.
 */
export function createEventStreams(bridge: BridgeHost, mostUnread: number): EventStreams {
  const open = new Map<FastifyReply['raw'], Pick<Speaker, 'told'>>();
  let told = 0;
  const write = (response: FastifyReply['raw'], text: string): void => {
    if (response.writableLength > mostUnread) response.destroy();
    else response.write(text);
  };
  const stopEvents = bridge.onEvent((name, value) => {
    told += 1;
    const texts = new Map<unknown, string>();
    for (const [response, speaker] of open) {
      const text = texts.get(speaker) ?? `event: ${name}\ndata: ${JSON.stringify(speaker.told(value))}\n\n`;
      texts.set(speaker, text);
      write(response, text);
    }
  });
  return {
    told: () => told,
    open: (reply, speaker) => {
      const response = reply.hijack().raw;
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', [toldHeader]: told });
      response.write('retry: 1000\n: connected\n\n');
      open.set(response, speaker);
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
