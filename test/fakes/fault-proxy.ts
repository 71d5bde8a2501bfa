import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a proxy may do to a request instead of passing it on. */
export type Fault =
  /** Takes the whole request in and answers by itself; the service never sees it. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Passes everything on, waits for the service's answer and breaks the connection instead of giving it. */
  | { readonly kind: 'cut-after' }
  /** Passes everything on, tells when the service has answered, and keeps the answer for ever. */
  | { readonly kind: 'swallow'; readonly onAnswer: () => void }
  /** Breaks the connection once some of the request has come in; the service never sees it. */
  | { readonly kind: 'cut-before' }
  /** Passes it on once `release` resolves. */
  | { readonly kind: 'hold'; readonly release: Promise<void> }
  /** Passes the request on no faster than this. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number };

export type FaultProxy = {
  readonly url: string;
  /** `POST /api/v3/…` in the order they came in. */
  readonly requests: readonly string[];
  /** The next `times` requests that match meet the fault. `onMatch` is told when one comes in. */
  fault(match: RegExp, fault: Fault, options?: { times?: number; onMatch?: () => void }): void;
  /** Asks for every further request what is to happen to it; null passes it on. */
  decide(choose: ((line: string) => Fault | null) | null): void;
  stop(): Promise<void>;
};

type Rule = { readonly match: RegExp; readonly fault: Fault; left: number; readonly onMatch: () => void };

/** A real HTTP proxy in front of a service that misbehaves when told to. Whoever opens it stops it. */
export async function openFaultProxy(target: string, port = 0): Promise<FaultProxy> {
  const requests: string[] = [];
  const rules: Rule[] = [];
  let decide: ((line: string) => Fault | null) | null = null;
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    requests.push(line);
    const rule = rules.find((known) => known.left > 0 && known.match.test(line));
    if (rule) rule.left -= 1;
    rule?.onMatch();
    handle(rule?.fault ?? decide?.(line) ?? null, target, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: (match, fault, { times = 1, onMatch = () => {} } = {}) => {
      rules.push({ match, fault, left: times, onMatch });
    },
    decide: (choose) => {
      decide = choose;
    },
    stop,
  };
}

async function handle(
  fault: Fault | null,
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (fault?.kind === 'cut-before') {
    incoming.once('readable', () => incoming.socket.destroy());
    return;
  }
  if (fault?.kind === 'answer') {
    for await (const _ of incoming);
    outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    return;
  }
  if (fault?.kind === 'hold') await fault.release;
  const response = await passOn(target, incoming, fault?.kind === 'slow' ? fault.bytesPerSecond : null);
  if (fault?.kind === 'cut-after') {
    for await (const _ of response);
    incoming.socket.destroy();
    return;
  }
  if (fault?.kind === 'swallow') {
    for await (const _ of response);
    fault.onAnswer();
    return;
  }
  outgoing.writeHead(response.statusCode ?? 502, response.headers);
  response.pipe(outgoing);
}

function passOn(
  target: string,
  incoming: IncomingMessage,
  bytesPerSecond: number | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host: _, ...headers } = incoming.headers;
    const options = { method: incoming.method, headers, agent: false } as const;
    const outgoing = request(new URL(incoming.url ?? '/', target), options, resolve);
    outgoing.on('error', reject);
    incoming.on('error', (error) => outgoing.destroy(error));
    incoming.on('close', () => {
      if (!incoming.complete) outgoing.destroy();
    });
    if (bytesPerSecond === null) incoming.pipe(outgoing);
    else incoming.pipe(slowedTo(bytesPerSecond)).pipe(outgoing);
  });
}

function slowedTo(bytesPerSecond: number): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sleep((1000 * chunk.length) / bytesPerSecond).then(() => done(null, chunk), done);
    },
  });
}
