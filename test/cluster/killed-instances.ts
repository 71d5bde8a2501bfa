import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../faults/random.ts';
import { type Acknowledged, sweepAndCompare, uploadUntilAcknowledged, verify } from './acknowledged.ts';
import type { Case } from './case.ts';
import { type Cluster, startCluster } from './cluster.ts';

const clients = 6;
const [minBytes, maxBytes] = [100_000, 40_000_000];

/** Kills and restarts one instance after the other while `work` runs; returns the number of kills. */
export async function whileKilling<Result>(
  { instances }: Cluster,
  random: Random,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly kills: number }> {
  let isStopped = false;
  const over = work.finally(() => {
    isStopped = true;
  });
  over.catch(() => null);
  let kills = 0;
  for (;;) {
    await Promise.race([over, pause(random.between(300, 3_000))]);
    if (isStopped) break;
    const instance = random.pick(instances);
    await instance.kill();
    kills += 1;
    await instance.start();
  }
  return { result: await over, kills };
}

/** Returns a random size on a logarithmic scale, so that small builds are frequent. */
export function sizeFrom(random: Random): number {
  return Math.round(minBytes * (maxBytes / minBytes) ** random.next());
}

export const killedInstances = (uploads: number): Case => ({
  name: `${uploads} uploads arrive while instances are killed`,
  run: async (servers, random, report) => {
    const cluster = await startCluster(servers);
    try {
      const acknowledged: Acknowledged = new Map();
      let next = 0;
      const client = async (): Promise<void> => {
        while (next < uploads) {
          next += 1;
          await uploadUntilAcknowledged(cluster, { number: next, bytes: sizeFrom(random) }, acknowledged);
        }
      };
      const { kills } = await whileKilling(
        cluster,
        random,
        Promise.all(Array.from({ length: clients }, client)),
      );
      const counts = await verify(cluster, acknowledged);
      report(`${acknowledged.size} acknowledged, ${kills} kills`);
      await sweepAndCompare(cluster, report);
      return { uploads: acknowledged.size, ...counts };
    } finally {
      await cluster.end();
    }
  },
});
