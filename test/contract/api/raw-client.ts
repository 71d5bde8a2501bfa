import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Problem, problem } from '../../../main/api/wire.ts';

/** A raw connection that sends bytes unchanged and collects everything it receives. */
export type RawClient = {
  readonly socket: Socket;
  /** Starts to read, if the connection was opened with `reads: false`. */
  read(): void;
  /** Resolves when the system has accepted the bytes, which requires that the peer reads. */
  send(bytes: string | Uint8Array): Promise<void>;
  received(): string;
  /** Resolves with the first complete response. */
  answer(): Promise<RawAnswer>;
  /** Resolves with the received text after the peer ended the connection. */
  ended(): Promise<string>;
};

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export async function openRaw(url: string, { reads = true } = {}): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    port: Number(port),
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    noDelay: true,
    allowHalfOpen: true,
  });
  onTestFinished(() => {
    socket.destroy();
  });
  let text = '';
  const read = (): void => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
  };
  if (reads) read();
  const closed = new Promise<void>((resolve) => {
    socket.once('end', resolve);
    // A reset also ends the connection, for example during a write.
    socket.once('close', () => resolve());
    socket.on('error', () => resolve());
  });
  await once(socket, 'connect');
  const answer = async (): Promise<RawAnswer> => {
    for (;;) {
      const [first] = readAnswers(text);
      if (first) return first;
      if (socket.readableEnded || socket.destroyed) throw new Error(`No whole answer came, only: ${text}`);
      await Promise.race([once(socket, 'data'), closed]);
    }
  };
  return {
    socket,
    read,
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    received: () => text,
    answer,
    ended: async () => {
      await closed;
      return text;
    },
  };
}

/** Parses the complete responses in `text`, each with a Content-Length. Skips `100 Continue`. */
export function readAnswers(text: string): readonly RawAnswer[] {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const rest = text.slice(end + 4);
  if (status === 100) return readAnswers(rest);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? 0);
  if (rest.length < length) return [];
  const body = Buffer.from(rest.slice(0, length), 'latin1').toString();
  return [{ status, headers, body }, ...readAnswers(rest.slice(length))];
}

/** Parses a problem response (RFC 9457). */
export function problemIn(answer: RawAnswer): Problem {
  if (answer.headers['content-type'] !== 'application/problem+json; charset=utf-8') {
    throw new Error(`Not a problem: ${answer.headers['content-type']} ${answer.body}`);
  }
  const read = problem.parse(JSON.parse(answer.body));
  if (read.status !== answer.status) throw new Error(`${answer.status} is called ${read.status} inside`);
  return read;
}

/** Formats the head of a request with its final empty line. */
export function head(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
): string {
  const lines = Object.entries({ Host: 'service.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

export const boundary = 'the-boundary';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** Returns a form with one file, in three pieces. */
export function fileForm(file: Uint8Array): {
  before: Buffer;
  file: Uint8Array;
  after: Buffer;
  length: number;
} {
  const before = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="build.apk"\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return { before, file, after, length: before.length + file.length + after.length };
}
