/** Cost of verifying the entries of a build against their checksums during its upload. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { alternate, type Figure } from '../figure.ts';
import { withSink } from '../folder.ts';
import { megabyte, openClient, secondsOf } from '../uploads.ts';

const rounds = 5;

export const uploadChecked: Figure = {
  name: 'upload-with-checksums',
  peer: 'the same upload, hashed but not verified against its checksums',
  ...{ unit: 'MB/s', goal: 0.5, better: 'more' },
  measure: () =>
    withSink(async (folder, url) => {
      const api = openClient(url);
      try {
        const path = join(folder, 'build.apk');
        await promisify(execFile)(process.execPath, [
          resolve(import.meta.dirname, '../checked-zip.ts'),
          path,
        ]);
        const { size } = await stat(path);
        const speedOf = async (isChecked: boolean): Promise<number> => {
          const send = async (): Promise<void> => {
            const check = isChecked ? await contentCheckOf(path) : null;
            await api.testingdist.createVersion(1, { path, fileName: basename(path), size, check }, {});
          };
          return size / megabyte / (await secondsOf(send));
        };
        return await alternate(
          rounds,
          () => speedOf(true),
          () => speedOf(false),
        );
      } finally {
        await api.close();
      }
    }),
};
