import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../main/service/storage/storage.ts';
import type { NewResumableUpload, UploadLease } from '../../../main/service/storage/upload-storage.ts';
import {
  bytesOf,
  type MakeWorld,
  newVersion,
  now,
  openStorage,
  readBlob,
  receive,
  sha256,
  unique,
} from './world.ts';

const requester = 'user Ann';
const user = { userName: 'Ann', passwordHash: 'password' };
const client = { clientId: 'builds', secretHash: 'secret' };
const problem = { title: 'Conflict', status: 409, detail: 'Another package', code: 'service/otherPackage' };

/** Later than the clock of the database, so that a sweep does not remove the upload. */
const later = Date.now() + 7 * 86_400_000;

function uploadOf(given: Partial<NewResumableUpload> = {}): NewResumableUpload {
  return {
    ...{ id: unique('upload'), requester, target: 'testApplication', targetId: 0, length: 3_000 },
    ...{ fileName: 'Söhne 🎉.apk', releaseNote: null, metadata: 'filename Lg==', expiresAt: later },
    ...given,
  };
}

async function add(storage: Storage, given: Partial<NewResumableUpload> = {}): Promise<NewResumableUpload> {
  const upload = uploadOf(given);
  await storage.uploads.add(upload, { maxCount: 100, maxBytes: 1_000_000 });
  return upload;
}

async function addPart(
  storage: Storage,
  lease: UploadLease,
  bytes: Buffer,
  isPending = false,
): Promise<boolean> {
  const part = await receive(storage, bytes);
  return storage.uploads.addPart(lease, part, { size: bytes.length, isPending });
}

async function startAppend(storage: Storage, id: string, offset = 0) {
  const lease = await storage.uploads.startAppend(id, offset, later);
  if (!lease) throw new Error('the append was refused');
  return lease;
}

async function startCompletion(storage: Storage, id: string): Promise<UploadLease> {
  const lease = await storage.uploads.startCompletion(id);
  if (!lease) throw new Error('the completion was refused');
  return lease;
}

const find = (storage: Storage, id: string) => storage.uploads.find(id, requester, now);
const offsetOf = async (storage: Storage, id: string) => (await find(storage, id))?.offset;
const bytesIn = (storage: Storage, id: string) => buffer(Readable.from(storage.uploads.read(id)));

async function signedIn(storage: Storage) {
  await storage.identity.addFirstUser(user, client, now);
  const userId = (await storage.identity.user('Ann'))?.id ?? 0;
  const token = { tokenHash: 'token', userId, clientId: 'builds', expiresAt: later };
  await storage.identity.addToken(token, { passwordHash: 'password', secretHash: 'secret' });
  return { kind: 'sign-in', tokenHash: 'token' } as const;
}

export function testUploads(makeWorld: MakeWorld): void {
  describe('resumable uploads', () => {
    testAppends(makeWorld);
    testChecksums(makeWorld);
    testCompletion(makeWorld);
    testRemoval(makeWorld);
  });
}

