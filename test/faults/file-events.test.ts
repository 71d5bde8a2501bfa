/** What the system says of folders in which very much happens: every build that is there in the end was told. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenFileEvents } from '../../main/watcher/events/file-event-types.ts';
import { watchFolderByFolder, watchWholeTree } from '../../main/watcher/events/file-events.ts';
import { everyBuild } from '../../main/watcher/files/names.ts';
import { hearsWholeTrees } from '../fakes/systems.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { until } from '../unit/watcher/watched-folder.ts';
import { type Random, randomFrom } from './random.ts';
import { everything } from './tally.ts';

/** Listens to a folder; `told` has the step in which each build was told last, `unasked` what else was said. */
function listen(open: OpenFileEvents, root: string, step: () => number) {
  const told = new Map<string, number>();
  const unasked: unknown[] = [];
  const fileEvents = open({
    root,
    realRoot: root,
    selection: everyBuild,
    listener: {
      file: (path) => told.set(path, step()),
      root: () => unasked.push('root'),
      error: (error) => unasked.push(error),
    },
  });
  onTestFinished(() => fileEvents.close());
  fileEvents.enter(root);
  return { told, unasked };
}

/** All builds below a folder. */
async function buildsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe.each([
  ['folder by folder', watchFolderByFolder],
  ['the whole tree at once', watchWholeTree],
])('%s', (_way, open) => {
  const tellsAll = test.runIf(open === watchFolderByFolder || hearsWholeTrees);

  tellsAll(
    '5,000 builds at once in new folders, then renamed, removed, and written anew in place',
    async () => {
      const root = await temporaryFolder();
      let step = 0;
      const { told, unasked } = listen(open, root, () => step);
      const write = (top: string, folders: number): Promise<unknown> =>
        Promise.all(
          Array.from({ length: folders }, async (_, folder) => {
            const path = join(root, top, `${folder % 10}`, `${folder}`);
            await mkdir(path, { recursive: true });
            for (let file = 0; file < 10; file += 1) await writeFile(join(path, `${file}.apk`), 'x');
          }),
        );
      const allTold = async (count: number): Promise<void> => {
        const builds = await buildsIn(root);
        expect(builds).toHaveLength(count);
        await until(() => expect(builds.filter((path) => (told.get(path) ?? -1) < step)).toEqual([]));
      };
      await write('a', 500);
      await allTold(5_000);
      step += 1;
      await rename(join(root, 'a'), join(root, 'b'));
      await allTold(5_000);
      step += 1;
      await rm(join(root, 'b'), { recursive: true });
      await write('b', 100);
      await allTold(1_000);
      step += 1;
      for (const path of await buildsIn(root)) await writeFile(path, 'other');
      await allTold(1_000);
      expect(unasked).toEqual([]);
    },
    60_000,
  );

  tellsAll.each(everything ? [1, 2, 3, 4, 5] : [1])(
    'folders and builds that come, move and go (%i)',
    async (seed) => {
      const root = await temporaryFolder();
      const random = randomFrom(seed);
      const changed = new Map<string, number>();
      let step = 0;
      const { told, unasked } = listen(open, root, () => step);
      const end = Date.now() + (everything ? 12_000 : 2_000);
      while (Date.now() < end) {
        step += 1;
        for (const path of await disturb(root, random)) changed.set(path, step);
        if (random.next() < 0.2) await pause(random.between(0, 20));
      }
      // What is removed last may have been everything.
      step += 1;
      await writeFile(join(root, 'last.apk'), 'x');
      changed.set(join(root, 'last.apk'), step);
      const builds = await buildsIn(root);
      await until(() =>
        expect(builds.filter((path) => (told.get(path) ?? -1) < (changed.get(path) ?? 0))).toEqual([]),
      );
      expect(unasked).toEqual([]);
    },
    60_000,
  );
});

/** Does one thing to a tree of at most three levels; gives the builds that are now where they were not, or are others. */
async function disturb(root: string, random: Random): Promise<readonly string[]> {
  const place = (): string => {
    const depth = random.between(1, 3);
    return join(root, ...Array.from({ length: depth }, () => `d${random.between(0, 3)}`));
  };
  const folder = place();
  switch (random.pick(['write', 'write', 'write', 'rename', 'remove'] as const)) {
    case 'write': {
      const path = join(folder, `${random.between(0, 5)}.apk`);
      await mkdir(folder, { recursive: true });
      await writeFile(path, 'x'.repeat(random.between(1, 5_000)));
      return [path];
    }
    case 'rename': {
      const to = place();
      if (to.startsWith(folder) || folder.startsWith(to)) return [];
      await rm(to, { recursive: true, force: true });
      await mkdir(dirname(to), { recursive: true });
      const isDone = await rename(folder, to).then(
        () => true,
        () => false,
      );
      return isDone ? buildsIn(to) : [];
    }
    case 'remove':
      await rm(folder, { recursive: true, force: true });
      return [];
  }
}
