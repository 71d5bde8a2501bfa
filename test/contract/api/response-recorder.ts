import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

export type Exchange = {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly status: number;
  /** Response headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

const message = z.object({ request: z.instanceof(IncomingMessage), response: z.instanceof(ServerResponse) });
const startChannel = 'http.server.request.start';

/**
 * Reports every response that this process sends on the port of `url`. Returns a function that stops the
 * recording.
 */
export function recordResponses(url: string, report: (exchange: Exchange) => void): () => void {
  const port = Number(new URL(url).port);
  const onStart = (given: unknown): void => {
    const { request, response } = message.parse(given);
    if (request.socket.localPort === port) listenTo(request, response, report);
  };
  subscribe(startChannel, onStart);
  return () => {
    unsubscribe(startChannel, onStart);
  };
}

function listenTo(
  request: IncomingMessage,
  response: ServerResponse,
  report: (exchange: Exchange) => void,
): void {
  const chunks: Buffer[] = [];
  const headers: Record<string, string> = {};
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  before(response, 'writeHead', (_status, given) => {
    // `getHeaders` does not return headers that are passed to `writeHead`.
    if (typeof given === 'object' && given !== null) addHeaders(headers, given);
  });
  before(response, 'write', collect);
  before(response, 'end', (chunk) => {
    collect(chunk);
    addHeaders(headers, response.getHeaders());
    report({
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
