/** Watches a folder with Slipway or chokidar and reports time and memory. Exits when its channel closes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';
import { systemClock } from '../../main/base/clock.ts';
import { openDatabase } from '../../main/base/database/database.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { fingerprintFile } from '../../main/packages/fingerprint.ts';
import { seenFilesMigrations } from '../../main/watcher/seen/seen-files.ts';
import { createWatcher } from '../../main/watcher/watcher.ts';

export type WatchedTree = { readonly readyMs: number; readonly memoryMiB: number };

const [who, root] = process.argv.slice(2);
if (!root) throw new Error('which folder?');
const dataDir = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
const database = openDatabase(join(dataDir, 'seen-files.db'), seenFilesMigrations);
const log = createLog({ clock: systemClock, redactor: new Redactor(), sinks: [] });
const watcher = createWatcher({ clock: systemClock, log, database, fingerprintOf: fingerprintFile });

const idle = process.memoryUsage().rss;
const began = performance.now();
if (who === 'slipway') await watcher.watch({ id: 'tree', path: root, existingBuilds: 'all' });
else await new Promise<void>((resolve) => void watch(root).on('ready', () => resolve()));
const readyAt = await listeningToAll();
const answer: WatchedTree = {
  readyMs: readyAt - began,
  memoryMiB: (process.memoryUsage().rss - idle) / 2 ** 20,
};
process.send?.(answer);
process.on('disconnect', () => {
  database.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

/** Waits until the number of watched folders is unchanged for 500 ms. Returns the time of its last change. */
async function listeningToAll(): Promise<number> {
  let [folders, at] = [-1, performance.now()];
  while (performance.now() - at < 500) {
    const now = process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
    if (now !== folders) [folders, at] = [now, performance.now()];
    await pause(5);
  }
  return at;
}
