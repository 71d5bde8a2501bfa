import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { openDatabase } from '../../../main/base/database/database.ts';
import { fingerprintFile } from '../../../main/packages/fingerprint.ts';
import { seenFilesMigrations } from '../../../main/watcher/seen/seen-files.ts';
import type { WatcherDependencies } from '../../../main/watcher/watcher.ts';
import {
  createWatcher,
  type FinishedFile,
  type FolderState,
  type WaitingFile,
  type WatchedFolder,
  type Watcher,
} from '../../../main/watcher/watcher.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

export type RunningWatcher = {
  readonly watcher: Watcher;
  readonly finished: readonly FinishedFile[];
  readonly waited: readonly WaitingFile[];
  readonly gone: readonly string[];
  readonly states: readonly FolderState[];
  readonly lines: readonly string[];
  stop(): Promise<void>;
};

/** Creates a temporary folder to watch. Watchers that run one after another share its database. */
export async function watchedTestFolder(): Promise<{
  readonly path: string;
  readonly rule: WatchedFolder;
  run(options?: Partial<WatcherDependencies> & { readonly acknowledge?: boolean }): RunningWatcher;
}> {
  const base = await temporaryFolder();
  const path = join(base, 'builds');
  await mkdir(path);
  const database = join(base, 'seen-files.db');
  return {
    path,
    rule: { id: 'folder', path, existingBuilds: 'all' },
    run: (options) => runWatcher(database, options ?? {}),
  };
}

function runWatcher(
  databasePath: string,
  { acknowledge = true, ...options }: Partial<WatcherDependencies> & { readonly acknowledge?: boolean },
): RunningWatcher {
  const database = openDatabase(databasePath, seenFilesMigrations);
  const { log, lines } = collectedLog();
  const watcher = createWatcher({
    clock: systemClock,
    log,
    database,
    fingerprintOf: fingerprintFile,
    stableForMs: 60,
    intervals: { healthCheckMs: 250, pollMs: 50 },
    ...options,
  });
  const finished: FinishedFile[] = [];
  const waited: WaitingFile[] = [];
  const gone: string[] = [];
  const states: FolderState[] = [];
  watcher.events.on('finished', (file) => {
    finished.push(file);
    if (acknowledge) watcher.acknowledge(file);
  });
  watcher.events.on('waiting', (file) => waited.push(file));
  watcher.events.on('gone', (file) => gone.push(file.path));
  watcher.events.on('folder', ({ state }) => states.push(state));
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= watcher.stop().then(() => database.close());
    return stopping;
  };
  onTestFinished(stop);
  return { watcher, finished, waited, gone, states, lines, stop };
}

/** Retries `check` until it does not throw. */
export const until = <Result>(check: () => Result): Promise<Result> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 }) as Promise<Result>;
