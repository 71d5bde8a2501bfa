import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBandwidth, type Throttle } from '../../../main/api/transport/bandwidth.ts';
import { createProgressMeter } from '../../../main/uploads/steps/progress.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, fileOf, plainVersion, reply, serverOf, withToken } from './api-world.ts';

const megabyte = 1_000_000;
/** Bytes that the limiter lets through early, plus the size of the forms without their files. */
const leeway = 2 * 100_000 + 4_096;

async function build(size: number, seed: number) {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE((at + seed) >>> 0, at);
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, bytes);
  return {
    path,
    fileName: `${seed}.apk`,
    size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** Uploads two files in parallel to a real server, with a clock that only `pass` advances. */
async function twoUploads(size: number, bytesPerSecond: number | null) {
  const clock = createFakeClock();
  const bandwidth = createBandwidth(clock, bytesPerSecond);
  let received = 0;
  const digests: string[] = [];
  const url = await serverOf(
    withToken(async (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      digests.push(
        createHash('sha256')
          .update(await fileOf(request))
          .digest('hex'),
      );
      reply(response, 201, plainVersion);
    }),
  );
  let waiting = 0;
  const throttle: Throttle = async (wanted, signal) => {
    waiting += 1;
    try {
      return await bandwidth.throttle(wanted, signal);
    } finally {
      waiting -= 1;
    }
  };
  const { api } = clientAt(url, { clock, network: { throttle } });
  const files = await Promise.all([build(size, 1), build(size, 7)]);
  await api.signIn();
  let running = files.length;
  const meters = files.map(() => createProgressMeter({ clock, totalBytes: size, announce: () => {} }));
  const uploads = Promise.all(
    files.map((file, index) =>
      api.testingdist
        .createVersion(3, file, { onProgress: (bytes) => meters[index]?.report(bytes) })
        .finally(() => {
          meters[index]?.stop();
          running -= 1;
        }),
    ),
  );
  // A failing test cancels the uploads. Their rejections must not hide the test's failure.
  uploads.catch(() => null);
  /** Waits until every running upload is held back by the limit. */
  const rest = async (): Promise<void> => {
    while (waiting < running) await turn();
  };
  return {
    clock,
    bandwidth,
    uploads,
    meters,
    files,
    digests,
    received: () => received,
    /** Returns the bytes written to the connections. */
    sent: () => meters.reduce((sum, meter) => sum + meter.current().sentBytes, 0),
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 50) {
        await rest();
        await clock.advance(50);
      }
      await rest();
    },
  };
}

test('two parallel uploads share the bandwidth limit', async () => {
  const size = 4 * megabyte;
  const { pass, sent, received, meters, uploads, digests, files } = await twoUploads(size, megabyte);
  for (let seconds = 1; seconds <= 6; seconds += 1) {
    await pass(1_000);
    expect(sent()).toBeGreaterThanOrEqual(seconds * megabyte - leeway);
    expect(sent()).toBeLessThanOrEqual(seconds * megabyte + leeway);
    expect(received()).toBeLessThanOrEqual(seconds * megabyte + leeway);
  }
  for (const meter of meters) {
    const { bytesPerSecond, secondsLeft, sentBytes } = meter.current();
    expect(Math.abs((bytesPerSecond ?? 0) - megabyte / 2)).toBeLessThan(megabyte / 10);
    // Over short periods, an upload may be faster or slower than half of the limit.
    expect(Math.abs((secondsLeft ?? 0) - (6 * (size - sentBytes)) / sentBytes)).toBeLessThanOrEqual(1);
  }
  await pass(2_500);
  const results = await uploads;
  expect(results.map(({ sha256 }) => sha256)).toEqual(files.map(({ sha256 }) => sha256));
  expect(new Set(digests)).toEqual(new Set(files.map(({ sha256 }) => sha256)));
});

test('a changed limit applies to running uploads', async () => {
  const { pass, sent, bandwidth, clock, uploads, digests, files } = await twoUploads(4 * megabyte, megabyte);
  await pass(1_000);
  bandwidth.setLimit(100_000);
  const slowFrom = sent();
  await pass(5_000);
  expect(sent() - slowFrom).toBeGreaterThanOrEqual(500_000 - 2 * 10_000);
  expect(sent() - slowFrom).toBeLessThanOrEqual(500_000 + 2 * 10_000);
  bandwidth.setLimit(2 * megabyte);
  const fastFrom = sent();
  await pass(1_000);
  expect(sent() - fastFrom).toBeGreaterThanOrEqual(2 * megabyte - 2 * 200_000);
  expect(sent() - fastFrom).toBeLessThanOrEqual(2 * megabyte + 2 * 200_000);
  const stopped = clock.monotonic();
  bandwidth.setLimit(null);
  await uploads;
  expect(clock.monotonic()).toBe(stopped);
  expect(clock.pending()).toBe(0);
  expect(new Set(digests)).toEqual(new Set(files.map(({ sha256 }) => sha256)));
});

test('a throttled upload arrives intact at a receiver slower than the sender', async () => {
  const file = await build(12 * megabyte, 3);
  let received = '';
  const url = await serverOf(
    withToken(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
        for (let pause = 0; pause < 5; pause += 1) await turn();
      }
      const body = Buffer.concat(chunks);
      const content = body.subarray(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf('\r\n--'));
      received = createHash('sha256').update(content).digest('hex');
      reply(response, 201, plainVersion);
    }),
  );
  const { api } = clientAt(url, {
    clock: createFakeClock(),
    network: { throttle: async (wanted) => Math.min(wanted, 10_000) },
  });
  await api.testingdist.createVersion(3, file, {});
  expect(received).toBe(file.sha256);
});

test('an upload slowed by the limit does not time out as idle', async () => {
  const { pass, sent, uploads, bandwidth } = await twoUploads(megabyte, 1_000);
  await pass(10 * 60_000);
  expect(sent()).toBeGreaterThan(10 * 60 * 1_000 - leeway);
  bandwidth.setLimit(null);
  await expect(uploads).resolves.toHaveLength(2);
});
