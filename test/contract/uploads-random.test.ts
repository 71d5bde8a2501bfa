import { expect, test } from 'vitest';
import { randomFrom } from '../faults/random.ts';
import type { Fault } from './fault-proxy.ts';
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

/** Builds of three applications, most of the same version name and size, so that a list alone does not tell them apart. */
async function addBuilds(world: World): Promise<void> {
  for (let index = 0; index < builds; index += 1) {
    const app = ['shop', 'till', 'desk'][index % 3] ?? '';
    const options = { id: `org.example.${app}`, label: app, versionName: '1.0.0', versionCode: 100 + index };
    const path = await world.build(`${app}-${index}.apk`, options);
    await world.uploads().add(world.request(path, { folderId: 'folder' }));
  }
}

for (const seed of [1, 2, 3]) {
  test(`whatever goes wrong, each build is there once, active, and sent once (seed ${seed})`, async () => {
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
    for (let round = 0; round < 30; round += 1) {
      if (round === 20) world.proxy.decide(null);
      await world.uploads().idle();
      const failed = world
        .uploads()
        .list()
        .filter((view) => view.state === 'failed');
      if (failed.length === 0) break;
      for (const { id } of failed) world.uploads().retry(id);
    }
    world.proxy.decide(null);
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
  }, 60_000);
}
