/**
 * Starts Slipway (`ours`) or a minimal equivalent (`plain`) on a data folder, and reports time and memory.
 * `ours` waits until the core's queue runs and all folders are watched. `plain` parses all records of the
 * journal and watches the same folders with chokidar.
 */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { watch } from 'chokidar';
import { systemClock } from '../../main/base/clock.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { createCore } from '../../main/core.ts';
import { memorySecrets } from '../../main/settings/secrets.ts';
import { openSettings } from '../../main/settings/settings-store.ts';

export type StarterAnswer = {
  readonly ms: number;
  /** Resident memory in bytes, minus the initial memory. */
  readonly memory: number;
};

const [dataDir = '', who = 'ours'] = process.argv.slice(2);
const redactor = new Redactor();
const log = createLog({ clock: systemClock, redactor, sinks: [] });

async function startOurs(): Promise<() => Promise<void>> {
  const settings = openSettings(dataDir, log, systemClock.now);
  const parts = { settings, secrets: memorySecrets(), clock: systemClock, log, redactor };
  const core = await createCore({ ...parts, dataDir, version: '0.0.0' });
  await core.start();
  return () => core.stop();
}

let records: unknown[] = [];

async function startPlain(): Promise<() => Promise<void>> {
  const database = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true });
  records = database
    .prepare('SELECT record FROM uploads')
    .all()
    .map((row) => JSON.parse(String(row['record'])) as unknown);
  const { folders } = openSettings(dataDir, log, systemClock.now).get();
  const watcher = watch(folders.map((folder) => folder.path));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return () => watcher.close();
}

const before = process.memoryUsage.rss();
const began = performance.now();
const stop = await (who === 'ours' ? startOurs() : startPlain());
const answer: StarterAnswer = {
  ms: performance.now() - began,
  memory: process.memoryUsage.rss() - before,
};
process.send?.({ ...answer, journalRows: records.length });
process.on('disconnect', () => void stop().then(() => process.exit()));
