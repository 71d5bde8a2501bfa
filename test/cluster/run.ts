/**
 * `npm run tool -- cluster [WORD…]`: tests the service on PostgreSQL, Ceph, Swift and nginx while instances
 * are killed, stopped and disconnected. Requires root on Debian. Words select cases by name; `SLIPWAY_SEED=N`
 * selects other random moments.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../fakes/postgres.ts';
import { randomFrom } from '../faults/random.ts';
import { seed } from '../faults/tally.ts';
import { build, runTool } from '../tools.ts';
import type { Case, Counts } from './case.ts';
import { startCeph } from './ceph.ts';
import type { Servers } from './cluster.ts';
import type { Gateway } from './gateway.ts';
import { killedClient } from './killed-client.ts';
import { killedInstances } from './killed-instances.ts';
import { mailOnce, mailWithKill } from './mails.ts';
import { outage } from './outages.ts';
import { rateLimits } from './rate-limits.ts';
import { resumedUploads } from './resumed-uploads.ts';
import { endInUpload, firstStarts } from './start-and-stop.ts';
import { startSwift } from './swift.ts';
import { prepareSystem } from './system.ts';

/** Runs the conformance tests of the S3 double on the real server. */
const conformance: Case = {
  name: 'the S3 server passes the conformance tests',
  run: async ({ s3 }) => {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
    const passed = runTool(
      'vitest',
      ['run', '--config=.config/vitest.config.ts', '--silent=true', 'test/contract/s3-conformance'],
      {
        SLIPWAY_S3_ENDPOINT: endpoint,
        SLIPWAY_S3_BUCKET: bucket,
        SLIPWAY_S3_KEY: accessKeyId,
        SLIPWAY_S3_SECRET: secretAccessKey,
      },
    );
    if (!passed) throw new Error('the conformance tests failed');
    return {};
  },
};

const onCeph: readonly Case[] = [
  conformance,
  firstStarts,
  killedInstances(200),
  resumedUploads,
  mailOnce,
  mailWithKill,
  outage('PostgreSQL'),
  outage('the S3 server'),
  rateLimits,
  endInUpload,
  killedClient,
];
const onSwift: readonly Case[] = [conformance, killedInstances(30)];

const missing = prepareSystem();
if (missing !== null) {
  console.log(missing);
  process.exit(1);
}
const words = process.argv.slice(2);
const totals = { uploads: 0, lost: 0, corrupt: 0, mails: 0, missing: 0, twice: 0 };
let [failures, tried] = [0, 0];
if (!build()) process.exit(1);
const folder = await mkdtemp(join(tmpdir(), 'slipway-cluster-'));
const postgres = await startPostgres();
try {
  await tryAll(startCeph, onCeph);
  await tryAll(startSwift, onSwift);
} finally {
  await postgres.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
const { uploads, lost, corrupt, mails, missing: unsent, twice } = totals;
console.log(
  `3 instances, ${uploads} uploads, ${lost} lost, ${corrupt} corrupt, ${mails} mails, ${unsent} missing, ${twice} twice`,
);
if (tried === 0) console.log(`No proof is named like ${words.join(' or ')}.`);
process.exit(failures === 0 && tried > 0 ? 0 : 1);

async function tryAll(start: (folder: string) => Promise<Gateway>, proofs: readonly Case[]): Promise<void> {
  const wanted = proofs.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (wanted.length === 0) return;
  const s3 = await start(await mkdtemp(join(folder, 's3-')));
  try {
    for (const proof of wanted) await tryOne(proof, { folder, postgres, s3 });
  } finally {
    await s3.end();
  }
}

async function tryOne({ name, run }: Case, servers: Servers): Promise<void> {
  const title = `${servers.s3.name}: ${name}`;
  const began = performance.now();
  tried += 1;
  try {
    const counts = await run(servers, randomFrom(seed), (text) => console.log(`${title}: ${text}`));
    for (const key of Object.keys(counts) as (keyof Counts)[]) totals[key] += counts[key] ?? 0;
    const isWhole = !counts.lost && !counts.corrupt && !counts.missing;
    if (!isWhole) failures += 1;
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(`${title}: ${isWhole ? 'holds' : 'DOES NOT HOLD'} (${seconds} s)`);
  } catch (error) {
    failures += 1;
    console.log(`${title}: DOES NOT HOLD: ${error instanceof Error ? error.message : String(error)}`);
  }
}
