/** 1,000 files of 1 MiB, so many at a time. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, startChild } from '../child.ts';
import { runCurl } from '../curl.ts';
import type { Figure, Measured } from '../figure.ts';
import { isInstalled } from '../installed.ts';
import { itemsOf, openClient, secondsOf, upload, writeBuild } from '../uploads.ts';

const files = 1000;
const turns = 5;

export const uploadsOfManyFiles: readonly Figure[] = [2, 8].map((atOnce) => ({
  name: `upload-1000-files-${atOnce}-at-once`,
  peer: `curl --parallel --parallel-max ${atOnce} -F, which hashes nothing`,
  unit: 'files/s',
  goal: 1,
  better: 'more',
  measure: () => measure(atOnce),
}));

async function measure(atOnce: number): Promise<Measured | null> {
  if (!(await isInstalled('curl', '--version'))) return null;
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const { child: sink, message } = await startChild<{ port: number }>('sink.ts');
  const url = `http://127.0.0.1:${message.port}`;
  const api = openClient(url);
  try {
    const paths = Array.from({ length: files }, (_, index) => join(folder, `build-${index}.apk`));
    for (const [index, path] of paths.entries()) await writeBuild(path, 1, index);
    const config = join(folder, 'curl.txt');
    await writeFile(config, curlConfig(url, paths));
    const measured = { ours: [] as number[], theirs: [] as number[] };
    for (let turn = 0; turn <= turns; turn += 1) {
      const parallel = ['--parallel', '--parallel-max', String(atOnce), '--config', config];
      const theirs = files / (await secondsOf(() => runCurl(parallel)));
      const ours = files / (await secondsOf(() => uploadAll(paths, atOnce, (path) => upload(api, path))));
      if (turn === 0) continue;
      measured.theirs.push(theirs);
      measured.ours.push(ours);
    }
    return measured;
  } finally {
    await api.close();
    await endChild(sink);
    await rm(folder, { recursive: true, force: true });
  }
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
