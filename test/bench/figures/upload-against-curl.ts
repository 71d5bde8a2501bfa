import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../../../main/api/client.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { createLog } from '../../../main/base/log.ts';
import { Redactor } from '../../../main/base/redact.ts';
import { accountSchema } from '../../../main/settings/settings-schema.ts';
import { endChild, startChild } from '../child.ts';
import { runCurl } from '../curl.ts';
import type { Figure } from '../figure.ts';
import { isInstalled } from '../installed.ts';

const megabyte = 1024 * 1024;
const fileMegabytes = 1024;
const turns = 5;

/** One upload with sha-256 in the same pass, against `curl -F` without any hash, both into the same Node service. */
export const uploadAgainstCurl: Figure = {
  name: 'upload-with-sha256',
  peer: 'curl -F (no hash)',
  unit: 'MB/s',
  goal: 0.6,
  better: 'more',
  measure: async () => {
    if (!(await isInstalled('curl', '--version'))) return null;
    const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
    const { child: sink, message } = await startChild<{ port: number }>('sink.ts');
    try {
      const { port } = message;
      const path = join(folder, 'build.apk');
      await writeBuild(path);
      const url = `http://127.0.0.1:${port}`;
      const ours: number[] = [];
      const theirs: number[] = [];
      await uploadOnce(url, path);
      for (let turn = 0; turn < turns; turn += 1) {
        theirs.push(await megabytesPerSecond(() => curlOnce(url, path)));
        ours.push(await megabytesPerSecond(() => uploadOnce(url, path)));
      }
      return { ours, theirs };
    } finally {
      await endChild(sink);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function megabytesPerSecond(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return fileMegabytes / ((performance.now() - start) / 1000);
}

async function uploadOnce(url: string, path: string): Promise<void> {
  const redactor = new Redactor();
  const account = accountSchema.parse({
    id: 'bench',
    name: 'Bench',
    kind: 'remote',
    authUrl: url,
    baseUrl: url,
    userName: 'bench',
    clientId: 'bench',
    scope: 'bench',
    mode: 'plain',
    vendor: 'bench',
    installLinkTemplate: null,
  });
  const api = createApi({
    account,
    credentials: async () => ({ password: 'bench-password', clientSecret: 'bench-secret' }),
    clock: systemClock,
    log: createLog({ clock: systemClock, redactor, sinks: [] }),
    redactor,
  });
  try {
    const { size } = await stat(path);
    const { sha256 } = await api.testingdist.createVersion(1, { path, fileName: 'build.apk', size }, {});
    if (sha256.length !== 64) throw new Error('the upload made no sha-256');
  } finally {
    await api.close();
  }
}

async function curlOnce(url: string, path: string): Promise<void> {
  await runCurl(['-F', `file=@${path}`, `${url}/api/v3/testingdist/profiles/1/items`]);
}

async function writeBuild(path: string): Promise<void> {
  const block = Buffer.alloc(megabyte);
  for (let at = 0; at < block.length; at += 4) block.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  const file = await open(path, 'w');
  for (let count = 0; count < fileMegabytes; count += 1) await file.write(block);
  await file.close();
}
