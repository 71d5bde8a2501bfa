import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  flippedAt,
  forwardAfterAbort,
  forwardAfterRelease,
  forwardRequest,
  forwardTwice,
  sendInTwoParts,
  slowedTo,
  stopAfter,
} from './fault-actions.ts';

/** Faults that a proxy can apply to a request. */
export type Fault =
  /** Reads the request and responds without forwarding it. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Forwards the request and replaces the response. */
  | {
      readonly kind: 'answer-after';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Forwards the request and closes the connection instead of sending the response. */
  | { readonly kind: 'cut-after' }
  /** Forwards the request and calls `onAnswer` when the service responds, but does not send the response. */
  | { readonly kind: 'swallow'; readonly onAnswer: () => void }
  /** Reads the request, closes the connection, and only then forwards the request at this speed. */
  | { readonly kind: 'late'; readonly bytesPerSecond: number }
  /** Closes the connection in the middle of the request. The service receives nothing. */
  | { readonly kind: 'cut-before' }
  /** Forwards the request when `release` resolves. */
  | { readonly kind: 'hold'; readonly release: Promise<void> }
  /** Reads the whole request and forwards it when `release` resolves, even if the connection is closed. */
  | {
      readonly kind: 'silent';
      readonly release: Promise<void>;
      readonly onTaken?: () => void;
      readonly onDelivered?: () => void;
    }
  /** Limits the speed of the request and the response. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** Stalls after this many bytes of the body, or of the response with headers, until `release` resolves. */
  | {
      readonly kind: 'stall';
      readonly side: 'request' | 'answer';
      readonly after: number;
      readonly onReached?: () => void;
      /** If undefined, the connection never continues. */
      readonly release?: Promise<void>;
      /** Maximum speed of the request after the stall. */
      readonly bytesPerSecond?: number;
    }
  /** Resets the connections to both sides after this many bytes. */
  | { readonly kind: 'reset'; readonly side: 'request' | 'answer'; readonly after: number }
  /** Inverts one bit at this byte of the request body. `cut`: closes the connection instead of responding. */
  | { readonly kind: 'flip'; readonly at: number; readonly cut?: boolean }
  /** Forwards the request twice, as some proxies do. */
  | { readonly kind: 'twice' };

export type FaultProxy = {
  readonly url: string;
  /** Received requests as `POST /api/v3/…`, in order. */
  readonly requests: readonly string[];
  /** Applies the fault to the next `times` matching requests and calls `onMatch` for each. */
  fault(match: RegExp, fault: Fault, options?: { times?: number; onMatch?: () => void }): void;
  /** Sets a function that selects the fault of each request from now on; null for no fault. */
  decide(choose: ((line: string, incoming: IncomingMessage) => Fault | null) | null): void;
  /** Counts active and stalled requests. A new connection counts as active before its request arrives. */
  openRequests(): { readonly moving: number; readonly stalled: number };
  stop(): Promise<void>;
};

type Rule = { readonly match: RegExp; readonly fault: Fault; left: number; readonly onMatch: () => void };

/** Starts an HTTP proxy that injects faults in front of `target`. The caller must stop it. */
export async function openFaultProxy(target: string | (() => string), port = 0): Promise<FaultProxy> {
  const requests: string[] = [];
  const rules: Rule[] = [];
  const moving = new Set<IncomingMessage | Socket>();
  const stalledRequests = new Set<IncomingMessage>();
  let decide: Parameters<FaultProxy['decide']>[0] = null;
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    requests.push(line);
    const rule = rules.find((each) => each.left > 0 && each.match.test(line));
    if (rule) rule.left -= 1;
    rule?.onMatch();
    const fault = rule?.fault ?? decide?.(line, incoming) ?? null;
    moving.delete(incoming.socket);
    moving.add(incoming);
    outgoing.on('close', () => {
      moving.delete(incoming);
      stalledRequests.delete(incoming);
    });
    const to = typeof target === 'string' ? target : target();
    const watched = withStallNotices(fault, (isStalled) => {
      (isStalled ? moving : stalledRequests).delete(incoming);
      if (!outgoing.closed) (isStalled ? stalledRequests : moving).add(incoming);
    });
    handle(watched, to, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // Counts a connection as soon as it opens, because the client reads its file before it sends the request.
  server.on('connection', (socket) => {
    moving.add(socket);
    socket.on('close', () => moving.delete(socket));
  });
  // Disabled, so that only the client's timeouts apply.
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
    openRequests: () => ({ moving: moving.size, stalled: stalledRequests.size }),
    stop,
  };
}

/** Returns the fault with callbacks that report when the request stalls and continues. */
function withStallNotices(fault: Fault | null, notify: (isStalled: boolean) => void): Fault | null {
  if (fault?.kind === 'silent') {
    const onStall = (): void => notify(true);
    return {
      ...fault,
      onTaken: onStall,
      release: fault.release.then(() => notify(false)),
      onDelivered: onStall,
    };
  }
  if (fault?.kind === 'hold') {
    notify(true);
    return { ...fault, release: fault.release.then(() => notify(false)) };
  }
  if (fault?.kind === 'swallow') {
    const onAnswer = (): void => {
      notify(true);
      fault.onAnswer();
    };
    return { ...fault, onAnswer };
  }
  if (fault?.kind !== 'stall') return fault;
  const onReached = (): void => {
    notify(true);
    fault.onReached?.();
  };
  const release = (fault.release ?? new Promise<void>(() => {})).then(() => notify(false));
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
      return sendResponse(await forwardRequest(target, incoming), outgoing);
    case 'cut-before':
      incoming.once('readable', () => incoming.socket.destroy());
      return;
    case 'answer':
      for await (const _ of incoming);
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    case 'answer-after':
      for await (const _ of await forwardRequest(target, incoming));
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    case 'late':
      return forwardAfterAbort(target, incoming, fault.bytesPerSecond);
    case 'silent':
      return forwardAfterRelease(target, incoming, fault);
    case 'hold':
      await fault.release;
      return sendResponse(await forwardRequest(target, incoming), outgoing);
    case 'slow': {
      const answer = await forwardRequest(target, incoming, slowedTo(fault.bytesPerSecond));
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(slowedTo(fault.bytesPerSecond)).pipe(outgoing);
      return;
    }
    case 'flip': {
      const answer = await forwardRequest(target, incoming, flippedAt(fault.at));
      if (!fault.cut) return sendResponse(answer, outgoing);
      for await (const _ of answer);
      incoming.socket.destroy();
      return;
    }
    case 'cut-after':
      for await (const _ of await forwardRequest(target, incoming));
      incoming.socket.destroy();
      return;
    case 'swallow':
      for await (const _ of await forwardRequest(target, incoming));
      fault.onAnswer();
      return;
    case 'twice': {
      const { answer, body } = await forwardTwice(target, incoming);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      return;
    }
    case 'stall':
    case 'reset':
      return applyFault(fault, target, incoming, outgoing);
  }
}

async function applyFault(
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
    await sendInTwoParts(await forwardRequest(target, incoming), outgoing, fault.after, act);
  } else {
    const stopping = stopAfter(fault.after, act);
    const speed = fault.kind === 'stall' ? fault.bytesPerSecond : undefined;
    const through = speed === undefined ? [stopping] : [stopping, slowedTo(speed)];
    sendResponse(await forwardRequest(target, incoming, ...through), outgoing);
  }
}

function sendResponse(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(outgoing);
}
