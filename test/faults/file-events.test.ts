/** File events under heavy load: every build that remains is reported. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenFileEvents } from '../../main/watcher/events/file-event-types.ts';
import { watchFolderByFolder, watchWholeTree } from '../../main/watcher/events/file-events.ts';
import { everyBuild } from '../../main/watcher/files/names.ts';
import { reportsWholeTrees } from '../fakes/systems.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { until } from '../unit/watcher/watched-folder.ts';
import { type Random, randomFrom } from './random.ts';
import { everything } from './tally.ts';

/** Listens to a folder. `reported`: the last step of each build; `unexpected`: all other events. */
function listen(open: OpenFileEvents, root: string, step: () => number) {
  const reported = new Map<string, number>();
  const unexpected: unknown[] = [];
  const fileEvents = open({
    root,
    realRoot: root,
    selection: everyBuild,
    listener: {
      file: (path) => reported.set(path, step()),
      root: () => unexpected.push('root'),
      error: (error) => unexpected.push(error),
    },
  });
  onTestFinished(() => fileEvents.close());
  fileEvents.enter(root);
  return { reported, unexpected };
}

async function buildsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe.each([
  ['folder by folder', watchFolderByFolder],
  ['the whole tree at once', watchWholeTree],
])('file events, %s,', (_way, open) => {
  const testIfReported = test.runIf(open === watchFolderByFolder || reportsWholeTrees);

  testIfReported(
    'report 5,000 builds that are written, renamed, removed and rewritten',
    async () => {
      const root = await temporaryFolder();
      let step = 0;
      const { reported, unexpected } = listen(open, root, () => step);
      const write = (top: string, folders: number): Promise<unknown> =>
        Promise.all(
          Array.from({ length: folders }, async (_, folder) => {
            const path = join(root, top, `${folder % 10}`, `${folder}`);
            await mkdir(path, { recursive: true });
            for (let file = 0; file < 10; file += 1) await writeFile(join(path, `${file}.apk`), 'x');
          }),
        );
      const allReported = async (count: number): Promise<void> => {
        const builds = await buildsIn(root);
        expect(builds).toHaveLength(count);
        await until(() => expect(builds.filter((path) => (reported.get(path) ?? -1) < step)).toEqual([]));
      };
      await write('a', 500);
      await allReported(5_000);
      step += 1;
      await rename(join(root, 'a'), join(root, 'b'));
      await allReported(5_000);
      step += 1;
      await rm(join(root, 'b'), { recursive: true });
      await write('b', 100);
      await allReported(1_000);
      step += 1;
      for (const path of await buildsIn(root)) await writeFile(path, 'other');
      await allReported(1_000);
      expect(unexpected).toEqual([]);
    },
    60_000,
  );

  testIfReported.each(everything ? [1, 2, 3, 4, 5] : [1])(
    'report all builds after random moves and removals (seed %i)',
    async (seed) => {
      const root = await temporaryFolder();
      const random = randomFrom(seed);
      const changed = new Map<string, number>();
      let step = 0;
      const { reported, unexpected } = listen(open, root, () => step);
      const end = Date.now() + (everything ? 12_000 : 2_000);
      while (Date.now() < end) {
        step += 1;
        for (const path of await disturb(root, random)) changed.set(path, step);
        if (random.next() < 0.2) await pause(random.between(0, 20));
      }
      // Writes a last build, because the last change may have removed all others.
      step += 1;
      await writeFile(join(root, 'last.apk'), 'x');
      changed.set(join(root, 'last.apk'), step);
      const builds = await buildsIn(root);
      await until(() =>
        expect(builds.filter((path) => (reported.get(path) ?? -1) < (changed.get(path) ?? 0))).toEqual([]),
      );
      expect(unexpected).toEqual([]);
    },
    60_000,
  );
});

/** Makes one random change to a tree of at most three levels; returns the new and changed builds. */
async function disturb(root: string, random: Random): Promise<readonly string[]> {
  const randomFolder = (): string => {
    const depth = random.between(1, 3);
    return join(root, ...Array.from({ length: depth }, () => `d${random.between(0, 3)}`));
  };
  const folder = randomFolder();
  switch (random.pick(['write', 'write', 'write', 'rename', 'remove'] as const)) {
    case 'write': {
      const path = join(folder, `${random.between(0, 5)}.apk`);
      await mkdir(folder, { recursive: true });
      await writeFile(path, 'x'.repeat(random.between(1, 5_000)));
      return [path];
    }
    case 'rename': {
      const to = randomFolder();
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
