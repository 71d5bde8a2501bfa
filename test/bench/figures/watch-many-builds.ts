/** Peak memory of `slipway watch` while it uploads 5,000 existing builds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { build } from '../built.ts';
import { endChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { startSignedIn } from '../signed-in.ts';

const builds = 5_000;
const limitMiB = 310;

export const watchManyBuilds: Figure = {
  name: 'watch-5000-builds-memory',
  peer: `limit of ${limitMiB} MiB`,
  unit: 'MiB at the peak',
  goal: 1,
  better: 'less',
  measure: async () => {
    // Only Linux reports the peak memory of another process.
    if (process.platform !== 'linux') return null;
    const entry = join(await build(), 'main', 'index.js');
    const ours = await withFolder((folder) => peakOfWatch(entry, folder));
    return { ours: [ours], theirs: [limitMiB] };
  },
};

async function peakOfWatch(entry: string, folder: string): Promise<number> {
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  for (let versionCode = 1; versionCode <= builds; versionCode += 1) {
    const about = { id: 'dev.example.bench', label: 'Bench', versionName: `1.${versionCode}`, versionCode };
    const apk = buildSampleApk({ ...about, minSdk: 24, targetSdk: 35, paddingBytes: 1_000 });
    await writeFile(join(inbox, `app-${versionCode}.apk`), apk);
  }
  const { child: service, url, user } = await startSignedIn(join(folder, 'service'));
  const watch = ['--json', '--data-dir', join(folder, 'data'), 'watch', inbox, '--existing', 'all'];
  const program = spawn(process.execPath, [entry, ...watch], {
    // Standard error shows the progress of every build.
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      SLIPWAY_BASE_URL: url,
      SLIPWAY_USER: user.userName,
      SLIPWAY_PASSWORD: user.password,
      SLIPWAY_CLIENT_ID: user.clientId,
      SLIPWAY_CLIENT_SECRET: user.clientSecret,
    },
  });
  const ended = once(program, 'close');
  let uploaded = 0;
  for await (const line of createInterface(program.stdout)) {
    const { state } = JSON.parse(line) as { readonly state?: string };
    if (state !== 'done') throw new Error(`an upload ended as: ${line}`);
    uploaded += 1;
    if (uploaded === builds) break;
  }
  const status = await readFile(`/proc/${program.pid}/status`, 'utf8');
  program.kill('SIGTERM');
  await ended;
  await endChild(service);
  if (uploaded < builds) throw new Error(`${uploaded} of ${builds} builds were uploaded`);
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
