import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { endChild, startChild } from '../child.ts';
import { runCurl } from '../curl.ts';
import type { Figure, Measured } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { isInstalled } from '../installed.ts';
import { type SignedIn, startSignedIn } from '../signed-in.ts';

const megabyte = 1024 * 1024;
const fileMegabytes = 1024;
const memoryLimit = 64;
const rounds = 5;
const applications = '/api/v3/testingdist/profiles';

/**
 * Time to upload 1 GiB with `curl -F` to the built-in service. The peer is a minimal Node server that hashes
 * the file from `curl -T`. Both flush the file, its rename and the folders before they respond; the service
 * also flushes a database record.
 */
export const ingestThroughput: Figure = {
  name: 'ingest',
  peer: 'curl -T into a bare Node server',
  unit: 'MB/s',
  goal: 0.8,
  better: 'more',
  measure: () => withBuild(measureThroughput),
};

/** Peak memory of the service while it receives 1 GiB, minus idle memory. Each round uses a new process. */
export const ingestMemory: Figure = {
  name: 'ingest-memory',
  peer: `limit of ${memoryLimit} MiB`,
  unit: 'MiB above idle',
  goal: 1,
  better: 'less',
  measure: () => withBuild(measureMemory),
};

const hashed = z.object({ sha256: z.hex() });
const stored = z.object({
  id: z.int(),
  profiles: z.tuple([z.object({ profileFiles: z.tuple([hashed]) })]),
});

type Build = { readonly path: string; readonly folder: string };

async function withBuild(work: (build: Build) => Promise<Measured>): Promise<Measured | null> {
  if (!(await isInstalled('curl', '--version'))) return null;
  return withFolder(async (folder) => {
    const path = join(folder, 'build.apk');
    const script = resolve(import.meta.dirname, '../big-apk.ts');
    await promisify(execFile)(process.execPath, [script, path, String(fileMegabytes * megabyte)]);
    return work({ path, folder });
  });
}

async function measureThroughput({ path, folder }: Build): Promise<Measured> {
  const service = await startSignedIn(join(folder, 'service'));
  const { child: peer, message } = await startChild<{ port: number }>('ingest-peer.ts', folder);
  try {
    const ours: number[] = [];
    const theirs: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await sendToPeer(`http://127.0.0.1:${message.port}/`, path);
      const built = await sendToService(service, path);
      if (bare.sha256 !== built.sha256) throw new Error('the two did not hash the same file');
      if (round === 0) continue;
      theirs.push(fileMegabytes / bare.seconds);
      ours.push(fileMegabytes / built.seconds);
    }
    return { ours, theirs };
  } finally {
    await endChild(peer);
    await endChild(service.child);
  }
}

async function measureMemory({ path, folder }: Build): Promise<Measured> {
  const ours: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const service = await startSignedIn(join(folder, `service-${round}`));
    try {
      const idle = (await memoryOf(service.child)).now;
      await sendToService(service, path);
      ours.push(((await memoryOf(service.child)).peak - idle) / megabyte);
    } finally {
      await endChild(service.child);
    }
  }
  return { ours, theirs: ours.map(() => memoryLimit) };
}

type Sent = { readonly seconds: number; readonly sha256: string };

/** Returns the duration of the upload. Removes the stored build afterwards. */
async function sendToService({ url, token }: SignedIn, path: string): Promise<Sent> {
  const bearer = `Authorization: Bearer ${token}`;
  const { seconds, answer } = await timed(['-H', bearer, '-F', `file=@${path}`, url + applications]);
  const { id, profiles } = stored.parse(JSON.parse(answer));
  await runCurl(['-H', bearer, '-X', 'DELETE', `${url}${applications}/${id}`]);
  return { seconds, sha256: profiles[0].profileFiles[0].sha256 };
}

async function sendToPeer(url: string, path: string): Promise<Sent> {
  const { seconds, answer } = await timed(['-T', path, url]);
  await runCurl(['-X', 'DELETE', url]);
  return { seconds, ...hashed.parse(JSON.parse(answer)) };
}

async function timed(
  args: readonly string[],
): Promise<{ readonly seconds: number; readonly answer: string }> {
  const start = performance.now();
  const answer = await runCurl(args);
  return { seconds: (performance.now() - start) / 1000, answer };
}

async function memoryOf(child: ChildProcess): Promise<{ readonly now: number; readonly peak: number }> {
  const answer = once(child, 'message');
  child.send('memory');
  const [message] = (await answer) as [{ now: number; peak: number }];
  return message;
}
