import { setTimeout as pause } from 'node:timers/promises';
import type { TestApplication } from '../../main/api/wire.ts';
import { patch, started, tusCall } from '../contract/service/resumable-client.ts';
import { caller, sha256 } from '../contract/service/service-host.ts';
import { numberedApk } from '../faults/deliveries.ts';
import type { Random } from '../faults/random.ts';
import { type Acknowledged, sweepAndCompare, verify } from './acknowledged.ts';
import { assertThat, type Case } from './case.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { sizeFrom, whileKilling } from './killed-instances.ts';

const [uploads, clients] = [60, 6];

/** Each upload is sent in pieces to any instance, and some pieces are sent twice or cut by the client. */
export const resumedUploads: Case = {
  name: `${uploads} resumable uploads arrive once while instances are killed`,
  run: async (servers, random, report) => {
    const cluster = await startCluster(servers);
    try {
      const acknowledged: Acknowledged = new Map();
      let next = 0;
      const client = async (): Promise<void> => {
        while (next < uploads) {
          next += 1;
          const apk = new Uint8Array(numberedApk(next, { padding: sizeFrom(random) }));
          acknowledged.set(await uploadInPieces(cluster, apk, random), sha256(apk));
        }
      };
      const work = Promise.all(Array.from({ length: clients }, client));
      const { kills } = await whileKilling(cluster, random, work);
      const counts = await verify(cluster, acknowledged);
      const stored = await versionCount(cluster);
      report(`${acknowledged.size} acknowledged, ${stored} stored, ${kills} kills`);
      assertThat(stored === uploads, `${stored} versions are stored`);
      await sweepAndCompare(cluster, report);
      return { uploads: acknowledged.size, ...counts };
    } finally {
      await cluster.end();
    }
  },
};

/** Returns the id of the version. Throws if the service loses or refuses the upload. */
async function uploadInPieces(
  cluster: Cluster,
  apk: Uint8Array<ArrayBuffer>,
  random: Random,
): Promise<number> {
  const address = await untilAnswered(() => started(cluster, apk.length));
  for (;;) {
    const offset = await untilAnswered(() => offsetAt(cluster, address));
    if (offset === apk.length) return untilAnswered(() => resultAt(cluster, address));
    const end = Math.min(apk.length, offset + random.between(50_000, 12_000_000));
    const piece = apk.slice(offset, end);
    const requests = [patch(cluster, address, offset, piece)];
    if (random.next() < 0.2) requests.push(patch(cluster, address, offset, piece));
    const answers = await Promise.allSettled(requests);
    for (const answer of answers) if (answer.status === 'fulfilled') await answer.value.body?.cancel();
  }
}

async function offsetAt(cluster: Cluster, address: string): Promise<number> {
  const response = await tusCall(cluster, 'HEAD', address);
  if (response.status === 404) throw new LostError(`${address} is gone`);
  if (response.status !== 200) throw new Error(`HEAD ${response.status}`);
  return Number(response.headers.get('upload-offset'));
}

async function resultAt(cluster: Cluster, address: string): Promise<number> {
  const response = await tusCall(cluster, 'GET', address);
  const text = await response.text();
  if (response.status >= 400 && response.status < 500) throw new LostError(`${response.status} ${text}`);
  const made = response.status === 202 ? null : (JSON.parse(text) as TestApplication);
  const id = made?.profiles[0]?.id;
  if (id === undefined) throw new Error(`GET ${response.status}`);
  return id;
}

/** Thrown if the service refused or lost an upload. */
class LostError extends Error {}

/** Repeats a request that fails because an instance was killed. */
async function untilAnswered<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof LostError) throw error;
      await pause(200);
    }
  }
}

async function versionCount({ url, token }: Cluster): Promise<number> {
  const listed = await caller(url, token).call('GET', '/api/v3/testingdist/profiles');
  const applications = (await listed.json()) as readonly TestApplication[];
  return applications.flatMap(({ profiles }) => profiles).length;
}
