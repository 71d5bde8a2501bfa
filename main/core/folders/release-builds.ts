/** Delays finished apks of a release until the one to send is selected. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { systemCode } from '../../base/errors.ts';
import { fileStamp } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { buildKind } from '../../watcher/files/names.ts';
import type { FinishedFile, WaitingFile } from '../../watcher/watcher.ts';
import { type Choice, mayBePartOfRelease, releaseSpanMs } from './release.ts';
import { readableInfo, releaseChoices } from './release-choices.ts';

/** Maximum time to wait for the next apk of a release to appear, and for all of them to finish. */
const delays = { appearMs: 3_000, finishMs: 60_000 } as const;

export type ReleaseBuilds = {
  /** Calls `decided` at once, or after a delay if another build of the release may replace the file. */
  add(file: FinishedFile): Promise<void>;
  forget(path: string): void;
};

export function createReleaseBuilds(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly waiting: () => readonly WaitingFile[];
  readonly isWanted: (folderId: string, path: string) => boolean;
  readonly decided: (file: FinishedFile, choice: Choice) => void;
}): ReleaseBuilds {
  const { clock, decided } = deps;
  const pending = new Map<string, FinishedFile>();
  let cancel: () => void = () => undefined;
  let since = 0;

  const scheduleDecision = (): void => {
    cancel();
    const leftMs = since + delays.finishMs - clock.monotonic();
    cancel = clock.after(Math.max(0, Math.min(delays.appearMs, leftMs)), () => {
      const folders = new Set([...pending.keys()].map((path) => dirname(path)));
      const isUnfinished = deps.waiting().some(({ path }) => folders.has(dirname(path)));
      if (isUnfinished && clock.monotonic() < since + delays.finishMs) scheduleDecision();
      else decide().catch((error: unknown) => deps.log.error('Could not compare finished builds', { error }));
    });
  };
  const decide = async (): Promise<void> => {
    const files = [...pending.values()];
    pending.clear();
    const changedAt = new Map<string, number>();
    for (const [folder, here] of Map.groupBy(files, ({ path }) => dirname(path))) {
      for (const [path, mtimeMs] of await filesIn(folder)) {
        const isSameTime = here.some((file) => Math.abs(file.mtimeMs - mtimeMs) <= releaseSpanMs);
        if (isSameTime && deps.isWanted(here[0]?.folderId ?? '', path)) changedAt.set(path, mtimeMs);
      }
    }
    const choices = await releaseChoices(changedAt);
    for (const file of files) decided(file, choices.get(file.path) ?? { kind: 'itself' });
  };
  return {
    add: async (file) => {
      const info = await readableInfo(file.path);
      if (info === null || !mayBePartOfRelease(info)) return decided(file, { kind: 'itself' });
      if (pending.size === 0) since = clock.monotonic();
      pending.set(file.path, file);
      scheduleDecision();
    },
    forget: (path) => void pending.delete(path),
  };
}

async function filesIn(folder: string): Promise<readonly (readonly [path: string, mtimeMs: number])[]> {
  const found: [string, number][] = [];
  for (const name of await readdir(folder).catch(noneIfRefused)) {
    const path = join(folder, name);
    const stamp = buildKind(name) === 'apk' ? await fileStamp(path) : null;
    if (stamp) found.push([path, stamp.mtimeMs]);
  }
  return found;
}

function noneIfRefused(error: unknown): [] {
  if (systemCode(error) === null) throw error;
  return [];
}
