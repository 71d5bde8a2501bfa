/** Start-up time with 10,000 uploads in the history and 100 watched folders, each with ten known builds. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../../main/base/database/database.ts';
import { createSeenFiles, seenFilesMigrations } from '../../../main/watcher/seen/seen-files.ts';
import { endChild, startChild } from '../child.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { fillJournal, manyUploadsAccount } from '../many-uploads.ts';
import type { StarterAnswer } from '../starter.ts';

const entries = 10_000;
const folders = 100;
const buildsOfFolder = 10;
const rounds = 5;
const peer = 'plain Node that reads and parses all records and has chokidar watch the same folders';

export const startUpTime: Figure = {
  name: 'start-up-10000-entries-100-folders',
  peer,
  unit: 'ms',
  goal: 1,
  better: 'less',
  measure: () => measured(({ ms }) => ms),
};

export const startUpMemory: Figure = {
  name: 'start-up-memory',
  peer,
  unit: 'MiB',
  goal: 1,
  better: 'less',
  measure: () => measured(({ memory }) => memory / 1024 ** 2),
};

function measured(value: (answer: StarterAnswer) => number): Promise<Measured> {
  return withFolder(async (folder) => {
    await fill(folder);
    const start = async (who: 'ours' | 'plain'): Promise<number> => {
      const { child, message } = await startChild<StarterAnswer>('starter.ts', folder, who);
      await endChild(child);
      return value(message);
    };
    return alternate(
      rounds,
      () => start('ours'),
      () => start('plain'),
    );
  });
}

async function fill(dataDir: string): Promise<void> {
  const watched = Array.from({ length: folders }, (_, index) => ({
    id: `folder-${index}`,
    path: join(dataDir, 'builds', String(index)),
  }));
  const seen = openDatabase(join(dataDir, 'seen-files.db'), seenFilesMigrations);
  const seenFiles = createSeenFiles(seen);
  for (const { id, path } of watched) {
    await mkdir(path, { recursive: true });
    seenFiles.begin(id, path, [], 1);
    for (let build = 0; build < buildsOfFolder; build += 1) {
      const file = join(path, `app-${build}.apk`);
      await writeFile(file, 'x');
      const { size, mtimeMs } = await stat(file);
      seenFiles.remember(id, { path: file, size, mtimeMs }, 1);
    }
  }
  seen.close();
  const rules = watched.map((folder) => ({
    ...folder,
    accountId: 'account',
    area: 'testingdist',
    activate: true,
    recipients: { teamIds: [], memberIds: [], emails: [] },
    existingBuilds: 'none',
    paused: false,
  }));
  await writeFile(
    join(dataDir, 'settings.json'),
    JSON.stringify({ accounts: [manyUploadsAccount], folders: rules }),
  );
  fillJournal(dataDir, entries, (number) => ({
    path: join(dataDir, 'builds', String(number % folders), `app-${number}.apk`),
  }));
}
