/** Actions with which a proxy injects faults into requests and responses. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns a stream that pauses after `bytes` bytes, runs `act`, and then passes on the rest. */
export function stopAfter(bytes: number, act: () => Promise<void>): Transform {
  let seen = 0;
  let reached = false;
  const interrupt = (): Promise<void> => {
    reached = true;
    return act();
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const before = seen;
      seen += chunk.length;
      if (reached || seen < bytes) return done(null, chunk);
      this.push(chunk.subarray(0, bytes - before));
      interrupt().then(() => done(null, chunk.subarray(bytes - before)), done);
    },
    // If the body is shorter, `act` runs at its end.
    flush(done) {
      if (reached) return done();
      interrupt().then(() => done(), done);
    },
  });
}

/** Inverts one bit of the byte at `position`. */
export function flippedAt(position: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = position - seen;
      seen += chunk.length;
      if (at >= 0 && at < chunk.length) chunk.writeUInt8(chunk.readUInt8(at) ^ 0x10, at);
      done(null, chunk);
    },
  });
}

export function slowedTo(bytesPerSecond: number): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sleep((1000 * chunk.length) / bytesPerSecond).then(() => done(null, chunk), done);
    },
  });
}

/** Forwards a request and returns its response; rejects if there is none. `through` transforms the body. */
export function forwardRequest(
  target: string,
  incoming: IncomingMessage,
  ...through: readonly Transform[]
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = forwarded(target, incoming, resolve);
    outgoing.on('error', reject);
    incoming.on('error', (error) => outgoing.destroy(error));
    incoming.on('close', () => {
      if (!incoming.complete) outgoing.destroy();
    });
    for (const each of through) each.on('error', (error) => outgoing.destroy(error));
    through.reduce<Readable>((from, to) => from.pipe(to), incoming).pipe(outgoing);
  });
}

function forwarded(target: string, incoming: IncomingMessage, onAnswer: (answer: IncomingMessage) => void) {
  const { host: _, ...headers } = incoming.headers;
  const options = { method: incoming.method, headers, agent: false } as const;
  return request(new URL(incoming.url ?? '/', target), options, onAnswer);
}

/** Forwards the request twice, one after the other, and returns the first response. */
export async function forwardTwice(
  target: string,
  incoming: IncomingMessage,
): Promise<{ readonly answer: IncomingMessage; readonly body: Buffer }> {
  const bytes = await bytesOf(incoming);
  const deliver = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      forwarded(target, incoming, resolve).on('error', reject).end(bytes);
    });
  const answer = await deliver();
  const body = await bytesOf(answer);
  await bytesOf(await deliver());
  return { answer, body };
}

/** Reads the request, closes its connection, and only then forwards it with at most `bytesPerSecond`. */
export async function forwardAfterAbort(
  target: string,
  incoming: IncomingMessage,
  bytesPerSecond: number,
): Promise<void> {
  const bytes = await bytesOf(incoming);
  incoming.socket.destroy();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = forwarded(target, incoming, resolve).on('error', reject);
    Readable.from([bytes]).pipe(slowedTo(bytesPerSecond)).pipe(outgoing);
  });
  await bytesOf(answer);
}

/** Delivers the request after `release` and discards the response. */
export async function forwardAfterRelease(
  target: string,
  incoming: IncomingMessage,
  fault: {
    readonly release: Promise<void>;
    readonly onTaken?: () => void;
    readonly onDelivered?: () => void;
  },
): Promise<void> {
  const bytes = await bytesOf(incoming);
  fault.onTaken?.();
  await fault.release;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    forwarded(target, incoming, resolve).on('error', reject).end(bytes);
  });
  await bytesOf(answer);
  fault.onDelivered?.();
}

/** Sends `bytes` bytes of a response, counted from its status line, runs `act`, and then sends the rest. */
export async function sendInTwoParts(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  bytes: number,
  act: () => Promise<void>,
): Promise<void> {
  const body = await bytesOf(answer);
  const head = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name))
      head.push(`${name}: ${value}`);
  }
  head.push(`content-length: ${body.length}`, 'connection: close', '', '');
  const whole = Buffer.concat([Buffer.from(head.join('\r\n')), body]);
  const at = Math.min(bytes, whole.length - 1);
  if (at > 0) outgoing.socket?.write(whole.subarray(0, at));
  await act();
  outgoing.socket?.end(whole.subarray(at));
}

export async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
