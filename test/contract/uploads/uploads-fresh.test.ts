/** Uploads from a data folder without a history of earlier uploads. */
import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { otherWorld } from '../api/other-world.ts';
import { createWorld, startWorld } from './uploads-world.ts';

const noRecipients = { teamIds: [], memberIds: [], emails: [] };

describe('a fresh data folder', () => {
  test('uploads and sends the same bytes once', async () => {
    const world = await createWorld();
    const path = await world.build('shop.apk');
    const ends: unknown[] = [];
    for (let job = 0; job < 3; job += 1) {
      const uploads = await world.restart({ fresh: true });
      const { id } = await world.run(world.request(path));
      ends.push(uploads.get(id)?.state);
    }
    expect(ends).toEqual(['done', 'already-there', 'already-there']);
    expect(world.uploadRequests()).toBe(1);
    const [version, ...others] = await world.versions();
    expect([version?.isActive, others]).toEqual([true, []]);
    expect(world.proxy.requests.filter((line) => line.endsWith('/send'))).toHaveLength(1);
  });

  test('uploads a rebuilt file of the same version and size', async () => {
    const { world } = await startWorld();
    await world.run(world.request(await world.build('shop.apk')));
    await world.restart({ fresh: true });
    expect((await world.run(world.request(await world.build('shop.apk', { label: 'Shox' })))).state).toBe(
      'done',
    );
    expect(await world.versions()).toHaveLength(2);
  });

  test.each([
    ['activates', { recipients: noRecipients }, false],
    ['activates and sends', {}, true],
  ])('%s a build that was uploaded but not activated', async (_, changes, sent) => {
    const { world } = await startWorld();
    const path = await world.build('shop.apk');
    await world.run(world.request(path, { activate: false, recipients: noRecipients }));
    await world.restart({ fresh: true });
    expect((await world.run(world.request(path, changes))).state).toBe('done');
    expect(world.uploadRequests()).toBe(1);
    const versions = (await world.versions()).map((one) => [one.isActive, one.lastSendDateTimeUtc !== null]);
    expect(versions).toEqual([[true, sent]]);
  });

  test('sends the same bytes to recipients who have no message yet', async () => {
    const { world } = await startWorld();
    const path = await world.build('shop.apk');
    await world.run(world.request(path));
    await world.restart({ fresh: true });
    const recipients = { ...noRecipients, emails: ['other@example.org'] };
    expect((await world.run(world.request(path, { recipients }))).state).toBe('done');
    expect(world.uploadRequests()).toBe(1);
    const people = (await world.versions())[0]?.profileMembers.map(({ member }) => member.email);
    expect(people?.toSorted()).toEqual(['other@example.org', 'tester@example.org']);
  });

  test('uploads the same store item once', async () => {
    const world = await createWorld();
    const path = await world.build('shop.apk');
    const ends: unknown[] = [];
    for (let job = 0; job < 2; job += 1) {
      const uploads = await world.restart({ fresh: true });
      const request = world.request(path, { area: 'appstore', activate: false, recipients: noRecipients });
      const { id } = await world.run(request);
      ends.push(uploads.get(id)?.state);
    }
    expect(ends).toEqual(['done', 'already-there']);
    expect(world.uploadRequests()).toBe(1);
  });
});

describe('a service that reports no hashes', () => {
  const build = { id: 'org.example.shop', label: 'Shop' };

  async function withTheSame(world: Awaited<ReturnType<typeof otherWorld>>, version = '1.0.0') {
    const request = await world.request(build);
    const { size } = await stat(request.path);
    world.addVersion(77, 3, { packageName: build.id, version, fileSize: size });
    return request;
  }

  test('receives a build that may be a duplicate only after confirmation', async () => {
    const world = await otherWorld();
    const view = await world.upload(await withTheSame(world));
    expect([view.state, world.posts()]).toEqual(['ready', 0]);
    expect(view.notes).toMatchObject([{ code: 'note/mayBeThere', values: { ids: '77' } }]);
    world.uploads.answer(view.id, true);
    expect((await world.settled(view.id)).state).not.toBe('failed');
    await world.uploads.idle();
    expect([world.uploads.get(view.id)?.state, world.posts()]).toEqual(['done', 1]);
  });

  test('receives the build again if the request sets `again`', async () => {
    const world = await otherWorld();
    const request = await withTheSame(world);
    expect((await world.upload({ ...request, again: true })).state).toBe('done');
    expect(world.posts()).toBe(1);
  });

  test('receives a waiting build when it is added with `again`', async () => {
    const world = await otherWorld();
    const request = await withTheSame(world);
    const { id } = await world.upload(request);
    await world.uploads.add({ ...request, again: true });
    await world.uploads.idle();
    expect([world.uploads.get(id)?.state, world.posts()]).toEqual(['done', 1]);
  });

  test.each([
    ['another version', {}, '1.1.0'],
    ['no sizes', { sizeUnit: null }, '1.0.0'],
  ])('receives a build without confirmation beside a version with %s', async (_, format, version) => {
    const world = await otherWorld(format);
    const request = await withTheSame(world, version);
    if ('sizeUnit' in format) for (const one of world.versions()) Object.assign(one, { fileSize: 0 });
    expect((await world.upload(request)).state).toBe('done');
  });
});
