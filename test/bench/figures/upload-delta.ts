import { join } from 'node:path';
import { defaultRetryPolicy } from '../../../main/base/retry.ts';
import { openResumableQueue, storeRequest } from '../../contract/uploads/resumable-queue.ts';
import { tokenOf } from '../../sign-in.ts';
import { fetchPairs } from '../consecutive-builds.ts';
import { runCurl } from '../curl.ts';
import type { Figure, Measured } from '../figure.ts';
import { secondsOf } from '../uploads.ts';
import { onSlowLine, type SlowService } from './upload-interrupted.ts';

/** curl uploads to Test apps. The queue uploads to the store, so it does not find the builds of curl. */
const applications = '/api/v3/testingdist/profiles';

export const uploadDelta: Figure = {
  name: 'upload-delta',
  peer: 'curl -F of the whole files',
  unit: 's for 24 releases of two apps at 10 Mbit/s and 40 ms',
  goal: 0.15,
  better: 'less',
  measure: () => onSlowLine(measure),
};

async function measure({ folder, slow, user }: SlowService): Promise<Measured | null> {
  const pairs = await fetchPairs(folder, 'apps');
  if (pairs === null) return null;
  const { userName, clientId, password, clientSecret } = user;
  const { uploads, close } = openResumableQueue(
    slow.url,
    join(folder, 'journal.db'),
    { userName, clientId },
    { password, clientSecret },
    join(folder, 'sent-builds'),
    defaultRetryPolicy,
  );
  const sent = new Set<string>();
  const upload = async (path: string): Promise<void> => {
    const { id } = await uploads.add(storeRequest(path));
    await uploads.idle();
    const state = uploads.get(id)?.state;
    if (state !== 'done') throw new Error(`the upload of ${path} is ${state}`);
    sent.add(path);
  };
  const authorization = `authorization: Bearer ${await tokenOf(slow.url, user)}`;
  let [ours, theirs] = [0, 0];
  await uploads.start();
  try {
    for (const { base, target } of pairs) {
      if (!sent.has(base)) await upload(base);
      ours += await secondsOf(() => upload(target));
      const form = ['-H', authorization, '-F', `file=@${target}`, slow.url + applications];
      theirs += await secondsOf(() => runCurl(form));
    }
  } finally {
    await close();
  }
  return { ours: [ours], theirs: [theirs] };
}
