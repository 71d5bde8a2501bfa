import { describe, expect, test } from 'vitest';
import type { NewAccessToken } from '../../../main/service/storage/identity-storage.ts';
import { bytesOf, type MakeWorld, newVersion, now, openStorage, second, unique } from './world.ts';

const minute = 60 * second;

function newToken(given: Partial<NewAccessToken> = {}): NewAccessToken {
  const own = { tokenHash: unique('hash'), name: unique('name'), createdAt: now, expiresAt: null };
  return { ...own, apps: 'all', scopes: ['upload'], ...given };
}

export function testAccessTokens(makeWorld: MakeWorld): void {
  describe('access tokens', () => {
    testStoring(makeWorld);
    testUse(makeWorld);
    testRevoking(makeWorld);
  });
}

function testStoring(makeWorld: MakeWorld): void {
  test('tokens are stored unchanged, found by hash and listed oldest first', async () => {
    const { storage, other, reopen } = await openStorage(makeWorld);
    const apps = [
      { platform: null, packageId: 'com.example.shop' },
      { platform: 'ios', packageId: 'com.example.Till' },
    ] as const;
    const [one, two] = [newToken({ apps, scopes: ['upload', 'send'], expiresAt: now + minute }), newToken()];
    const made = [await storage.accessTokens.add(one), await other.accessTokens.add(two)];
    const asStored = ({ tokenHash: _, ...token }: NewAccessToken) => ({
      ...token,
      id: expect.any(Number),
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(made).toEqual([asStored(one), asStored(two)]);
    expect(await other.accessTokens.find(one.tokenHash)).toEqual(made[0]);
    expect(await other.accessTokens.find(one.tokenHash.toUpperCase())).toBeNull();
    expect(await (await reopen()).storage.accessTokens.list()).toEqual(made);
  });

  test.each([{ apps: [] }, { scopes: [] }])(
    'a token without apps or scopes is refused: %o',
    async (given) => {
      const { storage } = await openStorage(makeWorld);
      await expect(storage.accessTokens.add(newToken(given))).rejects.toThrow();
      expect(await storage.accessTokens.list()).toEqual([]);
    },
  );

  test('concurrent calls that add the same token name store one token', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? storage : other).accessTokens.add(newToken({ name: 'builds' })),
      ),
    );
    expect(added.filter((one) => one !== null)).toHaveLength(1);
    expect(await storage.accessTokens.list()).toHaveLength(1);
  });
}

function testUse(makeWorld: MakeWorld): void {
  test('the last use is saved at most once a minute across instances', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const token = newToken();
    const { id = 0 } = (await storage.accessTokens.add(token)) ?? {};
    const lastUse = async () => (await storage.accessTokens.find(token.tokenHash))?.lastUsedAt;
    await storage.accessTokens.recordUse(id, now);
    await other.accessTokens.recordUse(id, now + minute - 1);
    expect(await lastUse()).toBe(now);
    await other.accessTokens.recordUse(id, now + minute);
    await storage.accessTokens.recordUse(id, now + 2 * minute - 1);
    expect(await lastUse()).toBe(now + minute);
    await storage.accessTokens.recordUse(id + 1, now);
  });
}

function testRevoking(makeWorld: MakeWorld): void {
  test('a token is revoked once, stays listed, and frees its name', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const token = newToken({ name: 'builds' });
    const { id = 0 } = (await storage.accessTokens.add(token)) ?? {};
    const revoked = await Promise.all([storage, other].map((one) => one.accessTokens.revoke(id, now)));
    expect(revoked.filter(Boolean)).toHaveLength(1);
    expect(await storage.accessTokens.revoke(id + 1, now)).toBe(false);
    expect((await other.accessTokens.find(token.tokenHash))?.revokedAt).toBe(now);
    expect((await other.accessTokens.add(newToken({ name: 'builds' })))?.id).toBeGreaterThan(id);
    expect(await storage.accessTokens.list()).toMatchObject([{ id }, { name: 'builds', revokedAt: null }]);
  });

  test('a build is refused if its access token was revoked during the upload', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id = 0 } = (await storage.accessTokens.add(newToken())) ?? {};
    const { testing } = storage.authorisedBy({ kind: 'access-token', id });
    const made = await testing.addApplication('Shop', await newVersion(storage, bytesOf('before')));
    const late = await newVersion(storage, bytesOf('late'));
    await other.accessTokens.revoke(id, now);
    await expect(testing.addVersion(made.id, late)).rejects.toMatchObject({ code: 'service/token' });
    expect((await other.testing.application(made.id))?.versions).toHaveLength(1);
    expect(await storage.blobs.read(late.build.sha256)).toBeNull();
  });

  test('a revocation prevents a concurrent upload from being recorded later', async () => {
    const { storage, other } = await openStorage(makeWorld);
    for (let round = 0; round < 10; round += 1) {
      const { id = 0 } = (await storage.accessTokens.add(newToken())) ?? {};
      const version = await newVersion(storage, bytesOf(`round ${round}`));
      const { testing } = storage.authorisedBy({ kind: 'access-token', id });
      const recording = testing.addApplication('Shop', version).catch(() => null);
      await other.accessTokens.revoke(id, now);
      const atRevocation = await other.testing.applications();
      await recording;
      expect(await other.testing.applications()).toHaveLength(atRevocation.length);
    }
  });
}
