import { expect, test } from 'vitest';
import type { UploadRequest } from '../../../main/uploads/queue/deduplication.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import { inEnglish } from '../../english.ts';
import { type BuildOptions, startWorld, type World } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items|\/\d+)?$/;
const finished = (view: UploadView): boolean => view.finishedAt !== null;
let number = 0;

/** Uploads another build and returns the finished upload. */
async function send(
  world: World,
  changes: Partial<UploadRequest> & { readonly build?: BuildOptions } = {},
): Promise<UploadView> {
  number += 1;
  const { build, ...request } = changes;
  const path = await world.build(`build-${number}.apk`, { versionName: `1.${number}`, ...build });
  const { id } = await world.uploads().add(world.request(path, { activate: false, ...request }));
  return world.until(id, finished);
}

const applicationOf = (view: UploadView): number => view.target?.applicationId ?? -1;
const own = { application: { kind: 'new' }, folderId: 'folder' } as const;

for (const area of ['testingdist', 'appstore'] as const) {
  test(`${area}: a chosen application receives the build`, async () => {
    const { world } = await startWorld();
    const first = await send(world, { area });
    const second = await send(world, { area, application: { kind: 'new' } });
    expect(applicationOf(second)).not.toBe(applicationOf(first));
    const chosen = { kind: 'chosen', id: applicationOf(first) } as const;
    expect(applicationOf(await send(world, { area, application: chosen }))).toBe(chosen.id);
    const other = { kind: 'chosen', id: applicationOf(second) } as const;
    expect(applicationOf(await send(world, { area, application: other }))).toBe(other.id);
    expect(applicationOf(await send(world, { area }))).toBe(applicationOf(first));
  });

  test(`${area}: a chosen application must exist and have the same package`, async () => {
    const { world } = await startWorld();
    const gone = await send(world, { area, application: { kind: 'chosen', id: 4_711 } });
    expect(inEnglish(gone)).toMatchObject({
      state: 'failed',
      failure: {
        code: 'uploads/applicationGone',
        remedy: 'check-input',
        message: expect.stringMatching(/4711.*not on the service/),
      },
    });
    const first = await send(world, { area });
    const application = { kind: 'chosen', id: applicationOf(first) } as const;
    const wrong = await send(world, { area, application, build: { id: 'org.example.till' } });
    expect(inEnglish(wrong)).toMatchObject({
      state: 'failed',
      failure: {
        code: 'uploads/otherPackage',
        message: expect.stringMatching(/contains org\.example\.shop, but this build is org\.example\.till/),
      },
    });
    expect(inEnglish(world.uploadRequests())).toBe(1);
  });

  test(`${area}: a folder creates its own application for each package`, async () => {
    const { world } = await startWorld();
    const common = await send(world, { area });
    const first = await send(world, { area, ...own });
    expect(applicationOf(first)).not.toBe(applicationOf(common));
    await world.restart();
    expect(applicationOf(await send(world, { area, ...own }))).toBe(applicationOf(first));
    const till = await send(world, { area, ...own, build: { id: 'org.example.till', label: 'Shop' } });
    expect([applicationOf(first), applicationOf(common)]).not.toContain(applicationOf(till));
    const other = await send(world, { area, ...own, folderId: 'other' });
    expect([applicationOf(first), applicationOf(common)]).not.toContain(applicationOf(other));
    expect(applicationOf(await send(world, { area }))).toBe(applicationOf(common));
  });

  test(`${area}: a new application is found after a lost response`, async () => {
    const { world } = await startWorld();
    const build = { versionName: '7.0' };
    const common = await send(world, { area, build });
    world.proxy.fault(upload, { kind: 'cut-after' });
    const first = await send(world, { area, ...own, build: { ...build, paddingBytes: 21_000 } });
    expect(first).toMatchObject({ state: 'done', failure: null });
    expect(applicationOf(first)).not.toBe(applicationOf(common));
    expect(world.uploadRequests()).toBe(2);
    expect(applicationOf(await send(world, { area, ...own }))).toBe(applicationOf(first));
    world.proxy.fault(upload, { kind: 'cut-after' });
    const chosen = await send(world, { area, application: { kind: 'chosen', id: applicationOf(common) } });
    expect(applicationOf(chosen)).toBe(applicationOf(common));
    expect(world.uploadRequests()).toBe(4);
  });
}

test('a lost upload is not matched to a version in another application', async () => {
  const { world } = await startWorld();
  const build = { versionName: '7.0', paddingBytes: 30_000 };
  const common = await send(world, { build: { ...build, versionName: '6.0' } });
  const gate = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<void>();
  world.proxy.fault(upload, { kind: 'cut-before' }, { onMatch: broken.resolve });
  const path = await world.build('own.apk', build);
  const { id } = await world.uploads().add(world.request(path, { activate: false, ...own }));
  await broken.promise;
  world.proxy.fault(/^GET .*profiles$/, { kind: 'hold', release: gate.promise });
  // Uploads the same bytes without the queue, so that its journal does not contain that upload.
  await world.uploadDirectly(path, applicationOf(common));
  gate.resolve();
  const view = await world.until(id, finished);
  expect(view.state).toBe('done');
  expect(applicationOf(view)).not.toBe(applicationOf(common));
});

test('the same bytes are uploaded again only to a different application', async () => {
  const { world } = await startWorld();
  const first = await send(world);
  const path = first.path;
  const again = async (changes: Partial<UploadRequest>): Promise<UploadView> => {
    const { id } = await world.uploads().add(world.request(path, { activate: false, ...changes }));
    return world.until(id, finished);
  };
  const chosen = { kind: 'chosen', id: applicationOf(first) } as const;
  expect(await again({ application: chosen })).toMatchObject({ state: 'already-there' });
  const made = await again(own);
  expect(made.state).toBe('done');
  expect(applicationOf(made)).not.toBe(applicationOf(first));
  expect(await again({ ...own, activate: true, folderId: 'another' })).toMatchObject({ state: 'done' });
  expect(world.uploadRequests()).toBe(3);
});

test('an upload replaces the deleted application of its folder', async () => {
  const { world } = await startWorld();
  const first = await send(world, own);
  await world.removeApplication(applicationOf(first));
  const second = await send(world, own);
  expect(second.state).toBe('done');
  expect(applicationOf(second)).not.toBe(applicationOf(first));
  expect(applicationOf(await send(world, own))).toBe(applicationOf(second));
});

test('concurrent builds of one package create one application', async () => {
  const { world } = await startWorld();
  const queued = await Promise.all(
    ['a', 'b', 'c'].map(async (name, index) => {
      const path = await world.build(`${name}.apk`, {
        versionName: `2.${index}`,
        paddingBytes: 20_000 + index,
      });
      return world.uploads().add(world.request(path, { activate: false, ...own }));
    }),
  );
  const views = await Promise.all(queued.map(({ id }) => world.until(id, finished)));
  expect(views.map((view) => view.state)).toEqual(['done', 'done', 'done']);
  expect(new Set(views.map(applicationOf)).size).toBe(1);
});