function testAppends(makeWorld: MakeWorld): void {
  test('an upload is found by its requester until it expires', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const upload = await add(storage);
    const found = { ...upload, offset: 0, isCompleting: false, result: null };
    expect(await other.uploads.find(upload.id, requester, later - 1)).toEqual(found);
    expect(await other.uploads.find(upload.id, requester, later)).toBeNull();
    expect(await other.uploads.find(upload.id, 'user Ben', now)).toBeNull();
    expect(await other.uploads.find('unknown', requester, now)).toBeNull();
  });

  test('parts are read in order and survive a restart and a sweep', async () => {
    const { storage, reopen } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const first = await startAppend(storage, id);
    expect(await addPart(storage, first, bytesOf('one', 1_000))).toBe(true);
    expect(await addPart(storage, first, bytesOf('two', 500))).toBe(true);
    const { storage: opened } = await reopen();
    await opened.sweep(true);
    expect(await offsetOf(opened, id)).toBe(1_500);
    const second = await startAppend(opened, id, 1_500);
    expect(second.partCount).toBe(2);
    expect(await addPart(opened, second, bytesOf('three', 1_500))).toBe(true);
    const all = Buffer.concat([bytesOf('one', 1_000), bytesOf('two', 500), bytesOf('three', 1_500)]);
    expect((await bytesIn(opened, id)).equals(all)).toBe(true);
    for (const [start, end] of [
      [0, 0],
      [999, 1_000],
      [1_200, 1_300],
      [500, 2_999],
      [2_990, 5_000],
    ] as const) {
      const range = await buffer(Readable.from(opened.uploads.read(id, { start, end })));
      expect(range.equals(all.subarray(start, end + 1))).toBe(true);
    }
  });

  test('an append at another offset is refused and does not end the current one', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const lease = await startAppend(storage, id);
    await addPart(storage, lease, bytesOf('one'));
    for (const offset of [0, 999, 1_001]) {
      expect(await other.uploads.startAppend(id, offset, later)).toBeNull();
    }
    expect(await addPart(storage, lease, bytesOf('two'))).toBe(true);
  });

  test('a new append ends the earlier one in any instance', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const first = await startAppend(storage, id);
    const second = await startAppend(other, id);
    expect(await addPart(storage, first, bytesOf('old'))).toBe(false);
    expect(await addPart(other, second, bytesOf('new'))).toBe(true);
    expect(await bytesIn(storage, id)).toEqual(bytesOf('new'));
  });

  test('concurrent appends at one offset store the bytes of one append', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const texts = ['a', 'b', 'c', 'd'];
    await Promise.all(
      texts.map(async (text, at) => {
        const one = at % 2 === 0 ? storage : other;
        const lease = await one.uploads.startAppend(id, 0, later);
        for (let part = 0; lease && part < 3; part += 1) await addPart(one, lease, bytesOf(text));
      }),
    );
    const stored = (await bytesIn(storage, id)).toString();
    expect(new Set(stored.replaceAll(' ', '')).size).toBeLessThanOrEqual(1);
  });

  test('the space needed by unfinished uploads includes the complete build', async () => {
    const { storage } = await openStorage(makeWorld);
    const { id } = await add(storage);
    await add(storage, { expiresAt: now });
    await addPart(storage, await startAppend(storage, id), bytesOf('one'));
    await add(storage, { requester: 'user Ben' });
    expect(await storage.uploads.neededBytes(requester, now)).toBe(5_000);
    expect(await storage.uploads.neededBytes(requester, later)).toBe(0);
  });
}

function testChecksums(makeWorld: MakeWorld): void {
  test('pending parts count once they are confirmed', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const lease = await startAppend(storage, id);
    await addPart(storage, lease, bytesOf('one'), true);
    await addPart(storage, lease, bytesOf('two'), true);
    expect(await offsetOf(other, id)).toBe(0);
    expect(await storage.uploads.confirmParts(lease)).toBe(true);
    expect(await offsetOf(other, id)).toBe(2_000);
  });

  test('removing pending parts keeps the confirmed parts', async () => {
    const { storage } = await openStorage(makeWorld);
    const { id } = await add(storage);
    await addPart(storage, await startAppend(storage, id), bytesOf('one'));
    const lease = await startAppend(storage, id, 1_000);
    await addPart(storage, lease, bytesOf('bad'), true);
    await storage.uploads.removePendingParts(lease);
    expect(await storage.uploads.confirmParts(lease)).toBe(true);
    expect(await bytesIn(storage, id)).toEqual(bytesOf('one'));
  });

  test('a new append removes the pending parts of an interrupted one', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const first = await startAppend(storage, id);
    await addPart(storage, first, bytesOf('bad'), true);
    await addPart(other, await startAppend(other, id), bytesOf('good'));
    expect(await storage.uploads.confirmParts(first)).toBe(false);
    expect(await bytesIn(storage, id)).toEqual(bytesOf('good'));
  });
}

