import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import type { WatchedFolder } from '../../main/watcher/watcher.ts';
import { withSlashes } from '../fakes/systems.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { tinyBuild } from '../fixtures/builds/zip-writer.ts';
import { type RunningWatcher, until, watchedTestFolder } from '../unit/watcher/watched-folder.ts';
import { addToTally } from './tally.ts';
import type { WriterCommand } from './writer-commands.ts';

export const runTool = promisify(execFile);

export type Announced = { readonly name: string; readonly bytes: Buffer };

export type Writer = {
  readonly do: (act: WriterCommand) => Promise<void>;
  /** Opens with `flags`, writes `source` from start to end in pieces that end at `stops`, and closes. */
  readonly writeInPieces: (
    path: string,
    source: string,
    options: {
      readonly flags: 'w' | 'r+';
      readonly stops: readonly number[];
      readonly atStop?: (position: number) => Promise<void>;
    },
  ) => Promise<void>;
};

export type WritersWorld = RunningWatcher & {
  readonly folder: string;
  readonly rule: WatchedFolder;
  /** Path and bytes of each announced build at the moment of its announcement. */
  readonly announced: readonly Announced[];
  /** Writes bytes to a file outside the watched folder; returns its path. */
  readonly saveOutside: (name: string, bytes: Buffer) => Promise<string>;
  readonly startWriter: () => Promise<Writer>;
  /** Waits until the watcher has read the file after the last command and found it unfinished. */
  readonly untilUnfinished: (path: string) => Promise<void>;
  /** Waits until these builds are announced, and checks that no other build is. */
  readonly expectAnnounced: (builds: readonly Announced[]) => Promise<void>;
};

/** Starts a real watcher on a real folder. Other programs write to that folder. */
export async function writersWorld(rule: Partial<WatchedFolder> = {}): Promise<WritersWorld> {
  const watched = await watchedTestFolder();
  const elsewhere = await temporaryFolder();
  const running = watched.run({ stableForMs: 80, intervals: { healthCheckMs: 250, pollMs: 50 } });
  const announced: Announced[] = [];
  // Reads synchronously, so that the bytes are those that an upload would read now.
  running.watcher.events.on('finished', ({ path }) => {
    announced.push({ name: withSlashes(relative(watched.path, path)), bytes: readFileSync(path) });
  });
  onTestFinished(() => addToTally({ builds: announced.length }));
  await running.watcher.watch({ ...watched.rule, ...rule });

  /** Number of `waited` events before the last command on each path. */
  const waitedBefore = new Map<string, number>();
  const untilUnfinished: WritersWorld['untilUnfinished'] = (path) =>
    until(() => {
      const since = running.waited.slice(waitedBefore.get(path) ?? 0).filter((file) => file.path === path);
      expect(since.at(-1)?.reason).not.toBeOneOf([undefined, 'The file is still being written.']);
    });
  return {
    ...running,
    folder: watched.path,
    rule: watched.rule,
    announced,
    saveOutside: async (name, bytes) => {
      const path = join(elsewhere, name);
      await writeFile(path, bytes);
      return path;
    },
    startWriter: () => startWriter((path) => waitedBefore.set(path, running.waited.length)),
    untilUnfinished,
    expectAnnounced: async (builds) => {
      await until(() => expect(announced.length).toBeGreaterThanOrEqual(builds.length));
      // Announcements are in order. Once this build is announced, no earlier announcement is pending.
      await endMark(watched.path, running);
      const marks = announced.splice(announced.findIndex(({ name }) => name.startsWith(endName)));
      expect(marks).toHaveLength(1);
      expect(announced.map(({ name }) => name)).toEqual(builds.map(({ name }) => name));
      expect(
        announced.map(({ bytes }, index) => bytes.equals(builds[index]?.bytes ?? Buffer.alloc(0))),
      ).toEqual(builds.map(() => true));
    },
  };
}

const endName = 'end-of-the-test';

async function endMark(folder: string, { watcher, finished }: RunningWatcher): Promise<void> {
  const path = join(folder, `${endName}.apk`);
  await writeFile(path, tinyBuild(1_000));
  await until(() => expect(finished.some((file) => file.path === path)).toBe(true));
  await rm(path);
  expect(watcher.waiting().map((file) => basename(file.path))).toEqual([]);
}

async function startWriter(acting: (path: string) => void): Promise<Writer> {
  const child = fork(resolve(import.meta.dirname, 'writer-process.ts'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(async () => {
    if (!child.connected) return;
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
  });
  await once(child, 'message');
  const act = async (what: WriterCommand): Promise<void> => {
    if (what.act !== 'open' && what.act !== 'close') acting(what.act === 'rename' ? what.to : what.path);
    const answer = once(child, 'message') as Promise<[{ done: boolean; error?: string }]>;
    child.send(what);
    const [{ done, error }] = await answer;
    if (!done) throw new Error(error);
  };
  return {
    do: act,
    writeInPieces: async (path, source, { flags, stops, atStop }) => {
      const { length } = readFileSync(source);
      await act({ act: 'open', path, flags });
      let from = 0;
      for (const stop of stops) {
        await act({ act: 'write', path, source, from, to: stop });
        await atStop?.(stop);
        from = stop;
      }
      await act({ act: 'write', path, source, from, to: length });
      await act({ act: 'close', path });
    },
  };
}
