/** Builds that are replaced, renamed or deleted during their upload. */
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { UploadView } from '../../main/uploads/upload-view.ts';
import { buildPath, type MadeBuild, madeBuild, numberedApk, writeBuild } from './deliveries.ts';
import { calls } from './kill-moments.ts';
import { createKillWorld, type KillWorld } from './kill-world.ts';
import type { Program } from './program.ts';
import { randomFrom } from './random.ts';
import { addToTally, everything, seed } from './tally.ts';

/** Progress of the upload when its file changes. */
const moments = {
  'before it is sent': { call: calls.look, side: 'request', share: 0 },
  'at its first byte': { call: calls.upload, side: 'request', share: 0.000_001 },
  'half-way': { call: calls.upload, side: 'request', share: 0.5 },
  'after its last byte, before the answer': { call: calls.upload, side: 'answer', share: 0 },
} as const;

type Moment = keyof typeof moments;

/** Larger than the data that Slipway reads ahead, so that the file changes while it is still being read. */
const size = { app: 'shop', padding: 4_000_000 };

type Expected = {
  /** Final state of `build`'s upload. */
  readonly state: UploadView['state'];
  readonly build: MadeBuild;
  /** New path of a renamed build. Its upload finds the build on the service if the first upload succeeded. */
  readonly elsewhere?: string;
  /** Build that was at the path before. A note mentions it only if it reached the service. */
  readonly replaced?: MadeBuild;
  readonly failure?: string;
};

type Act = (old: MadeBuild, sending: boolean) => Promise<Expected>;

const acts: Readonly<Record<string, Act>> = {
  'replaced by a rename': async (old, sending) => {
    const number = old.number + 1;
    const build = await writeBuild(old.path, number, numberedApk(number, size));
    return { state: 'done', build, ...(sending ? { replaced: old } : {}) };
  },
  'overwritten in place': async ({ path, number }) => {
    const bytes = numberedApk(number + 1, size);
    await writeFile(path, bytes);
    return { state: 'done', build: madeBuild(path, number + 1, bytes) };
  },
  'only touched': async (old) => {
    await utimes(old.path, new Date(), new Date(Date.now() + 5_000));
    return { state: 'done', build: old };
  },
  deleted: async (old, sending) => {
    await rm(old.path);
    return sending ? { state: 'done', build: old } : { state: 'failed', build: old, failure: 'file/missing' };
  },
  renamed: async (old, sending) => {
    const elsewhere = join(dirname(old.path), `moved-${old.number}.apk`);
    await rename(old.path, elsewhere);
    return sending
      ? { state: 'done', build: old, elsewhere }
      : { state: 'failed', build: old, elsewhere, failure: 'file/missing' };
  },
};

/** Creates a build, changes its file at a moment, and waits until its upload has finished. */
async function changeAt(
  given: { readonly world: KillWorld; readonly program: Program; readonly number: number },
  moment: Moment,
  act: Act,
): Promise<Expected> {
  const { world, program, number } = given;
  const { call, side, share } = moments[moment];
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let met = false;
  world.proxy.decide((line, { headers }) => {
    if (met || !call.test(line)) return null;
    met = true;
    const after = Math.ceil(share * Number(headers['content-length'] ?? 0));
    return { kind: 'stall', side, after, onReached: reached.resolve, release: release.promise };
  });
  const path = buildPath(world.folder, number);
  const old = await writeBuild(path, number, numberedApk(number, size));
  await reached.promise;
  const expected = await act(old, call === calls.upload);
  release.resolve();
  const view = await program.result((upload) => upload.path === path);
  const hash = expected.state === 'failed' ? null : expected.build.sha256;
  expect([view.state, view.sha256, view.failure?.code]).toEqual([expected.state, hash, expected.failure]);
  if (expected.replaced) {
    const { lost } = await world.assess([expected.replaced]);
    const arrived = !lost.includes(`build ${number} is not on the service`);
    const named = view.notes.join().includes(`(${10_000 + number}) was being uploaded`);
    expect({ arrived, named }).toEqual({ arrived, named: arrived || side === 'answer' });
  }
  if (expected.elsewhere) {
    const moved = await program.result((upload) => upload.path === expected.elsewhere);
    expect([moved.state, moved.sha256]).toEqual([expected.failure ? 'done' : 'already-there', old.sha256]);
  }
  return expected;
}

const shortMoments: readonly Moment[] = ['half-way'];

test('a file changed during its upload is delivered once, in its new version', async () => {
  const world = await createKillWorld({ random: randomFrom(seed) });
  const program = world.watch();
  await program.until('Watching ');
  const expected: Expected[] = [];
  for (const [name, act] of Object.entries(acts)) {
    for (const moment of everything ? (Object.keys(moments) as Moment[]) : shortMoments) {
      const given = { world, program, number: 1 + 2 * expected.length };
      expected.push(
        await changeAt(given, moment, act).catch((cause: unknown) => {
          throw new Error(`${name} ${moment}: ${String(cause)}`, { cause });
        }),
      );
    }
  }
  const { code } = await program.stop();
  expect(code).toBe(expected.some(({ failure }) => failure) ? 1 : 0);
  const delivered = expected.filter(({ state, elsewhere }) => state === 'done' || elsewhere);
  const { lost, duplicated, strange } = await world.assess(delivered.map(({ build }) => build));
  addToTally({ builds: delivered.length, lost: lost.length, duplicated: duplicated.length });
  expect({ lost, duplicated, strange }).toEqual({ lost: [], duplicated: [], strange: [] });
}, 180_000);