function testCompletion(makeWorld: MakeWorld): void {
  test('only one instance completes an upload, which ends appends', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const append = await startAppend(storage, id);
    const lease = await startCompletion(storage, id);
    expect(await other.uploads.startCompletion(id)).toBeNull();
    expect(await other.uploads.startAppend(id, 0, later)).toBeNull();
    expect(await addPart(storage, append, bytesOf('late'))).toBe(false);
    expect(await find(other, id)).toMatchObject({ isCompleting: true, result: null });
    await storage.uploads.renewCompletion(lease);
    await storage.uploads.endCompletion(lease, null);
    expect(await find(other, id)).toMatchObject({ isCompleting: false, result: null });
    expect(await other.uploads.startCompletion(id)).not.toBeNull();
  });

  test('a build becomes the result of its upload exactly once', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const by = await signedIn(storage);
    const { id } = await add(storage);
    await addPart(storage, await startAppend(storage, id), bytesOf('shop'));
    const lease = await startCompletion(storage, id);
    const { testing } = storage.authorisedBy(by, undefined, lease);
    const made = await testing.addApplication('Shop', await newVersion(storage, bytesOf('shop')));
    const again = newVersion(storage, bytesOf('again')).then((one) => testing.addApplication('Shop', one));
    await expect(again).rejects.toMatchObject({ code: 'service/noUpload' });
    await storage.uploads.endCompletion(lease, problem);
    expect(await find(other, id)).toMatchObject({
      ...{ offset: 3_000, isCompleting: false, result: { created: made.id } },
    });
    expect(await storage.testing.applications()).toHaveLength(1);
    expect(await readBlob(other, sha256(bytesOf('again')))).toBeNull();
    expect(await bytesIn(storage, id)).toHaveLength(0);
  });

  test('recording a build fails if its upload was removed', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const by = await signedIn(storage);
    const { id } = await add(storage);
    const lease = await startCompletion(storage, id);
    await other.uploads.remove(id);
    const version = await newVersion(storage, bytesOf('shop'));
    const recorded = storage.authorisedBy(by, undefined, lease).testing.addApplication('Shop', version);
    await expect(recorded).rejects.toMatchObject({ code: 'service/noUpload' });
    expect(await storage.testing.applications()).toEqual([]);
  });

  test('a refused upload has the problem as its result', async () => {
    const { storage, reopen } = await openStorage(makeWorld);
    const { id } = await add(storage);
    await storage.uploads.endCompletion(await startCompletion(storage, id), problem);
    const { storage: opened } = await reopen();
    expect(await find(opened, id)).toMatchObject({ offset: 3_000, result: { problem } });
    expect(await opened.uploads.startCompletion(id)).toBeNull();
    expect(await opened.uploads.startAppend(id, 3_000, later)).toBeNull();
  });
}

function testRemoval(makeWorld: MakeWorld): void {
  test('a removed upload is not found and accepts no parts', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await add(storage);
    const lease = await startAppend(storage, id);
    await addPart(storage, lease, bytesOf('one'));
    await other.uploads.remove(id);
    expect(await find(storage, id)).toBeNull();
    expect(await addPart(storage, lease, bytesOf('two'))).toBe(false);
    expect(await bytesIn(storage, id)).toHaveLength(0);
  });

  test('a sweep removes expired uploads and keeps the others', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [expired, active] = [await add(storage, { expiresAt: now }), await add(storage)];
    for (const { id, expiresAt } of [expired, active]) {
      const lease = await storage.uploads.startAppend(id, 0, expiresAt);
      if (lease) await addPart(storage, lease, bytesOf(id));
    }
    await other.sweep(false);
    expect(await storage.uploads.find(expired.id, requester, now - 1)).toBeNull();
    expect(await bytesIn(storage, active.id)).toEqual(bytesOf(active.id));
  });

  test('the least recently used uploads beyond the limit are removed', async () => {
    const { storage } = await openStorage(makeWorld);
    const foreign = await add(storage, { requester: 'user Ben', expiresAt: later - 9 });
    const uploads = [4, 3, 2, 1].map((age) => uploadOf({ expiresAt: later - age }));
    for (const upload of uploads) await storage.uploads.add(upload, { maxCount: 3, maxBytes: 20_000 });
    const offsets = (): Promise<unknown> => Promise.all(uploads.map(({ id }) => offsetOf(storage, id)));
    expect(await offsets()).toEqual([undefined, 0, 0, 0]);
    await storage.uploads.add(uploadOf({ length: 2_000 }), { maxCount: 9, maxBytes: 8_000 });
    expect(await offsets()).toEqual([undefined, undefined, 0, 0]);
    expect(await storage.uploads.find(foreign.id, 'user Ben', now)).not.toBeNull();
  });

  test('a lost lease does not remove the result of its successor', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const by = await signedIn(storage);
    const { id } = await add(storage);
    const lost = await startCompletion(storage, id);
    await storage.uploads.endCompletion(lost, null);
    const lease = await startCompletion(other, id);
    expect(await storage.uploads.removeLeased(lost)).toBe(false);
    const { testing } = other.authorisedBy(by, undefined, lease);
    const made = await testing.addApplication('Shop', await newVersion(other, bytesOf('shop')));
    expect(await storage.uploads.removeLeased(lease)).toBe(false);
    expect(await find(storage, id)).toMatchObject({ result: { created: made.id } });
  });

  test('a lease removes its own upload', async () => {
    const { storage } = await openStorage(makeWorld);
    const { id } = await add(storage);
    expect(await storage.uploads.removeLeased(await startCompletion(storage, id))).toBe(true);
    expect(await find(storage, id)).toBeNull();
  });
}
