/** Uploads of 1,000 files of 1 MiB with limited concurrency. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCurl } from '../curl.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { withSink } from '../folder.ts';
import { isInstalled } from '../installed.ts';
import { itemsOf, noHashing, openClient, secondsOf, upload, writeBuild } from '../uploads.ts';

const files = 1000;
const rounds = 5;

type Turn = () => Promise<unknown>;
type Peers = { readonly curl: Turn; readonly sha256: Turn };

export const uploadsOfManyFiles: readonly Figure[] = [2, 8].flatMap((atOnce): Figure[] => {
  const curl = `curl --parallel --parallel-max ${atOnce} -F`;
  return [
    {
      name: `upload-1000-files-${atOnce}-at-once`,
      peer: curl,
      ...{ unit: 'files/s', goal: 1, better: 'more' },
      measure: () => measure(atOnce, { hash: false }, (peers) => [peers.curl]),
    },
    {
      name: `upload-1000-files-${atOnce}-at-once-with-sha256`,
      peer: `openssl dgst -sha256, then ${curl}`,
      ...{ unit: 'files/s', goal: 1, better: 'more' },
      measure: () => measure(atOnce, { hash: true }, (peers) => [peers.sha256, peers.curl]),
    },
    {
      name: `upload-1000-files-${atOnce}-at-once-with-sha256-against-none`,
      peer: `${curl}, which hashes nothing`,
      // Below 1, because with two cores the hash and the server compete for the processor.
      ...{ unit: 'files/s', goal: 0.6, better: 'more' },
      measure: () => measure(atOnce, { hash: true }, (peers) => [peers.curl]),
    },
  ];
});

/** Measures Slipway and the peers alternately. The first round is a warm-up. */
async function measure(
  atOnce: number,
  options: { readonly hash: boolean },
  peersOf: (peers: Peers) => readonly Turn[],
): Promise<Measured | null> {
  if (!(await isInstalled('curl', '--version'))) return null;
  return withSink(async (folder, url) => {
    const api = openClient(url, options.hash ? {} : { hashing: noHashing() });
    try {
      const paths = Array.from({ length: files }, (_, index) => join(folder, `build-${index}.apk`));
      for (const [index, path] of paths.entries()) await writeBuild(path, 1, index);
      const config = join(folder, 'curl.txt');
      await writeFile(config, curlConfig(url, paths));
      const parallel = ['--parallel', '--parallel-max', String(atOnce), '--config', config];
      const peers = peersOf({
        curl: () => runCurl(parallel),
        sha256: () => promisify(execFile)('openssl', ['dgst', '-sha256', ...paths]),
      });
      const all = async (): Promise<void> => {
        for (const peer of peers) await peer();
      };
      return await alternate(
        rounds,
        async () => files / (await secondsOf(() => uploadAll(paths, atOnce, (path) => upload(api, path)))),
        async () => files / (await secondsOf(all)),
      );
    } finally {
      await api.close();
    }
  });
}

function curlConfig(url: string, paths: readonly string[]): string {
  const transfers = paths.map(
    (path) => `form = "file=@${path}"\nurl = "${itemsOf(url)}"\noutput = "/dev/null"\nheader = "Expect:"`,
  );
  return `${transfers.join('\nnext\n')}\n`;
}

async function uploadAll(
  paths: readonly string[],
  atOnce: number,
  one: (path: string) => Promise<unknown>,
): Promise<void> {
  const waiting = [...paths];
  const worker = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await one(path);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
