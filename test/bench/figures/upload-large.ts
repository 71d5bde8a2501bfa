/** One upload of 2 GiB over loopback. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Api } from '../../../main/api/client.ts';
import { runCurl } from '../curl.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { withFolder, withSink } from '../folder.ts';
import { isInstalled } from '../installed.ts';
import { startNativeSink } from '../native-sink.ts';
import { itemsOf, noHashing, openClient, secondsOf, upload, writeBuild } from '../uploads.ts';

const fileMegabytes = 2048;
const rounds = 5;

type Turn = () => Promise<unknown>;
type Target = { readonly url: string; readonly path: string; readonly api: Api };
type Options = { readonly hash: boolean; readonly native?: boolean };

export const uploadsOfOneLargeFile: readonly Figure[] = [
  {
    name: 'upload-into-a-native-sink',
    peer: 'curl -F into the same socat',
    ...{ unit: 'MB/s', goal: 1, better: 'more' },
    measure: () => measure({ hash: false, native: true }, ({ url, path }) => [() => curlOnce(url, path)]),
  },
  {
    name: 'upload-into-a-node-sink',
    peer: 'curl -F into the same Node server',
    ...{ unit: 'MB/s', goal: 0.85, better: 'more' },
    measure: () => measure({ hash: false }, ({ url, path }) => [() => curlOnce(url, path)]),
  },
  {
    name: 'upload-with-sha256',
    peer: 'the slower of curl -F, which hashes nothing, and sha256sum alone',
    ...{ unit: 'MB/s', goal: 0.6, better: 'more' },
    measure: () =>
      measure({ hash: true }, ({ url, path }) => [() => curlOnce(url, path), () => run('sha256sum', path)]),
  },
  {
    name: 'upload-with-sha256-against-openssl',
    peer: 'the slower of curl -F and openssl dgst -sha256 alone',
    ...{ unit: 'MB/s', goal: 0.6, better: 'more' },
    measure: () =>
      measure({ hash: true }, ({ url, path }) => [
        () => curlOnce(url, path),
        () => run('openssl', 'dgst', '-sha256', path),
      ]),
  },
  {
    name: 'upload-against-fetch',
    peer: 'fetch with openAsBlob, which hashes nothing',
    ...{ unit: 'MB/s', goal: 1, better: 'more' },
    measure: () => measure({ hash: true }, ({ url, path }) => [() => fetchOnce(url, path)]),
  },
  {
    name: 'upload-against-axios',
    peer: 'axios with form-data, which hashes nothing',
    ...{ unit: 'MB/s', goal: 1, better: 'more' },
    measure: () => measure({ hash: true }, ({ url, path }) => [() => axiosOnce(url, path)]),
  },
];

/** Compares Slipway with the slowest peer of each round. The first round is a warm-up. */
async function measure(
  options: Options,
  peersOf: (target: Target) => readonly Turn[],
): Promise<Measured | null> {
  const needed = ['curl', ...(options.native ? ['socat'] : [])];
  for (const program of needed) {
    if (!(await isInstalled(program, program === 'curl' ? '--version' : '-V'))) return null;
  }
  return (options.native ? withNativeSink : withSink)(async (folder, url) => {
    const path = join(folder, 'build.apk');
    await writeBuild(path, fileMegabytes);
    const api = openClient(url, options.hash ? {} : { hashing: noHashing() });
    const peers = peersOf({ url, path, api });
    const speedOf = async (turn: Turn): Promise<number> => fileMegabytes / (await secondsOf(turn));
    const slowest = async (): Promise<number> => {
      const speeds: number[] = [];
      for (const peer of peers) speeds.push(await speedOf(peer));
      return Math.min(...speeds);
    };
    try {
      return await alternate(rounds, () => speedOf(() => upload(api, path)), slowest);
    } finally {
      await api.close();
    }
  });
}

function withNativeSink<Value>(work: (folder: string, url: string) => Promise<Value>): Promise<Value> {
  return withFolder(async (folder) => {
    const sink = await startNativeSink(folder);
    try {
      return await work(folder, sink.url);
    } finally {
      await sink.stop();
    }
  });
}

async function curlOnce(url: string, path: string): Promise<void> {
  await runCurl(['-F', `file=@${path}`, itemsOf(url)]);
}

async function run(program: string, ...words: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...words]);
}

async function axiosOnce(url: string, path: string): Promise<void> {
  await run(process.execPath, resolve(import.meta.dirname, '../axios-upload.ts'), itemsOf(url), path);
}

/** Runs in a separate process, so that its memory use does not slow down other rounds. */
async function fetchOnce(url: string, path: string): Promise<void> {
  const script = `
    import { openAsBlob } from 'node:fs';
    const [url, path] = process.argv.slice(1);
    const form = new FormData();
    form.set('file', await openAsBlob(path), 'build.apk');
    const response = await fetch(url, { method: 'POST', body: form });
    if (!response.ok) throw new Error('the sink answered ' + response.status);
    await response.text();
  `;
  const words = ['--input-type=module', '--eval', script, itemsOf(url), path];
  await run(process.execPath, ...words);
}
