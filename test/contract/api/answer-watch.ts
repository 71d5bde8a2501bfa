import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

/** A request and the whole answer a server gave to it. */
export type Exchange = {
  readonly method: string;
  /** Without a query. */
  readonly path: string;
  readonly status: number;
  /** Of the answer; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

const message = z.object({ request: z.instanceof(IncomingMessage), response: z.instanceof(ServerResponse) });
const startChannel = 'http.server.request.start';

/**
 * Tells of every answer that a server of this process gives on the port of `url`, whoever asked and with whatever
 * client. The returned function stops it.
 */
export function watchAnswers(url: string, heard: (exchange: Exchange) => void): () => void {
  const port = Number(new URL(url).port);
  const onStart = (given: unknown): void => {
    const { request, response } = message.parse(given);
    if (request.socket.localPort === port) listenTo(request, response, heard);
  };
  subscribe(startChannel, onStart);
  return () => {
    unsubscribe(startChannel, onStart);
  };
}

function listenTo(
  request: IncomingMessage,
  response: ServerResponse,
  heard: (exchange: Exchange) => void,
): void {
  const chunks: Buffer[] = [];
  const headers: Record<string, string> = {};
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  before(response, 'writeHead', (_status, given) => {
    // Given here, headers are in the answer but not in `getHeaders`.
    if (typeof given === 'object' && given !== null) addHeaders(headers, given);
  });
  before(response, 'write', keep);
  before(response, 'end', (chunk) => {
    keep(chunk);
    addHeaders(headers, response.getHeaders());
    heard({
      method: request.method ?? '',
      path: (request.url ?? '/').split('?')[0] ?? '/',
      status: response.statusCode,
      headers,
      body: Buffer.concat(chunks),
    });
  });
}

function addHeaders(to: Record<string, string>, given: object): void {
  for (const [name, value] of Object.entries(given)) to[name.toLowerCase()] = String(value);
}

function before(
  response: ServerResponse,
  method: 'writeHead' | 'write' | 'end',
  see: (...values: readonly unknown[]) => void,
): void {
  const original = response[method];
  Reflect.set(response, method, (...values: readonly unknown[]) => {
    see(...values);
    return Reflect.apply(original, response, values);
  });
}
