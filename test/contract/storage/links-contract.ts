import { describe, expect, test } from 'vitest';
import type { ShareStatus } from '../../../main/service/storage/records.ts';
import { maxDownloads, type Storage } from '../../../main/service/storage/storage.ts';
import {
  addActiveShop,
  bytesOf,
  type MakeWorld,
  newItem,
  now,
  openStorage,
  recipientOf,
  second,
  sendTo,
} from './world.ts';

export function testLinks(makeWorld: MakeWorld): void {
  describe('links', () => {
    testFinding(makeWorld);
    testStatus(makeWorld);
    testCounting(makeWorld);
  });
}

async function shareOf(storage: Storage, versionId: number) {
  const share = (await storage.testing.version(versionId))?.members[0];
  if (!share) throw new Error('the version was not shared');
  return share;
}

async function shared(storage: Storage) {
  const version = await addActiveShop(storage);
  const message = recipientOf('ann@example.com');
  await sendTo(storage, version.id, [message]);
  return { version, message, shareId: (await shareOf(storage, version.id)).id };
}

function testFinding(makeWorld: MakeWorld): void {
  test('a link resolves to its version, share, item or profile', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { version, message } = await shared(storage);
    const whole = await storage.testing.version(version.id);
    if (!whole) throw new Error('the version is gone');
    const { members, ...facts } = whole;
    const [share] = members;
    expect(await other.links.find(version.linkToken)).toEqual({
      kind: 'version',
      version: facts,
      share: null,
    });
    expect(await other.links.find(message.linkToken)).toEqual({ kind: 'version', version: facts, share });
    const given = await newItem(storage, bytesOf('item'));
    const profile = await storage.store.addProfile('Shop', 'profile-link', given);
    const [item] = profile.items;
    expect(await other.links.find(given.linkToken)).toEqual({ kind: 'item', item, profile });
    expect(await other.links.find('profile-link')).toEqual({ kind: 'profile', profile });
    for (const unknown of ['', 'nobody', `${message.linkToken} `, message.linkToken.toUpperCase()]) {
      expect(await other.links.find(unknown)).toBeNull();
    }
  });
}

function testStatus(makeWorld: MakeWorld): void {
  test('a share status never decreases', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { version, shareId } = await shared(storage);
    const raised: readonly [ShareStatus, ShareStatus][] = [
      [0, 1],
      [2, 2],
      [1, 2],
      [3, 3],
      [2, 3],
    ];
    for (const [to, is] of raised) {
      await storage.links.raiseStatus(shareId, to);
      expect((await shareOf(other, version.id)).status).toBe(is);
    }
  });

  test('a download is recorded and sets the status to downloaded', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { version, shareId } = await shared(storage);
    await storage.links.recordDownload(shareId, now + second, 'Safari "17" 🎉');
    await other.links.recordDownload(shareId, now, null);
    await other.links.raiseStatus(shareId, 2);
    const share = await shareOf(storage, version.id);
    expect(share).toMatchObject({
      status: 3,
      downloads: [
        { at: now + second, userAgent: 'Safari "17" 🎉', count: 1 },
        { at: now, userAgent: null, count: 1 },
      ],
    });
    expect(new Set(share.downloads.map(({ id }) => id)).size).toBe(2);
    expect((await storage.testing.applications())[0]?.versions[0]?.members).toEqual([share]);
  });

  test('the count of the oldest stored download includes all evicted downloads', async () => {
    const { storage, reopen } = await openStorage(makeWorld);
    const { version, shareId } = await shared(storage);
    for (let at = 0; at < 3 * maxDownloads; at += 1) {
      await storage.links.recordDownload(shareId, now + at, null);
    }
    const { downloads } = await shareOf((await reopen()).storage, version.id);
    expect(downloads.map(({ at, count }) => [at - now, count])).toEqual(
      Array.from({ length: maxDownloads }, (_, index) => [
        2 * maxDownloads + index,
        index === 0 ? 2 * maxDownloads + 1 : 1,
      ]),
    );
  });

  test('concurrent updates record all downloads and keep the highest status', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { version, shareId } = await shared(storage);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => [
        storage.links.recordDownload(shareId, now + at, null),
        other.links.raiseStatus(shareId, 2),
      ]).flat(),
    );
    const share = await shareOf(storage, version.id);
    expect([share.status, share.downloads.length]).toEqual([3, 20]);
  });

  test('updates of a removed version or missing item have no effect', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version, shareId } = await shared(storage);
    await storage.testing.removeVersion(version.id);
    await storage.links.raiseStatus(shareId, 3);
    await storage.links.recordDownload(shareId, now, null);
    await storage.links.countClick(99);
    expect(await storage.testing.version(version.id)).toBeNull();
  });
}

function testCounting(makeWorld: MakeWorld): void {
  test('concurrent clicks are all counted', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const profile = await storage.store.addProfile('Shop', 'link', await newItem(storage, bytesOf('item')));
    const itemId = profile.items[0]?.id ?? 0;
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? storage : other).links.countClick(itemId)),
    );
    expect((await storage.store.profile(profile.id))?.items[0]?.clickCount).toBe(30);
  });
}
