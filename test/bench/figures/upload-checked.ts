/** What it costs that the entries of a build are held against their checksums while it is uploaded. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { endChild, startChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import { megabyte, openClient, secondsOf } from '../uploads.ts';

const turns = 5;

export const uploadChecked: Figure = {
  name: 'upload-with-checksums',
  peer: 'the same upload, hashed but not held against its checksums',
  ...{ unit: 'MB/s', goal: 0.5, better: 'more' },
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
    const { child: sink, message } = await startChild<{ port: number }>('sink.ts');
    const api = openClient(`http://127.0.0.1:${message.port}`);
    try {
      const path = join(folder, 'build.apk');
      await promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../checked-zip.ts'), path]);
      const { size } = await stat(path);
      const speedOf = async (isChecked: boolean): Promise<number> => {
        const send = async (): Promise<void> => {
          const check = isChecked ? await contentCheckOf(path) : null;
          await api.testingdist.createVersion(1, { path, fileName: basename(path), size, check }, {});
        };
        return size / megabyte / (await secondsOf(send));
      };
      const measured = { ours: [] as number[], theirs: [] as number[] };
      for (let turn = 0; turn <= turns; turn += 1) {
        const theirs = await speedOf(false);
        const ours = await speedOf(true);
        // The first turn warms up.
        if (turn === 0) continue;
        measured.theirs.push(theirs);
        measured.ours.push(ours);
      }
      return measured;
    } finally {
      await api.close();
      await endChild(sink);
      await rm(folder, { recursive: true, force: true });
    }
  },
};
