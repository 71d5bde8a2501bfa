import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, startChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import { megabyte, writeBuild } from '../uploads.ts';

const memoryLimit = 64;
const turns = 3;

/** The most a process holds while it uploads 2 GiB and hashes them, above what it held once it was signed in. */
export const uploadMemory: Figure = {
  name: 'upload-memory',
  peer: `limit of ${memoryLimit} MiB`,
  unit: 'MiB above idle',
  goal: 1,
  better: 'less',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
    const { child: sink, message } = await startChild<{ port: number }>('sink.ts');
    try {
      const path = join(folder, 'build.apk');
      await writeBuild(path, 2048);
      const ours: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        const url = `http://127.0.0.1:${message.port}`;
        const uploader = await startChild<{ grown: number }>('uploader.ts', url, path);
        ours.push(uploader.message.grown / megabyte);
        if (uploader.child.exitCode === null) await once(uploader.child, 'exit');
      }
      return { ours, theirs: ours.map(() => memoryLimit) };
    } finally {
      await endChild(sink);
      await rm(folder, { recursive: true, force: true });
    }
  },
};
