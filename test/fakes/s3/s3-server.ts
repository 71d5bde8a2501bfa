import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../../../main/service/storage/s3/settings.ts';
import { type Answer, S3Refusal } from './answers.ts';
import type { Bucket } from './bucket.ts';
import { type OperationName, operationOf } from './operations.ts';
import { verifySignature } from './signature.ts';

/** A fault that replaces or breaks the response. */
export type Fault =
  /** Returns this error without running the operation. */
  | { readonly status: number; readonly code: string }
  /** Closes the connection before the operation, after it, or in the middle of the response body. */
  | 'break'
  | 'lose-answer'
  | 'half-answer';

export type SeenRequest = {
  readonly operation: OperationName;
  readonly key: string;
  /** Number of bytes in the body. */
  readonly size: number;
};

export type S3Server = {
  readonly settings: S3Settings;
  readonly bucket: Bucket;
  /** Received requests in order, including rejected ones. */
  readonly requests: readonly SeenRequest[];
  /** Sets a function that selects the fault of each correctly signed request; null for no fault. */
  intercept(decide: (request: SeenRequest) => Fault | null | Promise<Fault | null>): void;
  /** Makes the next `count` requests fail, or only requests of `operation`. */
  failNext(count: number, fault: Fault, operation?: OperationName): void;
  /** Stops the server's clock at this time, in milliseconds since 1970 UTC. */
  setNow(now: number): void;
  close(): Promise<void>;
};

const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'a+secret/of=tests' };
const region = 'eu-test-1';

/** Starts a strict in-memory S3 server on a free port, with one bucket and path-style URLs. */
export async function startS3(): Promise<S3Server> {
  const bucket: Bucket = { name: 'builds', objects: new Map(), uploads: new Map() };
  const requests: SeenRequest[] = [];
  let decide: Parameters<S3Server['intercept']>[0] = () => null;
  let clock = Date.now;

  const answerTo = async (message: IncomingMessage): Promise<{ answer: Answer; fault: Fault | null }> => {
    const { pathname: path, searchParams: query } = new URL(`http://s3${message.url}`);
    const { method = '', headers } = message;
    const body = await buffer(message);
    verifySignature({ method, path, query, headers, body }, { ...keys, region, now: clock });
    const [, name, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(path)) ?? [];
    const operation = operationOf(method, key, query);
    const seen = { operation: operation.name, key, size: body.length };
    requests.push(seen);
    const fault = await decide(seen);
    if (fault === 'break') return { answer: { status: 500 }, fault };
    if (typeof fault === 'object' && fault)
      throw new S3Refusal(fault.status, fault.code, 'As the test wants it.');
    if (name !== bucket.name) {
      throw new S3Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist', {
        BucketName: name ?? '',
      });
    }
    const header = (of: string): string | undefined => headers[of]?.toString();
    return { answer: operation.run({ bucket, key, query, header, body, now: clock() }), fault };
  };

  const server = createServer((message, response) => {
    answerTo(message)
      .catch((error: unknown) => {
        if (error instanceof S3Refusal) return { answer: error.toAnswer(), fault: null };
        throw error;
      })
      .then(({ answer, fault }) => send(response, message, answer, fault, clock()))
      .catch(() => message.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    settings: { endpoint, region, bucket: bucket.name, ...keys, pathStyle: true, prefix: 'slipway/' },
    bucket,
    requests,
    intercept: (by) => {
      decide = by;
    },
    failNext: (count, fault, operation) => {
      let left = count;
      decide = (request) => {
        if (left === 0 || (operation !== undefined && request.operation !== operation)) return null;
        left -= 1;
        return fault;
      };
    },
    setNow: (now) => {
      clock = () => now;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(
  response: ServerResponse,
  message: IncomingMessage,
  { status, headers = {}, body = '' }: Answer,
  fault: Fault | null,
  now: number,
): void {
  if (fault === 'break' || fault === 'lose-answer') {
    message.socket.destroy();
    return;
  }
  const length = Buffer.byteLength(body);
  const isEmpty = status === 204 || status === 304;
  const more = { ...(isEmpty ? {} : { 'content-length': length }), date: new Date(now).toUTCString() };
  response.writeHead(status, { ...more, ...headers });
  if (message.method === 'HEAD' || isEmpty) response.end();
  else if (fault === 'half-answer') response.write(body.slice(0, length / 2), () => message.socket.destroy());
  else response.end(body);
}
