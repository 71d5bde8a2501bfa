/** Run time of commands of the built program, compared with an empty Node program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { build } from '../built.ts';
import type { Figure } from '../figure.ts';
import { withFolder } from '../folder.ts';

const rounds = 9;

type Workspace = { readonly folder: string; readonly apk: string };
type Command = (workspace: Workspace) => readonly string[];

async function timeOf(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [...words], {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
  return performance.now() - began;
}

function inWorkspace<Result>(work: (workspace: Workspace) => Promise<Result>): Promise<Result> {
  return withFolder(async (folder) => {
    const apk = join(folder, 'small.apk');
    const about = { id: 'org.example.small', label: 'Small', versionName: '1.0', versionCode: 1 };
    await writeFile(apk, buildSampleApk({ ...about, minSdk: 26, targetSdk: 35, paddingBytes: 25_000 }));
    return work({ folder, apk });
  });
}

function figure(name: string, goal: number, time: (entry: string, at: Workspace) => Promise<number>): Figure {
  return {
    name,
    peer: 'node -e 0',
    unit: 'ms',
    goal,
    better: 'less',
    measure: () =>
      inWorkspace(async (workspace) => {
        const entry = join(await build(), 'main', 'index.js');
        const [ours, theirs]: [number[], number[]] = [[], []];
        // Not counted, because the first start fills the caches of Node and the system.
        await time(entry, workspace);
        for (let round = 0; round < rounds; round += 1) {
          ours.push(await time(entry, workspace));
          theirs.push(await timeOf(['-e', '0']));
        }
        return { ours, theirs };
      }),
  };
}

const whole = (name: string, goal: number, command: Command): Figure =>
  figure(name, goal, (entry, at) => timeOf([entry, ...command(at)]));

/** Returns the milliseconds until the first byte of an upload, at a service that accepts any sign-in. */
async function untilFirstByte(entry: string, { folder, apk }: Workspace): Promise<number> {
  const began = performance.now();
  const first = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    if (/multipart/.test(request.headers['content-type'] ?? '')) first.resolve(performance.now() - began);
    const isSignIn = request.method === 'POST' && /token/.test(request.url ?? '');
    const answer = isSignIn ? { access_token: 'x', token_type: 'bearer', expires_in: 72_000 } : [];
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const data = await mkdtemp(join(folder, 'data-'));
  const child = spawn(process.execPath, [entry, '--data-dir', data, 'upload', apk], {
    stdio: 'ignore',
    env: {
      ...process.env,
      SLIPWAY_BASE_URL: `http://127.0.0.1:${port}`,
      SLIPWAY_USER: 'ann',
      SLIPWAY_CLIENT_ID: 'bench',
      SLIPWAY_PASSWORD: 'correct horse',
      SLIPWAY_CLIENT_SECRET: 'battery staple',
    },
  });
  const ended = once(child, 'close').then(() => {
    throw new Error('the upload ended before its first byte came');
  });
  try {
    return await Promise.race([first.promise, ended]);
  } finally {
    // With SIGTERM the program exits normally and saves Node's compile cache for the next start.
    child.kill('SIGTERM');
    await ended.catch(() => undefined);
    server.closeAllConnections();
    server.close();
  }
}

export const commandLine: readonly Figure[] = [
  whole('command-version', 2, () => ['--version']),
  whole('command-inspect-small-apk', 3.5, ({ apk }) => ['inspect', apk]),
  whole('command-queue-empty', 4, ({ folder }) => ['--data-dir', join(folder, 'queue'), 'queue']),
  figure('command-upload-first-byte', 6, untilFirstByte),
];
