/** An upload whose response was lost, among similar versions of other builds. */
import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { inEnglish } from '../../english.ts';
import type { ResponseFormat } from '../api/other-formats.ts';
import type { OtherBuild } from '../api/other-records.ts';
import { type OtherWorld, otherWorld } from '../api/other-world.ts';

const post = /^POST .*profiles(\/-?\d+\/items)?$/;
const fresh = { id: 'org.example.fresh', label: 'Fresh' };
const guid = (id: string): string => `b7f3-${Buffer.from(id).toString('hex').slice(-8)}`;

/** Makes the next upload fail. While it runs, adds a version of another build. */
async function lostBeside(world: OtherWorld, size: number, build: Partial<OtherBuild>, applicationId = 3) {
  const gone = { kind: 'answer', status: 502, body: 'gone' } as const;
  const version = { current: null as ReturnType<OtherWorld['addVersion']> | null };
  world.proxy.fault(post, gone, {
    onMatch: () => {
      version.current = world.addVersion(77, applicationId, { fileSize: size, ...build });
    },
  });
  return version;
}

/** Properties that identify a version as another build, each with the response format of the service. */
const others: readonly (readonly [string, Partial<ResponseFormat>, Partial<OtherBuild>])[] = [
  ['another package', {}, { packageName: 'org.example.till' }],
  [
    'another package and sizes in MB',
    { sizeUnit: 1_048_576 },
    { packageName: 'org.example.till', fileSize: 1 },
  ],
  [
    'another package and no sizes',
    { sizeUnit: null },
    { packageName: 'org.example.shop.debug', fileSize: 0 },
  ],
];

