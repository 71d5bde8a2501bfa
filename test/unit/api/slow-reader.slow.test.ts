import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SendQueues } from '../../../main/api/transport/send-queue.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { clientAt, plainVersion, reply, serverOf, withToken, zeros } from './api-world.ts';

const megabyte = 1024 * 1024;

const silent: SendQueues = { read: async () => null, pollMs: 2_000 };

/** Starts a service that reads uploads at this speed. It answers other requests immediately. */
async function slowService(bytesPerSecond: number) {
  const uploads: IncomingMessage[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      if (request.method !== 'POST') return reply(response, 404, {});
      uploads.push(request);
      request.on('end', () => reply(response, 201, plainVersion));
    }),
  );
  const readOn = (): void => {
    const upload = uploads.at(-1);
    if (!upload) return;
    // Before the end of the stream, a read returns null if fewer bytes are buffered than requested.
    if (upload.read(Math.min(bytesPerSecond, upload.readableLength || 1)) === null) upload.read(0);
  };
  return { url, uploads, readOn };
}

test.each([
  [8_192, 12],
  [1_024, 3],
])(
  'an upload read at %i bytes/s without queue data needs one attempt',
  async (...[bytesPerSecond, megabytes]) => {
    const clock = createFakeClock();
    const { url, uploads, readOn } = await slowService(bytesPerSecond);
    const { api } = clientAt(url, { clock, network: { sendQueues: silent } });
    let isFinished = false;
    const upload = api.testingdist.createVersion(3, await zeros(megabytes * megabyte)).finally(() => {
      isFinished = true;
    });
    upload.catch(() => null);
    while (!isFinished) {
      readOn();
      await clock.advance(1_000);
      await sleep(0);
    }
    await expect(upload).resolves.toMatchObject({ resource: { id: 7 } });
    expect(uploads).toHaveLength(1);
  },
);
