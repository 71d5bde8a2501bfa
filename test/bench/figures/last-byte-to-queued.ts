import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { endChild, startChild } from '../child.ts';
import type { Figure, Measured } from '../figure.ts';
import { openCore } from '../page.ts';
import type { WriteOrder, Written } from '../slow-writer.ts';

const peer = 'chokidar awaitWriteFinish, its default';
const rounds = 11;
const stallMs = 3_500;
const stallingBuilds = 3;

/** Time from the writer's last byte until Slipway has saved the upload in its queue. */
export const lastByteToQueued: Figure = {
  name: 'last-byte-to-queued',
  peer,
  unit: 'ms',
  goal: 0.33,
  better: 'less',
  measure: () => withRace(measureTime),
};

/** Number of builds that are reported as finished although their writer has only stalled for 3.5 s. */
export const falseStarts: Figure = {
  name: 'false-starts',
  peer,
  unit: `of ${stallingBuilds} builds whose writer stalls`,
  goal: 0,
  better: 'less',
  measure: () => withRace(measureFalseStarts),
};

type Race = {
  readonly writer: ChildProcess;
  readonly source: string;
  /** Folders that Slipway and its peer watch. */
  readonly ours: string;
  readonly theirs: string;
  /** Time at which each path was first reported, in milliseconds since 1970 UTC. */
  readonly takenAt: ReadonlyMap<string, number>;
};

const now = (): number => performance.timeOrigin + performance.now();

async function measureTime(race: Race): Promise<Measured> {
  const delays: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const who of ['ours', 'theirs'] as const) {
      const path = join(race[who], `build-${round}.apk`);
      const { lastByteAt } = await written(race, { path, pieces: 8, pauseMs: 20 });
      const takenAt = await taken(race, path);
      if (round > 0) delays[who].push(takenAt - lastByteAt);
    }
  }
  return delays;
}

async function measureFalseStarts(race: Race): Promise<Measured> {
  const orders = [race.ours, race.theirs].flatMap((folder) =>
    Array.from({ length: stallingBuilds }, (_, index) => join(folder, `stalls-${index}.apk`)),
  );
  const all = await Promise.all(orders.map((path) => written(race, { path, pieces: 2, pauseMs: stallMs })));
  for (const { path } of all) await taken(race, path);
  const early = (folder: string): number =>
    all.filter(({ path, lastByteAt }) => {
      return path.startsWith(folder) && (race.takenAt.get(path) ?? Number.NaN) < lastByteAt;
    }).length;
  return { ours: [early(race.ours)], theirs: [early(race.theirs)] };
}

function written(race: Race, order: Omit<WriteOrder, 'source'>): Promise<Written> {
  const answer = new Promise<Written>((resolve) => {
    const onMessage = (message: unknown): void => {
      const one = message as Written;
      if (one.path !== order.path) return;
      race.writer.off('message', onMessage);
      resolve(one);
    };
    race.writer.on('message', onMessage);
  });
  race.writer.send({ source: race.source, ...order });
  return answer;
}

async function taken(race: Race, path: string): Promise<number> {
  for (;;) {
    const at = race.takenAt.get(path);
    if (at !== undefined) return at;
    await pause(5);
  }
}

async function withRace(measure: (race: Race) => Promise<Measured>): Promise<Measured> {
  const root = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const [ours, theirs, source] = [join(root, 'ours'), join(root, 'theirs'), join(root, 'source.apk')];
  await Promise.all([mkdir(ours), mkdir(theirs)]);
  await writeFile(source, sampleApk());
  const takenAt = new Map<string, number>();
  const take = (path: string): void => {
    if (!takenAt.has(path)) takenAt.set(path, now());
  };
  const core = await startCore(join(root, 'data'), ours, take);
  const other = watch(theirs, { awaitWriteFinish: true });
  await new Promise<void>((resolve) => void other.on('ready', () => resolve()));
  other.on('add', take);
  const { child: writer } = await startChild('slow-writer.ts');
  try {
    return await measure({ writer, source, ours, theirs, takenAt });
  } finally {
    await endChild(writer);
    await other.close();
    await core.stop();
    await rm(root, { recursive: true, force: true });
  }
}

/** Starts a core with a paused queue, so that uploads are queued but not run. */
async function startCore(dataDir: string, folder: string, take: (path: string) => void): Promise<Core> {
  const { core } = await openCore(dataDir);
  core.uploads.events.on('changed', (upload) => take(upload.path));
  await core.start();
  await core.service.start();
  core.uploads.pause();
  await core.folders.add({
    path: folder,
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: false,
    recipients: noRecipients,
    sendAnyway: false,
    existingBuilds: 'all',
  });
  return core;
}

function sampleApk(): Buffer {
  return buildSampleApk({
    id: 'org.example.notes',
    label: 'Notes',
    versionName: '1.0',
    versionCode: 1,
    minSdk: 24,
    targetSdk: 35,
    paddingBytes: 2_000_000,
  });
}
