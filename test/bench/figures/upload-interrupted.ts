import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultRetryPolicy } from '../../../main/base/retry.ts';
import type { FirstUser } from '../../../main/service/service.ts';
import { openResumableQueue, storeRequest } from '../../contract/uploads/resumable-queue.ts';
import { sampleApk } from '../../unit/packages/builds.ts';
import { endChild, startChild } from '../child.ts';
import { alternate, type Figure } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { openSlowLine, type SlowLine } from '../slow-line.ts';
import { megabyte, secondsOf } from '../uploads.ts';

const size = 80 * megabyte;
const line = { bytesPerSecond: 10_000_000 / 8, roundTripMs: 40 };

/** The upload is large, because the retry delay of up to a second would dominate a short one. */
export const uploadInterrupted: Figure = {
  name: 'upload-interrupted',
  peer: 'the same upload without an interruption',
  unit: 's for 80 MiB at 10 Mbit/s and 40 ms, interrupted in the middle',
  goal: 1.02,
  better: 'less',
  measure: () => onSlowLine(measure),
};

export type SlowService = {
  readonly folder: string;
  readonly slow: SlowLine;
  readonly user: FirstUser;
};

/** Runs `work` with an empty folder and a service at 10 Mbit/s with a round-trip time of 40 ms. */
export function onSlowLine<Result>(work: (service: SlowService) => Promise<Result>): Promise<Result> {
  return withFolder(async (folder) => {
    let port = 0;
    const slow = await openSlowLine({ ...line, targetPort: () => port });
    const dataDir = join(folder, 'service');
    const { child, message } = await startChild<{ localUrl: string; user: FirstUser }>(
      'service.ts',
      dataDir,
      slow.url,
    );
    port = Number(new URL(message.localUrl).port);
    try {
      return await work({ folder, slow, user: message.user });
    } finally {
      slow.close();
      await endChild(child);
    }
  });
}

async function measure({ folder, slow, user }: SlowService) {
  const { userName, clientId, password, clientSecret } = user;
  const account = { userName, clientId };
  const secrets = { password, clientSecret };
  const queue = openResumableQueue(
    slow.url,
    join(folder, 'journal.db'),
    account,
    secrets,
    null,
    defaultRetryPolicy,
  );
  let versionCode = 0;
  const upload = async (interrupted: boolean): Promise<number> => {
    versionCode += 1;
    const path = join(folder, `build-${versionCode}.apk`);
    await writeFile(path, sampleApk({ versionCode, paddingBytes: size }));
    if (interrupted) slow.breakAfter(size / 2);
    return secondsOf(async () => {
      const { id } = await queue.uploads.add(storeRequest(path));
      await queue.uploads.idle();
      const state = queue.uploads.get(id)?.state;
      if (state !== 'done') throw new Error(`the upload is ${state}`);
    });
  };
  await queue.uploads.start();
  try {
    return await alternate(
      2,
      () => upload(true),
      () => upload(false),
      0,
    );
  } finally {
    await queue.close();
  }
}
