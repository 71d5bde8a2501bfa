import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { readsWhatCameBeforeReset } from '../../fakes/systems.ts';
import { clientAt, rawServerOf, zeros } from './api-world.ts';
import { makeCertificate } from './certificates.ts';

const token = JSON.stringify({ access_token: 'token-1', expires_in: 72_000, token_type: 'Bearer' });
const text = '{"detail":"At most 1 MB."}';
const head = (status: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n`;

const statuses = {
  413: { answer: head('413 Payload Too Large') + text, code: 'api/tooLarge' },
  403: { answer: head('403 Forbidden') + text, code: 'api/forbidden' },
} as const;

type Connection = { readonly socket: Socket; readonly reset: () => void };

const ends: Readonly<Record<string, (connection: Connection, answer: string) => void>> = {
  reset: ({ socket, reset }, answer) => socket.write(answer, reset),
  closed: ({ socket }, answer) => {
    socket.pause();
    socket.write(answer, () => socket.destroy());
  },
  'reset in mid-response': ({ socket, reset }, answer) => socket.write(answer.slice(0, -10), reset),
  ended: ({ socket }, answer) => {
    socket.pause();
    socket.end(answer);
  },
};

/** Returns a connection handler that issues a token and calls `refuse` after `after` bytes of an upload. */
function refuseAfter(after: number, refuse: (connection: Connection) => void) {
  return (connection: Connection): void => {
    const { socket } = connection;
    let begin = '';
    let count = 0;
    let refused = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      count += chunk.length;
      if (begin.length < 2_000) begin += chunk.toString('latin1');
      if (begin.startsWith('POST /identity/')) {
        if (begin.includes('scope='))
          socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${token.length}\r\n\r\n${token}`);
        return;
      }
      if (refused || count < after || !begin.includes('\r\n\r\n')) return;
      refused = true;
      refuse(connection);
    });
  };
}

type Way = { readonly url: string; readonly proxy: string | null; readonly authority: string | null };

type Take = (connection: Connection) => void;

/** Starts a TLS server. `open` may delay the handshake of each connection. */
async function secureWay(take: Take, open = (_: Socket, begin: () => void): void => begin()) {
  const { authority, ...certificate } = await makeCertificate('IP:127.0.0.1,DNS:service.example');
  const url = await rawServerOf((socket) =>
    open(socket, () => {
      const secure = new TLSSocket(socket, { isServer: true, ...certificate });
      take({ socket: secure, reset: () => socket.resetAndDestroy() });
    }),
  );
  return { url, authority };
}

const ways: Readonly<Record<string, (take: Take) => Promise<Way>>> = {
  'over http': async (take) => {
    const url = await rawServerOf((socket) => take({ socket, reset: () => socket.resetAndDestroy() }));
    return { url, proxy: null, authority: null };
  },
  'over TLS': async (take) => {
    const { url, authority } = await secureWay(take);
    return { url: url.replace('http:', 'https:'), proxy: null, authority };
  },
  'through a tunnel': async (take) => {
    const { url, authority } = await secureWay(take, (socket, begin) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        begin();
      });
    });
    return { url: 'https://service.example', proxy: url, authority };
  },
};

const attempts = 3;
const size = 16 * 1024 * 1024;

async function refusals({ url, proxy, authority }: Way): Promise<readonly unknown[]> {
  const certificates = async () => (authority === null ? [] : [authority]);
  const file = await zeros(size);
  const errors: unknown[] = [];
  for (let count = 0; count < attempts; count += 1) {
    const { api } = clientAt(url, { network: { proxyFor: () => proxy, certificates } });
    const sent = api.testingdist.createVersion(3, file);
    errors.push(await sent.catch((error: unknown) => error));
  }
  return errors;
}

const usedEnds = Object.keys(ends).filter((end) => readsWhatCameBeforeReset || end === 'ended');

const refusing = Object.keys(ways).flatMap((way) =>
  ([413, 403] as const).flatMap((status) =>
    [1, 300_000, ...(way === 'over http' ? [5_000_000] : [])].flatMap((after) =>
      usedEnds.map((end) => [way, status, after, end] as const),
    ),
  ),
);

test.each(refusing)(
  'an upload %s rejected with %i after %i bytes (%s) reports the status',
  async (...[way, status, after, end]) => {
    const { answer, code } = statuses[status];
    const refuse = refuseAfter(after, (connection) => ends[end]?.(connection, answer));
    const open = ways[way];
    const errors = open ? await refusals(await open(refuse)) : [];
    const refused = { code, details: { outcome: 'refused', status } };
    expect(errors).toMatchObject(Array.from({ length: attempts }, () => refused));
    for (const error of errors) expect(String(error)).not.toContain('{');
  },
);

test.each(Object.entries(ways))(
  'an upload %s reset without a response reports a lost connection',
  async (_, open) => {
    const errors = await refusals(await open(refuseAfter(300_000, ({ reset }) => reset())));
    const lost = { code: 'api/connectionLost', details: { outcome: 'not-sent' } };
    expect(errors).toMatchObject(Array.from({ length: attempts }, () => lost));
  },
);
