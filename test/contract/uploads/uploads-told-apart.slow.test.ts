/** A build whose answer was lost, among versions of other builds that look like it. */
import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { inEnglish } from '../../english.ts';
import type { Manner } from '../api/other-manners.ts';
import type { OtherBuild } from '../api/other-records.ts';
import { type OtherWorld, otherWorld } from '../api/other-world.ts';

const post = /^POST .*profiles(\/-?\d+\/items)?$/;
const fresh = { id: 'org.example.fresh', label: 'Fresh' };
const guid = (id: string): string => `b7f3-${Buffer.from(id).toString('hex').slice(-8)}`;

/** The next upload is taken by nobody, and while it is on its way somebody else's version appears. */
async function lostBeside(world: OtherWorld, size: number, build: Partial<OtherBuild>, applicationId = 3) {
  const gone = { kind: 'answer', status: 502, body: 'gone' } as const;
  const version = { current: null as ReturnType<OtherWorld['beside']> | null };
  world.proxy.fault(post, gone, {
    onMatch: () => {
      version.current = world.beside(77, applicationId, { fileSize: size, ...build });
    },
  });
  return version;
}

/** Ways in which a service says of a version that it is somebody else's. */
const others: readonly (readonly [string, Partial<Manner>, Partial<OtherBuild>])[] = [
  ['says another package', {}, { packageName: 'org.example.till' }],
  [
    'says another package, and sizes in MB',
    { sizeUnit: 1_048_576 },
    { packageName: 'org.example.till', fileSize: 1 },
  ],
  [
    'says another package, and no sizes',
    { sizeUnit: null },
    { packageName: 'org.example.shop.debug', fileSize: 0 },
  ],
];

describe.each([
  ['a version of a known application', {}],
  ['a new application', fresh],
])('%s', (_, build) => {
  test.each(others)(
    'what %s is never taken for ours, and ours is sent once more',
    async (__, manner, said) => {
      const world = await otherWorld(manner);
      const request = await world.request(build);
      const { size } = await stat(request.path);
      const foreign = await lostBeside(world, size, said);
      const view = await world.upload(request);
      expect(view).toMatchObject({ state: 'done', failure: null });
      expect(view.target?.versionId).not.toBe(77);
      expect(foreign.current).toMatchObject({ isActive: false, sentAt: null });
      expect(world.posts()).toBe(1);
      expect(world.versions().filter(({ isActive }) => isActive)).toHaveLength(1);
    },
  );

  test.each([
    ['no packages', { packageName: () => '' }],
    ['names of its own for packages', { packageName: guid }],
    ['no sizes', { sizeUnit: null }],
    ['sizes in MB', { sizeUnit: 1_048_576 }],
    ['neither packages nor sizes', { packageName: () => '', sizeUnit: null }],
    ['names of its own and sizes in MB', { packageName: guid, sizeUnit: 1_000_000 }],
  ] satisfies [string, Partial<Manner>][])('a service that says %s: ours is found', async (__, manner) => {
    const world = await otherWorld(manner);
    world.proxy.fault(post, { kind: 'cut-after' });
    const view = await world.upload(await world.request(build));
    expect(view).toMatchObject({ state: 'done', failure: null });
    expect(world.posts()).toBe(1);
    expect(world.versions().filter(({ sentAt }) => sentAt !== null)).toHaveLength(1);
    expect(world.versions().find(({ id }) => id === view.target?.versionId)?.isActive).toBe(true);
  });
});

test.each([
  ['of another file', { fileName: 'till.apk' }],
  ['in another application', { label: 'Till' }],
] as const)('a version %s that does not say its package is asked about, not taken', async (kind, said) => {
  const manner = { packageName: () => '', sizeUnit: null };
  const world = await otherWorld(manner);
  const isNew = kind === 'in another application';
  const request = await world.request(isNew ? fresh : {});
  const foreign = await lostBeside(world, 0, { packageName: '', fileName: '', ...said }, isNew ? 4 : 3);
  const view = await world.upload(request);
  expect(inEnglish(view)).toMatchObject({ state: 'ready', target: null });
  expect(inEnglish(view.notes)).toEqual([expect.stringContaining('number 77')]);
  expect(inEnglish(foreign.current)).toMatchObject({ isActive: false, sentAt: null });
  expect(inEnglish(world.posts())).toBe(0);
  // Somebody looked: it is another one.
  world.uploads.answer(view.id, true);
  await world.uploads.idle();
  expect(inEnglish(world.uploads.get(view.id))).toMatchObject({ state: 'done' });
  expect(inEnglish(world.posts())).toBe(1);
  expect(inEnglish(foreign.current)).toMatchObject({ isActive: false, sentAt: null });
});

test('of two that cannot be told apart none is taken, and a no leaves both as they are', async () => {
  const world = await otherWorld();
  const request = await world.request();
  const { size } = await stat(request.path);
  const twin = { current: null as ReturnType<OtherWorld['beside']> | null };
  world.proxy.fault(
    post,
    { kind: 'cut-after' },
    {
      onMatch: () => {
        twin.current = world.beside(77, 3, { fileSize: size });
      },
    },
  );
  const view = await world.upload(request);
  expect(view).toMatchObject({ state: 'ready', target: null });
  world.uploads.answer(view.id, false);
  await world.uploads.idle();
  expect(world.uploads.get(view.id)?.state).toBe('cancelled');
  expect(world.versions().filter(({ isActive }) => isActive)).toEqual([]);
  expect(world.posts()).toBe(1);
  // Offered again, it is still not known which one it is; once one of them is gone, it is.
  expect((await world.upload(request)).state).toBe('ready');
  const versions = world.other.applications[0]?.versions ?? [];
  versions.splice(
    versions.findIndex(({ id }) => id === 77),
    1,
  );
  world.uploads.retry(view.id);
  expect(await world.rested(view.id)).toMatchObject({ state: 'done' });
  expect(world.posts()).toBe(1);
});

