import { once } from 'node:events';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import { withSink } from '../folder.ts';
import { megabyte, writeBuild } from '../uploads.ts';

const memoryLimit = 64;
const rounds = 3;

/** Peak memory while a process hashes and uploads 2 GiB, minus its memory after the sign-in. */
export const uploadMemory: Figure = {
  name: 'upload-memory',
  peer: `limit of ${memoryLimit} MiB`,
  unit: 'MiB above idle',
  goal: 1,
  better: 'less',
  measure: () =>
    withSink(async (folder, url) => {
      const path = join(folder, 'build.apk');
      await writeBuild(path, 2048);
      const ours: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const uploader = await startChild<{ grown: number }>('uploader.ts', url, path);
        ours.push(uploader.message.grown / megabyte);
        if (uploader.child.exitCode === null) await once(uploader.child, 'exit');
      }
      return { ours, theirs: ours.map(() => memoryLimit) };
    }),
};
