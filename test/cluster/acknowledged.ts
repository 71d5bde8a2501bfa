/** Tracks builds whose upload was acknowledged, and checks their final state. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import type { TestApplication } from '../../main/api/wire.ts';
import { openBackends } from '../../main/service/storage/backends.ts';
import { ownerOfMark } from '../../main/service/storage/object-names.ts';
import { connectS3 } from '../../main/service/storage/s3/s3-clients.ts';
import type { S3Settings } from '../../main/service/storage/s3/settings.ts';
import { createBuilds } from '../../main/service/storage/sql/builds.ts';
import { sweepObjects } from '../../main/service/storage/sweep.ts';
import { caller, sha256 } from '../contract/service/service-host.ts';
import { numberedApk } from '../faults/deliveries.ts';
import { assertThat } from './case.ts';
import { type Cluster, quietLog } from './cluster.ts';

const applications = '/api/v3/testingdist/profiles';

/** SHA-256 of each acknowledged build, by the id of its version. */
export type Acknowledged = Map<number, string>;

/** Statuses that a client may receive during an outage. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

/** Uploads a build until it is acknowledged; throws for an unexpected response. */
export async function uploadUntilAcknowledged(
  { url, token }: Pick<Cluster, 'url' | 'token'>,
  { number, bytes }: { readonly number: number; readonly bytes: number },
  into: Acknowledged,
): Promise<void> {
  const apk = new Uint8Array(numberedApk(number, { padding: bytes }));
  for (;;) {
    const answer = await caller(url, token)
      .upload(applications, apk)
      .catch(() => null);
    if (answer?.status === 201) {
      const made = (await answer.json().catch(() => null)) as TestApplication | null;
      const id = made?.profiles[0]?.id;
      if (id === undefined) continue;
      into.set(id, sha256(apk));
      return;
    }
    if (answer && !passing.has(answer.status)) {
      throw new Error(`an upload was answered with ${answer.status}: ${await answer.text()}`);
    }
    await answer?.body?.cancel();
    await pause(200);
  }
}

/** Downloads all acknowledged builds. A missing build is lost, and a build with other bytes is corrupt. */
export async function verify(
  { url, token }: Cluster,
  acknowledged: Acknowledged,
): Promise<{ readonly lost: number; readonly corrupt: number }> {
  const counts = { lost: 0, corrupt: 0 };
  const api = caller(url, token);
  const check = async (id: number, hash: string): Promise<void> => {
    const version = `${applications}/items/${id}`;
    const activated = await api.call('POST', `${version}/activate`);
    const found = activated.ok ? await api.call('GET', version) : null;
    if (!found?.ok) {
      counts.lost += 1;
      return;
    }
    const { profileFiles } = (await found.json()) as { profileFiles: readonly { downloadUrl: string }[] };
    const file = await fetch(profileFiles[0]?.downloadUrl ?? '');
    if (!file.ok || !file.body) {
      counts.lost += 1;
      return;
    }
    const digest = createHash('sha256');
    for await (const chunk of file.body) digest.update(chunk);
    if (digest.digest('hex') !== hash) counts.corrupt += 1;
  };
  const limit = pLimit(3);
  await Promise.all([...acknowledged].map(([id, hash]) => limit(() => check(id, hash))));
  return counts;
}

/** Sweeps objects of any age. Then expects exactly one object for each database row, and no open upload. */
export async function sweepAndCompare({ places }: Cluster, report: (text: string) => void): Promise<void> {
  const settings = places.builds as S3Settings;
  const before = await listObjects(settings);
  // The sweep compares ages, but S3 servers report times in whole seconds.
  await pause(1_500);
  const parts = await openBackends(places, quietLog);
  const { database, objects, serviceId, close } = parts;
  try {
    await sweepObjects(parts, settings.bucket, { all: true, ageMs: 0 }, quietLog);
    const options = { serviceId, graceMs: 0, redirects: false };
    await createBuilds(database, objects, options, quietLog).removeLeftovers();
    const rows = new Set((await database.rows<readonly [string]>('SELECT object FROM blobs')).flat());
    const { objects: listed, open } = await listObjects(settings);
    // Ownership marks are objects without a row.
    const after = { objects: listed.filter((name) => ownerOfMark(name) === null), open };
    report(
      `before the sweep ${before.objects.length} objects and ${before.open} open uploads, after it ${after.objects.length} and ${after.open}, ${rows.size} rows`,
    );
    assertThat(after.open === 0, `${after.open} uploads stayed open after the sweep`);
    const strange = after.objects.filter((name) => !rows.has(name));
    assertThat(strange.length === 0, `${strange.length} objects belong to no row`);
    assertThat(after.objects.length === rows.size, `${rows.size} rows, but ${after.objects.length} objects`);
  } finally {
    await close();
  }
}

/** Lists the objects and counts the open uploads on the S3 server. */
async function listObjects(
  settings: S3Settings,
): Promise<{ readonly objects: readonly string[]; readonly open: number }> {
  const clients = connectS3(settings);
  const { bucket: Bucket, prefix: Prefix } = settings;
  try {
    const objects: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await clients.requests.send(
        new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }),
      );
      objects.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(Prefix.length)));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    const { Uploads = [] } = await clients.requests.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
    return { objects, open: Uploads.length };
  } finally {
    clients.destroy();
  }
}
