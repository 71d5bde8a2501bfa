import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endChild, startChild } from '../child.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { withFolder } from '../folder.ts';
import type { WatchedTree } from '../watch-tree.ts';

const folders = 600;
const filesInEach = 50;
const rounds = 3;

/** Time until a folder with 30,000 unrelated files is watched completely. Each round uses a new process. */
export const watchTreeTime: Figure = {
  name: 'watch-tree-time',
  peer: "chokidar's defaults",
  unit: 'ms until ready',
  goal: 3,
  better: 'less',
  measure: () => measured((tree) => tree.readyMs),
};

/** Memory of the watcher, minus the memory of a process with the same code that watches nothing. */
export const watchTreeMemory: Figure = {
  name: 'watch-tree-memory',
  peer: "chokidar's defaults",
  unit: 'MiB above idle',
  goal: 0.35,
  better: 'less',
  measure: () => measured((tree) => tree.memoryMiB),
};

function measured(value: (tree: WatchedTree) => number): Promise<Measured> {
  return withFolder(async (root) => {
    await plant(root);
    // The first round is not counted, because it fills the file system cache.
    return alternate(
      rounds,
      async () => value(await watchOnce('slipway', root)),
      async () => value(await watchOnce('chokidar', root)),
    );
  });
}

async function watchOnce(who: string, root: string): Promise<WatchedTree> {
  const { child, message } = await startChild<WatchedTree>('watch-tree.ts', who, root);
  await endChild(child);
  return message;
}

async function plant(root: string): Promise<void> {
  for (let folder = 0; folder < folders; folder += 1) {
    const path = join(root, `a${folder % 20}`, `b${folder}`);
    await mkdir(path, { recursive: true });
    const names = Array.from({ length: filesInEach }, (_, index) => `module-${index}.js`);
    await Promise.all(names.map((name) => writeFile(join(path, name), 'x')));
  }
}
