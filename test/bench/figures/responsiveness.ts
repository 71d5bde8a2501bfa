import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHashing, type Hashing } from '../../../main/base/hashing/hashing.ts';
import type { Figure } from '../figure.ts';
import { withSink } from '../folder.ts';
import { openClient, upload, writeBuild } from '../uploads.ts';

const rounds = 15;

/** Event loop delay (99th percentile) while 1 GiB is uploaded and hashed. */
export const responsiveness: Figure = {
  name: 'waiting-beside-an-upload',
  peer: 'the same with the hash on the main thread',
  unit: 'ms',
  goal: 1,
  better: 'less',
  measure: () =>
    withSink(async (folder, url) => {
      const hashing = createHashing();
      try {
        const path = join(folder, 'build.apk');
        await writeBuild(path, 1024);
        const measured = { ours: [] as number[], theirs: [] as number[] };
        const wait = {
          theirs: () => maxWaitMs(url, path, onMainThread),
          ours: () => maxWaitMs(url, path, hashing),
        };
        await wait.theirs();
        await wait.ours();
        for (let round = 0; round < rounds; round += 1) {
          // Alternates the order, because the first run affects the second one.
          const order = round % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const);
          for (const which of order) measured[which].push(await wait[which]());
        }
        return measured;
      } finally {
        await hashing.close();
      }
    }),
};

const onMainThread: Hashing = {
  prepare: () => undefined,
  begin: (count, length) => {
    const hash = createHash('sha256');
    let sha256: string | null = null;
    return {
      buffers: Array.from({ length: count }, () => Buffer.allocUnsafeSlow(length)),
      update: async (part) => {
        hash.update(part);
      },
      readFile: async () => null,
      digest: async () => {
        sha256 ??= hash.digest('hex');
        return sha256;
      },
      end: () => {},
    };
  },
  close: async () => {},
};

async function maxWaitMs(url: string, path: string, hashing: Hashing): Promise<number> {
  const api = openClient(url, { hashing });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  try {
    await api.signIn();
    delay.enable();
    await upload(api, path);
    delay.disable();
    return delay.percentile(99) / 1e6;
  } finally {
    await api.close();
  }
}