test('two that look alike are told apart by the name of the file', async () => {
  const world = await otherWorld({ sizeUnit: null });
  const request = await world.request();
  world.proxy.fault(
    post,
    { kind: 'cut-after' },
    {
      onMatch: () => {
        world.beside(77, 3, { fileSize: 0, fileName: 'other.apk' });
      },
    },
  );
  const view = await world.upload(request);
  expect(view.state).toBe('done');
  expect(view.target?.versionId).not.toBe(77);
});

test('one that looks alike and is shown before ours is not taken', async () => {
  const world = await otherWorld({ packageName: () => '', sizeUnit: null, shownAfter: 3 });
  const request = await world.request();
  world.proxy.fault(
    post,
    { kind: 'cut-after' },
    {
      onMatch: () => {
        world.beside(77, 3, { fileSize: 0, packageName: '', fileName: 'other.apk' });
      },
    },
  );
  const view = await world.upload(request);
  expect(view.state).toBe('done');
  expect(view.target?.versionId).not.toBe(77);
  expect(world.posts()).toBe(1);
});

const ways: readonly (readonly [string, (turn: number) => number])[] = [
  ['fall', (turn) => 1_000 - turn],
  ['are below zero', (turn) => -turn],
  ['are scattered', (turn) => (turn * 7_919) % 1_009],
];

describe.each(ways)('on a service whose ids %s', (_, nextId) => {
  test.each([
    ['testingdist', {}],
    ['testingdist', fresh],
    ['appstore', {}],
    ['appstore', fresh],
  ] as const)('a build whose answer was lost is found: %s %j', async (area, build) => {
    const world = await otherWorld({ nextId });
    for (const versionName of ['1', '2', '3']) {
      world.proxy.fault(/^POST .*profiles(\/-?\d+(\/items)?)?$/, { kind: 'cut-after' });
      const view = await world.upload(await world.request({ ...build, versionName }, { area }));
      expect(view).toMatchObject({ state: 'done', failure: null });
    }
    const [versions, items] = [world.versions(), world.other.profiles.flatMap((one) => one.items)];
    expect(area === 'appstore' ? items.length - 1 : versions.length - 2).toBe(3);
  });
});

test('a number that was given to another version since is not taken for what was there before', async () => {
  const world = await otherWorld({ packageName: () => '', sizeUnit: 1_048_576 });
  const first = await world.upload(await world.request());
  const versions = world.other.applications[0]?.versions ?? [];
  versions.splice(0, versions.length);
  const id = first.target?.versionId ?? 0;
  world.beside(id, 4, { packageName: '', fileSize: 0 });
  const again = await world.upload(await world.request());
  expect(again).toMatchObject({ state: 'done' });
  expect(world.posts()).toBe(2);
});

describe('after the journal was damaged', () => {
  const inAnHour = (): number => Date.now() + 3_600_000;

  test.each(others)('what %s is not taken for a build of before', async (_, manner, said) => {
    const world = await otherWorld(manner);
    const request = await world.request();
    const foreign = world.beside(77, 3, { fileSize: (await stat(request.path)).size, ...said });
    world.journal.recordLoss(inAnHour(), 0);
    const view = await world.upload(request);
    expect(view).toMatchObject({ state: 'done', notes: [] });
    expect(world.posts()).toBe(1);
    expect(foreign).toMatchObject({ isActive: false, sentAt: null });
  });

  test('of several that may be it none is taken, and what a person rules out is not asked again', async () => {
    const world = await otherWorld({ sizeUnit: null });
    const request = await world.request();
    for (const id of [77, 78]) world.beside(id, 3, { fileSize: 0 });
    world.journal.recordLoss(inAnHour(), 0);
    const view = await world.upload(request);
    expect(view).toMatchObject({ state: 'ready', target: null });
    expect(world.posts()).toBe(0);
    // Offered again, it is no answer.
    expect(await world.upload(request)).toMatchObject({ id: view.id, state: 'ready' });
    world.uploads.answer(view.id, true);
    await world.uploads.idle();
    expect(world.uploads.get(view.id)).toMatchObject({ state: 'done' });
    expect(world.posts()).toBe(1);
    expect(world.versions().filter(({ isActive }) => isActive)).toHaveLength(1);
  });

  test('the build itself is found', async () => {
    const world = await otherWorld();
    const request = await world.request();
    const { size: fileSize } = await stat(request.path);
    world.beside(78, 3, { fileSize, packageName: 'org.example.till' });
    world.beside(77, 3, { fileSize });
    world.journal.recordLoss(inAnHour(), 0);
    expect(await world.upload(request)).toMatchObject({ state: 'done', target: { versionId: 77 } });
    expect(world.posts()).toBe(0);
  });
});
