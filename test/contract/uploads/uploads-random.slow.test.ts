import { expect, test } from 'vitest';
import { fileStamp } from '../../../main/base/files/files.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import type { UploadRequest, Uploads } from '../../../main/uploads/uploads.ts';
import { randomFrom } from '../../faults/random.ts';
import type { Fault } from '../api/fault-proxy.ts';
import { createWorld, type World } from './uploads-world.ts';

const faults: readonly Fault[] = [
  { kind: 'cut-before' },
  { kind: 'cut-after' },
  { kind: 'cut-after' },
  { kind: 'answer', status: 503, headers: { 'retry-after': '0' } },
  { kind: 'answer', status: 500, body: 'oops' },
  { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' },
];

const builds = 10;

/** Adds builds of three apps with equal version names and similar sizes, so that lookups are ambiguous. */
async function addBuilds(world: World, changesOf: (index: number) => Partial<UploadRequest> = () => ({})) {
  for (let index = 0; index < builds; index += 1) {
    const app = ['shop', 'till', 'desk'][index % 3] ?? '';
    const options = { id: `org.example.${app}`, label: app, versionName: '1.0.0', versionCode: 100 + index };
    const path = await world.build(`${app}-${index}.apk`, options);
    await world.uploads().add(world.request(path, { folderId: 'folder', ...changesOf(index) }));
  }
}

/** Resolves each waiting or failed upload as a user would, and repeats this until all are done. */
async function completeAll(world: World): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    if (round === 20) world.proxy.decide(null);
    await world.uploads().idle();
    const uploads = world.uploads();
    for (const { accountId } of uploads.blocks()) {
      await world.signIn();
      uploads.unblock(accountId);
    }
    uploads.resume();
    const waiting = uploads.list().filter((view) => view.finishedAt === null || view.state === 'failed');
    if (waiting.length === 0) break;
    for (const { id, state } of waiting) {
      if (state === 'failed') uploads.retry(id);
      if (state === 'paused') uploads.resumeOne(id);
      if (state === 'ready') uploads.answer(id, true);
    }
  }
  world.proxy.decide(null);
}

async function expectStoredOnce(world: World): Promise<void> {
  const views = world.uploads().list();
  expect(views.map((view) => view.state)).toEqual(views.map(() => 'done'));
  const versions = await world.versions();
  expect(versions).toHaveLength(builds);
  expect(versions.every((version) => version.isActive)).toBe(true);
  expect(new Set(views.map((view) => view.target?.versionId)).size).toBe(builds);
  expect(new Set(versions.map((version) => version.applicationId)).size).toBe(3);
  const hashes = new Map(versions.map((version) => [version.id, JSON.stringify(version.profileFiles)]));
  for (const view of views) expect(hashes.get(view.target?.versionId ?? 0)).toContain(view.sha256);
  await world.service.idle();
  expect(await world.service.outbox.list()).toHaveLength(builds);
}

for (const seed of [1, 2, 3]) {
  test(`each build is stored and sent once despite faults (seed ${seed})`, async () => {
    const world = await createWorld();
    const random = randomFrom(seed).next;
    world.proxy.decide((line) => {
      if (line.includes('connect/token') || random() > 0.3) return null;
      return faults[Math.floor(random() * faults.length)] ?? null;
    });
    await world.uploads().start();
    await addBuilds(world);
    for (let round = 0; round < 4; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * 200));
      await world.restart({ crash: random() < 0.5 });
    }
    await completeAll(world);
    await expectStoredOnce(world);
  }, 60_000);
}

const blockReasons: readonly Fault[] = [
  { kind: 'answer', status: 507, body: '{"title":"The disk is full"}' },
  { kind: 'answer', status: 401, body: '{"title":"The token is unknown"}' },
];

type UserAction = (uploads: Uploads, one: UploadView, other: UploadView) => void;

const actions: readonly UserAction[] = [
  (uploads, one) => uploads.pauseOne(one.id),
  (uploads, one) => uploads.resumeOne(one.id),
  (uploads, one, other) => uploads.move(one.id, other.id),
  (uploads, one) => uploads.move(one.id, null),
  (uploads, one) => uploads.answer(one.id, true),
  (uploads, one) => uploads.unblock(one.accountId),
  (uploads) => (uploads.paused() ? uploads.resume() : uploads.pause()),
];

test('each build is stored once despite faults and random user actions', async () => {
  const world = await createWorld();
  const random = randomFrom(4).next;
  const any = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  world.proxy.decide((line) => {
    if (line.includes('connect/token') || random() > 0.3) return null;
    return any(random() < 0.3 ? blockReasons : faults) ?? null;
  });
  await world.uploads().start();
  await addBuilds(world, (index) => ({
    askFirst: index % 3 === 0,
    afterUpload: index % 2 === 0 ? { kind: 'delete' } : { kind: 'leave' },
  }));
  for (let round = 0; round < 120; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, random() * 20));
    if (round % 30 === 29) await world.restart({ crash: random() < 0.5 });
    const uploads = world.uploads();
    const [one, other, action] = [any(uploads.list()), any(uploads.list()), any(actions)];
    if (!one || !other || !action) throw new Error('there are uploads and actions');
    try {
      action(uploads, one, other);
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^uploads\/not/) });
    }
  }
  await completeAll(world);
  await expectStoredOnce(world);
  for (const { path, notes } of world.uploads().list()) {
    const index = Number(/-(\d+)\.apk$/.exec(path)?.[1]);
    expect([(await fileStamp(path)) === null, notes]).toEqual([index % 2 === 0, []]);
  }
}, 60_000);
