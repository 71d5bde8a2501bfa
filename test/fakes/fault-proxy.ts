import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  giveUntil,
  passOn,
  passOnLate,
  passOnLater,
  passOnTwice,
  slowedTo,
  stopAfter,
} from './fault-acts.ts';

/** What a proxy may do to a request instead of passing it on. */
export type Fault =
  /** Takes the whole request in and answers by itself; the service never sees it. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Passes everything on, waits for the service's answer and gives another one instead. */
  | {
      readonly kind: 'answer-after';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Passes everything on, waits for the service's answer and breaks the connection instead of giving it. */
  | { readonly kind: 'cut-after' }
  /** Passes everything on, tells when the service has answered, and keeps the answer for ever. */
  | { readonly kind: 'swallow'; readonly onAnswer: () => void }
  /** Takes the whole request in, breaks the connection, and passes it on all the same, no faster than this. */
  | { readonly kind: 'late'; readonly bytesPerSecond: number }
  /** Breaks the connection once some of the request has come in; the service never sees it. */
  | { readonly kind: 'cut-before' }
  /** Passes it on once `release` resolves. */
  | { readonly kind: 'hold'; readonly release: Promise<void> }
  /** Takes the whole request in, and passes it on once `release` resolves, whatever became of the connection. */
  | {
      readonly kind: 'silent';
      readonly release: Promise<void>;
      readonly onTaken?: () => void;
      readonly onDelivered?: () => void;
    }
  /** Passes the request on, and the answer back, no faster than this. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** Stands still after so many bytes of the request's body, or of the answer (head included), until `release` resolves. */
  | {
      readonly kind: 'stall';
      readonly side: 'request' | 'answer';
      readonly after: number;
      readonly onReached?: () => void;
      /** Never, when it is not given. */
      readonly release?: Promise<void>;
      /** Of a request that went on: no faster than this. */
      readonly bytesPerSecond?: number;
    }
  /** Resets the connections on both sides there. */
  | { readonly kind: 'reset'; readonly side: 'request' | 'answer'; readonly after: number }
  /** Delivers the request twice. */
  | { readonly kind: 'twice' };

export type FaultProxy = {
  readonly url: string;
  /** `POST /api/v3/…` in the order they came in. */
  readonly requests: readonly string[];
  /** The next `times` requests that match meet the fault. `onMatch` is told when one comes in. */
  fault(match: RegExp, fault: Fault, options?: { times?: number; onMatch?: () => void }): void;
  /** Asks for every further request what is to happen to it; null passes it on. */
  decide(choose: ((line: string, incoming: IncomingMessage) => Fault | null) | null): void;
  /**
   * Requests that are on their way, and those of them that stand still; one is on its way from the moment it has a
   * connection.
   */
  underWay(): { readonly moving: number; readonly standing: number };
  stop(): Promise<void>;
};

type Rule = { readonly match: RegExp; readonly fault: Fault; left: number; readonly onMatch: () => void };

/**
 * A real HTTP proxy in front of a service that misbehaves when told to. Whoever opens it stops it. `target` is the
 * address of the service; a function when that may change.
 */
export async function openFaultProxy(target: string | (() => string), port = 0): Promise<FaultProxy> {
  const requests: string[] = [];
  const rules: Rule[] = [];
  const moving = new Set<IncomingMessage | Socket>();
  const still = new Set<IncomingMessage>();
  let decide: Parameters<FaultProxy['decide']>[0] = null;
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    requests.push(line);
    const rule = rules.find((known) => known.left > 0 && known.match.test(line));
    if (rule) rule.left -= 1;
    rule?.onMatch();
    const fault = rule?.fault ?? decide?.(line, incoming) ?? null;
    moving.delete(incoming.socket);
    moving.add(incoming);
    outgoing.on('close', () => {
      moving.delete(incoming);
      still.delete(incoming);
    });
    const to = typeof target === 'string' ? target : target();
    const watched = standing(fault, (stands) => {
      (stands ? moving : still).delete(incoming);
      if (!outgoing.closed) (stands ? still : moving).add(incoming);
    });
    handle(watched, to, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // The client reads the file before it says what it wants.
  server.on('connection', (socket) => {
    moving.add(socket);
    socket.on('close', () => moving.delete(socket));
  });
  // What waits too long is the client's affair.
  server.requestTimeout = 0;
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
    underWay: () => ({ moving: moving.size, standing: still.size }),
    stop,
  };
}

/** The same fault, which says when it stands still and when it goes on. */
function standing(fault: Fault | null, tell: (still: boolean) => void): Fault | null {
  if (fault?.kind === 'silent') {
    const stands = (): void => tell(true);
    return { ...fault, onTaken: stands, release: fault.release.then(() => tell(false)), onDelivered: stands };
  }
  if (fault?.kind === 'hold') {
    tell(true);
    return { ...fault, release: fault.release.then(() => tell(false)) };
  }
  if (fault?.kind === 'swallow') {
    const onAnswer = (): void => {
      tell(true);
      fault.onAnswer();
    };
    return { ...fault, onAnswer };
  }
  if (fault?.kind !== 'stall') return fault;
  const onReached = (): void => {
    tell(true);
    fault.onReached?.();
  };
  const release = (fault.release ?? new Promise<void>(() => {})).then(() => tell(false));
  return { ...fault, onReached, release };
}

async function handle(
  fault: Fault | null,
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return give(await passOn(target, incoming), outgoing);
    case 'cut-before':
      incoming.once('readable', () => incoming.socket.destroy());
      return;
    case 'answer':
      for await (const _ of incoming);
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    case 'answer-after':
      for await (const _ of await passOn(target, incoming));
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    case 'late':
      return passOnLate(target, incoming, fault.bytesPerSecond);
    case 'silent':
      return passOnLater(target, incoming, fault);
    case 'hold':
      await fault.release;
      return give(await passOn(target, incoming), outgoing);
    case 'slow': {
      const answer = await passOn(target, incoming, slowedTo(fault.bytesPerSecond));
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(slowedTo(fault.bytesPerSecond)).pipe(outgoing);
      return;
    }
    case 'cut-after':
      for await (const _ of await passOn(target, incoming));
      incoming.socket.destroy();
      return;
    case 'swallow':
      for await (const _ of await passOn(target, incoming));
      fault.onAnswer();
      return;
    case 'twice': {
      const { answer, body } = await passOnTwice(target, incoming);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      return;
    }
    case 'stall':
    case 'reset':
      return harm(fault, target, incoming, outgoing);
  }
}

async function harm(
  fault: Fault & { kind: 'stall' | 'reset' },
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const act = (): Promise<void> => {
    if (fault.kind === 'stall') {
      fault.onReached?.();
      return fault.release ?? new Promise(() => {});
    }
    incoming.socket.resetAndDestroy();
    return Promise.reject(new Error('reset'));
  };
  if (fault.side === 'answer') {
    await giveUntil(await passOn(target, incoming), outgoing, fault.after, act);
  } else {
    const stopping = stopAfter(fault.after, act);
    const speed = fault.kind === 'stall' ? fault.bytesPerSecond : undefined;
    const through = speed === undefined ? [stopping] : [stopping, slowedTo(speed)];
    give(await passOn(target, incoming, ...through), outgoing);
  }
}

function give(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(outgoing);
}
