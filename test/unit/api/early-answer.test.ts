import { truncate, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, rawServerOf } from './api-world.ts';

const token = JSON.stringify({ access_token: 'token-1', expires_in: 72_000, token_type: 'Bearer' });
const text = '{"detail":"At most 1 MB."}';
const whole = `HTTP/1.1 413 Payload Too Large\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`;

/** A service that gives a token, and does with the upload what the test says once `after` bytes of it have come. */
function refusing(after: number, refuse: (socket: Socket) => void): Promise<string> {
  return rawServerOf((socket) => {
    let head = '';
    let count = 0;
    let refused = false;
    socket.on('data', (chunk) => {
      count += chunk.length;
      if (head.length < 2_000) head += chunk.toString('latin1');
      if (head.startsWith('POST /identity/')) {
        if (head.includes('scope='))
          socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${token.length}\r\n\r\n${token}`);
        return;
      }
      if (refused || count < after || !head.includes('\r\n\r\n')) return;
      refused = true;
      refuse(socket);
    });
  });
}

const ways: Readonly<Record<string, (socket: Socket) => void>> = {
  'and the connection reset': (socket) => socket.write(whole, () => socket.resetAndDestroy()),
  'and the connection closed': (socket) => {
    socket.pause();
    socket.write(whole, () => socket.destroy());
  },
  'and reset before its end': (socket) => socket.write(whole.slice(0, -10), () => socket.resetAndDestroy()),
  ended: (socket) => {
    socket.pause();
    socket.end(whole);
  },
};

const tries = 4;
const size = 16 * 1024 * 1024;

async function refusals(url: string): Promise<readonly unknown[]> {
  const path = join(await temporaryFolder(), 'big.apk');
  await writeFile(path, '');
  await truncate(path, size);
  const errors: unknown[] = [];
  for (let count = 0; count < tries; count += 1) {
    const sent = clientAt(url).api.testingdist.createVersion(3, { path, fileName: 'big.apk', size });
    errors.push(await sent.catch((error: unknown) => error));
  }
  return errors;
}

test.each(Object.keys(ways).flatMap((way) => [1, 300_000, 5_000_000].map((after) => [after, way] as const)))(
  'an upload refused after %i bytes, %s, is refused, not broken off',
  async (after, way) => {
    const errors = await refusals(await refusing(after, ways[way] ?? (() => {})));
    const refused = { code: 'api/tooLarge', details: { outcome: 'refused', status: 413 } };
    expect(errors).toMatchObject(Array.from({ length: tries }, () => refused));
    for (const error of errors) expect(String(error)).not.toContain('{');
  },
);

test('one that is reset without an answer stays a broken connection', async () => {
  const errors = await refusals(await refusing(300_000, (socket) => socket.resetAndDestroy()));
  const lost = { code: 'api/connectionLost', details: { outcome: 'not-sent' } };
  expect(errors).toMatchObject(Array.from({ length: tries }, () => lost));
});
