import { setImmediate as othersTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { BuildRecord } from '../../../main/service/storage/records.ts';
import {
  addShop,
  buildFacts,
  bytesOf,
  type MakeWorld,
  newBuild,
  newVersion,
  now,
  openStorage,
  readBlob,
  second,
  sha256,
  unique,
} from './world.ts';

export function testTesting(makeWorld: MakeWorld): void {
  describe('testing distribution', () => {
    testAdding(makeWorld);
    testIds(makeWorld);
    testActivation(makeWorld);
    testRemoving(makeWorld);
  });
}

const note = { text: 'Über "alles"\n🎉', html: '<p>Über "alles"\n🎉</p>' };

function testAdding(makeWorld: MakeWorld): void {
  test('an application is created with a version and read back unchanged', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('first');
    const given = await newVersion(storage, bytes, {
      releaseNote: note,
      linkToken: 'the-link',
    });
    const made = await storage.testing.addApplication('Shop & Söhne', given);
    const [version] = made.versions;
    const { fileName: _, kind: __, minOs: ___, ...listed } = buildFacts;
    expect(made).toEqual({ id: made.id, name: 'Shop & Söhne', createdAt: now, versions: [version] });
    expect(version).toEqual({
      ...listed,
      fileSize: bytes.length,
      sha256: sha256(bytes),
      id: version?.id,
      applicationId: made.id,
      applicationName: 'Shop & Söhne',
      linkToken: 'the-link',
      isActive: false,
      releaseNote: note.text,
      lastSendAt: null,
      uploadedAt: now,
      updatedAt: now,
      members: [],
    });
    expect(await other.testing.applications()).toEqual([made]);
    expect(await other.testing.application(made.id)).toEqual(made);
    expect(await other.testing.hasApplication(made.id)).toBe(true);
    expect(await other.testing.version(version?.id ?? 0)).toEqual({
      ...version,
      ...buildFacts,
      releaseNoteHtml: note.html,
    });
  });

  test('unusual build details are stored exactly', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const odd: readonly Partial<BuildRecord>[] = [
      { versionName: null, build: null, minOs: null, kind: 'ipa', platform: 'tvos' },
      { versionName: '', build: '0', fileName: "../'; DROP TABLE versions; --\\%00.ipa" },
      { packageId: 'e\u0301.\u202e.例え', versionName: '１.0', fileSize: 2 ** 41, platform: 'visionos' },
    ];
    for (const facts of odd) {
      const build = await newBuild(storage, bytesOf('odd'), facts);
      const made = await storage.testing.addApplication('', {
        ...(await newVersion(storage, bytesOf('odd'))),
        build,
      });
      const { upload: _, ...record } = build;
      expect(await other.testing.version(made.versions[0]?.id ?? 0)).toMatchObject(record);
    }
  });

  test('only a different release note changes the update time', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { version } = await addShop(storage);
    const changed = await storage.testing.setReleaseNote(version.id, note, now + 5);
    expect(changed).toMatchObject({ releaseNote: note.text, releaseNoteHtml: note.html, updatedAt: now + 5 });
    expect(await other.testing.version(version.id)).toEqual(changed);
    expect(await storage.testing.setReleaseNote(version.id, note, now + 9)).toEqual(changed);
    const gone = await storage.testing.setReleaseNote(version.id, null, now + 12);
    expect(gone).toMatchObject({ releaseNote: null, releaseNoteHtml: null, updatedAt: now + 12 });
  });

  test('a missing application or version yields null or false', async () => {
    const { storage } = await openStorage(makeWorld);
    expect(await storage.testing.applications()).toEqual([]);
    expect(await storage.testing.application(1)).toBeNull();
    expect(await storage.testing.hasApplication(1)).toBe(false);
    expect(await storage.testing.version(1)).toBeNull();
    expect(await storage.testing.setActive(1, true, now)).toBeNull();
    expect(await storage.testing.setReleaseNote(1, note, now)).toBeNull();
    expect(await storage.testing.removeApplication(1)).toBe(false);
    expect(await storage.testing.removeVersion(1)).toBe(false);
  });

  test('a version of a removed application is refused and leaves no build', async () => {
    const { storage } = await openStorage(makeWorld);
    const { id } = await addShop(storage);
    await storage.testing.removeApplication(id);
    const given = await newVersion(storage, bytesOf('late'));
    expect(await storage.testing.addVersion(id, given)).toBeNull();
    await given.build.upload.discard();
    expect(await readBlob(storage, sha256(bytesOf('late')))).toBeNull();
    expect(await storage.testing.applications()).toEqual([]);
  });

  test('a failed insert of an application leaves no orphaned build', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version } = await addShop(storage);
    const given = await newVersion(storage, bytesOf('twin'), { linkToken: version.linkToken });
    await expect(storage.testing.addApplication('Twin', given)).rejects.toThrow();
    await given.build.upload.discard();
    expect((await storage.testing.applications()).map(({ name }) => name)).toEqual(['Shop']);
    expect(await readBlob(storage, sha256(bytesOf('twin')))).toBeNull();
    const again = await newVersion(storage, bytesOf('shop'), { linkToken: version.linkToken });
    await expect(storage.testing.addApplication('Twin', again)).rejects.toThrow();
    expect(await readBlob(storage, sha256(bytesOf('shop')))).toEqual(bytesOf('shop'));
  });
}