describe.each([
  ['a lost upload to an existing application', {}],
  ['a lost upload to a new application', fresh],
])('%s', (_, build) => {
  test.each(others)('is sent again if the candidate version has %s', async (__, format, foreignFields) => {
    const world = await otherWorld(format);
    const request = await world.request(build);
    const { size } = await stat(request.path);
    const foreign = await lostBeside(world, size, foreignFields);
    const view = await world.upload(request);
    expect(view).toMatchObject({ state: 'done', failure: null });
    expect(view.target?.versionId).not.toBe(77);
    expect(foreign.current).toMatchObject({ isActive: false, sentAt: null });
    expect(world.posts()).toBe(1);
    expect(world.versions().filter(({ isActive }) => isActive)).toHaveLength(1);
  });

  test.each([
    ['no packages', { packageName: () => '' }],
    ['its own package names', { packageName: guid }],
    ['no sizes', { sizeUnit: null }],
    ['sizes in MB', { sizeUnit: 1_048_576 }],
    ['neither packages nor sizes', { packageName: () => '', sizeUnit: null }],
    ['its own package names and sizes in MB', { packageName: guid, sizeUnit: 1_000_000 }],
  ] satisfies [string, Partial<ResponseFormat>][])('is found on a service with %s', async (__, format) => {
    const world = await otherWorld(format);
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
] as const)('confirmation is required if a version %s has no package', async (kind, foreignFields) => {
  const format = { packageName: () => '', sizeUnit: null };
  const world = await otherWorld(format);
  const isNew = kind === 'in another application';
  const request = await world.request(isNew ? fresh : {});
  const foreign = await lostBeside(
    world,
    0,
    { packageName: '', fileName: '', ...foreignFields },
    isNew ? 4 : 3,
  );
  const view = await world.upload(request);
  expect(inEnglish(view)).toMatchObject({ state: 'ready', target: null });
  expect(inEnglish(view.notes)).toEqual([expect.stringContaining('number 77')]);
  expect(inEnglish(foreign.current)).toMatchObject({ isActive: false, sentAt: null });
  expect(inEnglish(world.posts())).toBe(0);
  // The user confirms that version 77 is another build.
  world.uploads.answer(view.id, true);
  await world.uploads.idle();
  expect(inEnglish(world.uploads.get(view.id))).toMatchObject({ state: 'done' });
  expect(inEnglish(world.posts())).toBe(1);
  expect(inEnglish(foreign.current)).toMatchObject({ isActive: false, sentAt: null });
});

test('two identical versions require confirmation before another upload', async () => {
  const world = await otherWorld();
  const request = await world.request();
  const { size } = await stat(request.path);
  const twin = { current: null as ReturnType<OtherWorld['addVersion']> | null };
  world.proxy.fault(
    post,
    { kind: 'cut-after' },
    {
      onMatch: () => {
        twin.current = world.addVersion(77, 3, { fileSize: size });
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
  // Uploading again does not resolve the ambiguity. Only removing one of the versions does.
  expect((await world.upload(request)).state).toBe('ready');
  const versions = world.other.applications[0]?.versions ?? [];
  versions.splice(
    versions.findIndex(({ id }) => id === 77),
    1,
  );
  world.uploads.retry(view.id);
  expect(await world.settled(view.id)).toMatchObject({ state: 'done' });
  expect(world.posts()).toBe(1);
});

test('similar versions are distinguished by their file name', async () => {
  const world = await otherWorld({ sizeUnit: null });
  const request = await world.request();
  world.proxy.fault(
    post,
    { kind: 'cut-after' },
    {
      onMatch: () => {
        world.addVersion(77, 3, { fileSize: 0, fileName: 'other.apk' });
      },
    },
  );
  const view = await world.upload(request);
  expect(view.state).toBe('done');
  expect(view.target?.versionId).not.toBe(77);
});

test('a lost upload is not matched to a similar version listed earlier', async () => {
  const world = await otherWorld({ packageName: () => '', sizeUnit: null, listedAfter: 3 });
  const request = await world.request();
  world.proxy.fault(
    post,
    { kind: 'cut-after' },
    {
      onMatch: () => {
        world.addVersion(77, 3, { fileSize: 0, packageName: '', fileName: 'other.apk' });
      },
    },
  );
  const view = await world.upload(request);
  expect(view.state).toBe('done');
  expect(view.target?.versionId).not.toBe(77);
  expect(world.posts()).toBe(1);
});

const ways: readonly (readonly [string, (turn: number) => number])[] = [
  ['decrease', (turn) => 1_000 - turn],
  ['are negative', (turn) => -turn],
  ['are scattered', (turn) => (turn * 7_919) % 1_009],
];

describe.each(ways)('a lost upload on a service whose ids %s', (_, nextId) => {
  test.each([
    ['testingdist', {}],
    ['testingdist', fresh],
    ['appstore', {}],
    ['appstore', fresh],
  ] as const)('is found in %s: %j', async (area, build) => {
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

test('deduplication ignores a version id that now has another build', async () => {
  const world = await otherWorld({ packageName: () => '', sizeUnit: 1_048_576 });
  const first = await world.upload(await world.request());
  const versions = world.other.applications[0]?.versions ?? [];
  versions.splice(0, versions.length);
  const id = first.target?.versionId ?? 0;
  world.addVersion(id, 4, { packageName: '', fileSize: 0 });
  const again = await world.upload(await world.request());
  expect(again).toMatchObject({ state: 'done' });
  expect(world.posts()).toBe(2);
});

describe('an upload after damage to the journal', () => {
  const inAnHour = (): number => Date.now() + 3_600_000;

  test.each(others)('is not matched to a version with %s', async (_, format, foreignFields) => {
    const world = await otherWorld(format);
    const request = await world.request();
    const foreign = world.addVersion(77, 3, { fileSize: (await stat(request.path)).size, ...foreignFields });
    world.journal.recordLoss(inAnHour(), 0);
    const view = await world.upload(request);
    expect(view).toMatchObject({ state: 'done', notes: [] });
    expect(world.posts()).toBe(1);
    expect(foreign).toMatchObject({ isActive: false, sentAt: null });
  });

  test('asks for confirmation once if several versions could match', async () => {
    const world = await otherWorld({ sizeUnit: null });
    const request = await world.request();
    for (const id of [77, 78]) world.addVersion(id, 3, { fileSize: 0 });
    world.journal.recordLoss(inAnHour(), 0);
    const view = await world.upload(request);
    expect(view).toMatchObject({ state: 'ready', target: null });
    expect(world.posts()).toBe(0);
    // Uploading again does not count as confirmation by the user.
    expect(await world.upload(request)).toMatchObject({ id: view.id, state: 'ready' });
    world.uploads.answer(view.id, true);
    await world.uploads.idle();
    expect(world.uploads.get(view.id)).toMatchObject({ state: 'done' });
    expect(world.posts()).toBe(1);
    expect(world.versions().filter(({ isActive }) => isActive)).toHaveLength(1);
  });

  test('is matched to its own version', async () => {
    const world = await otherWorld();
    const request = await world.request();
    const { size: fileSize } = await stat(request.path);
    world.addVersion(78, 3, { fileSize, packageName: 'org.example.till' });
    world.addVersion(77, 3, { fileSize });
    world.journal.recordLoss(inAnHour(), 0);
    expect(await world.upload(request)).toMatchObject({ state: 'done', target: { versionId: 77 } });
    expect(world.posts()).toBe(0);
  });
});
