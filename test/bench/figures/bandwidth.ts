import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBandwidth } from '../../../main/api/transport/bandwidth.ts';
import { systemClock } from '../../../main/base/clock.ts';
import type { Figure } from '../figure.ts';
import { withSink } from '../folder.ts';
import { openClient, upload, writeBuild } from '../uploads.ts';

const spanMs = 10_000;
const limits = [12_000_000, 5_000_000] as const;
const allowedPercent = 3;

/** Deviation of three uploads from the limit, measured with two limits for ten seconds each. */
export const bandwidthLimit: Figure = {
  name: 'bandwidth-limit',
  peer: `${allowedPercent} % of the limit`,
  unit: '% off the limit over 10 s and 10 s',
  goal: 1,
  better: 'less',
  measure: () =>
    withSink(async (folder, url, sink) => {
      const bandwidth = createBandwidth(systemClock, limits[0]);
      const api = openClient(url, { throttle: bandwidth.throttle });
      try {
        const paths = [1, 2, 3].map((number) => join(folder, `build-${number}.apk`));
        for (const [index, path] of paths.entries()) await writeBuild(path, 200, index);
        const uploads = Promise.allSettled(paths.map((path) => upload(api, path)));
        // The first bytes are only buffered by the system and would count as sent.
        await sleep(1_000);
        const ours: number[] = [];
        for (const limit of limits) {
          bandwidth.setLimit(limit);
          await sleep(500);
          ours.push(Math.abs((await bytesPerSecond(sink)) / limit - 1) * 100);
        }
        await api.close();
        await uploads;
        return { ours: [Math.max(...ours)], theirs: [allowedPercent] };
      } finally {
        await api.close();
      }
    }),
};

async function bytesPerSecond(sink: ChildProcess): Promise<number> {
  const [first, begin] = [await received(sink), performance.now()];
  await sleep(spanMs);
  return ((await received(sink)) - first) / ((performance.now() - begin) / 1000);
}

async function received(sink: ChildProcess): Promise<number> {
  const answer = once(sink, 'message');
  sink.send('received');
  const [{ total }] = (await answer) as [{ total: number }];
  return total;
}