function testIds(makeWorld: MakeWorld): void {
  test('applications are listed by id, their versions newest first', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const first = await addShop(storage, bytesOf('1'), { at: now + second });
    const next = await addShop(other, bytesOf('2'), { at: now });
    const later = await storage.testing.addVersion(
      first.id,
      await newVersion(storage, bytesOf('3'), { at: 0 }),
    );
    const listed = await storage.testing.applications();
    expect(listed.map(({ id, versions }) => [id, versions.map((version) => version.id)])).toEqual([
      [first.id, [later?.id, first.version.id]],
      [next.id, [next.version.id]],
    ]);
    expect(await other.testing.application(first.id)).toEqual(listed[0]);
  });

  test('new ids exceed all earlier ids, including ids of removed records', async () => {
    const { storage, other, reopen } = await openStorage(makeWorld);
    const ids: [number, number][] = [];
    const add = async (one: typeof storage) => {
      const { id, version } = await addShop(one, bytesOf(unique('any')));
      ids.push([id, version.id]);
    };
    await add(storage);
    await add(other);
    await storage.testing.removeApplication(ids.at(-1)?.[0] ?? 0);
    await add(storage);
    await storage.testing.removeVersion(ids.at(-1)?.[1] ?? 0);
    await add(other);
    await other.testing.removeApplication(ids.at(-1)?.[0] ?? 0);
    const again = await reopen();
    await add(again.storage);
    for (const kind of [0, 1] as const) {
      const given = ids.map((pair) => pair[kind]);
      expect(given).toEqual([...new Set(given)].sort((a, b) => a - b));
      expect(given.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)).toBe(true);
    }
  });
}

function testActivation(makeWorld: MakeWorld): void {
  test('setActive() affects one version and sets updatedAt only on a change', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id, version } = await addShop(storage);
    await storage.testing.addVersion(id, await newVersion(storage, bytesOf('other')));
    const at = now + second;
    expect(await storage.testing.setActive(version.id, true, at)).toMatchObject({
      id: version.id,
      isActive: true,
      updatedAt: at,
      uploadedAt: now,
      fileName: buildFacts.fileName,
    });
    expect(await other.testing.setActive(version.id, true, at + second)).toMatchObject({ updatedAt: at });
    expect((await other.testing.application(id))?.versions.map(({ isActive }) => isActive)).toEqual([
      false,
      true,
    ]);
    expect(await other.testing.setActive(version.id, false, at + second)).toMatchObject({
      isActive: false,
      updatedAt: at + second,
    });
  });
}

function testRemoving(makeWorld: MakeWorld): void {
  test('removing the last version deletes its build, not the application', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id, version } = await addShop(storage);
    expect(await other.testing.removeVersion(version.id)).toBe(true);
    expect(await other.testing.removeVersion(version.id)).toBe(false);
    expect(await storage.testing.version(version.id)).toBeNull();
    expect(await storage.testing.application(id)).toMatchObject({ versions: [] });
    expect(await readBlob(storage, version.sha256)).toBeNull();
  });

  test('removing an application deletes only its versions and builds', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const shop = await addShop(storage, bytesOf('shop 1'));
    const added = await storage.testing.addVersion(shop.id, await newVersion(storage, bytesOf('shop 2')));
    if (!added) throw new Error('the application vanished');
    const remaining = await addShop(storage, bytesOf('stays'));
    expect(await other.testing.removeApplication(shop.id)).toBe(true);
    expect(await other.testing.removeApplication(shop.id)).toBe(false);
    for (const { id, sha256 } of [shop.version, added]) {
      expect(await storage.testing.version(id)).toBeNull();
      expect(await readBlob(storage, sha256)).toBeNull();
    }
    expect((await storage.testing.applications()).map(({ id }) => id)).toEqual([remaining.id]);
    expect(await readBlob(storage, remaining.version.sha256)).toEqual(bytesOf('stays'));
  });

  test('a version added after another version is visible has a higher id', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await addShop(storage);
    let seen = 0;
    let isAdding = true;
    const poll = async (): Promise<void> => {
      while (isAdding) {
        const ids = (await other.testing.application(id))?.versions.map((version) => version.id) ?? [];
        const added = ids.filter((one) => one > seen);
        expect(ids.length - added.length).toBe(seenIds.size);
        for (const one of added) seenIds.add(one);
        seen = Math.max(seen, ...added);
        await othersTurn();
      }
    };
    const seenIds = new Set<number>();
    const polling = poll();
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const one = at % 2 === 0 ? storage : other;
        return one.testing.addVersion(id, await newVersion(one, bytesOf(`build ${at}`)));
      }),
    );
    isAdding = false;
    await polling;
    expect((await storage.testing.application(id))?.versions).toHaveLength(21);
  });

  test('only one of several concurrent removals of a version succeeds', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { version } = await addShop(storage);
    const removed = await Promise.all(
      [storage, other, storage, other].map((one) => one.testing.removeVersion(version.id)),
    );
    expect(removed.filter(Boolean)).toHaveLength(1);
  });
}
