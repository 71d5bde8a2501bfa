import { describe, expect, test } from 'vitest';
import {
  maxChallengesPerMember,
  maxDevicesPerMember,
  type NewDevice,
} from '../../../main/service/storage/device-storage.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { addActiveShop, type MakeWorld, now, openStorage, recipientOf, sendTo, unique } from './world.ts';

const phone: NewDevice = { udid: 'a'.repeat(40), product: 'iPhone15,2', systemVersion: '23A341' };
const hour = 3_600_000;

async function addMember(storage: Storage, email: string): Promise<number> {
  return (await storage.people.addMember(email, null, now))?.id ?? 0;
}

async function challenge(storage: Storage, memberId: number, expiresAt = now + hour): Promise<string> {
  const challengeHash = unique('challenge');
  await storage.devices.addChallenge({ challengeHash, memberId, expiresAt }, now);
  return challengeHash;
}

async function register(storage: Storage, memberId: number, device = phone, at = now): Promise<boolean> {
  const challengeHash = await challenge(storage, memberId);
  return storage.devices.register({ challengeHash, memberId }, device, at);
}

export function testDevices(makeWorld: MakeWorld): void {
  describe('devices', () => {
    testChallenges(makeWorld);
    testRegistering(makeWorld);
  });
}

function testChallenges(makeWorld: MakeWorld): void {
  test('a challenge registers one device of its member until it expires', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [ann, ben] = [
      await addMember(storage, 'ann@example.com'),
      await addMember(storage, 'ben@example.com'),
    ];
    const challengeHash = await challenge(storage, ann);
    const attempt = (memberId: number, at = now) =>
      other.devices.register({ challengeHash, memberId }, phone, at);
    expect(await attempt(ben)).toBe(false);
    expect(await attempt(ann, now + hour)).toBe(false);
    expect(await attempt(ann)).toBe(true);
    expect(await attempt(ann)).toBe(false);
    expect(await storage.devices.register({ challengeHash: 'x', memberId: ann }, phone, now)).toBe(false);
    expect(await storage.devices.list()).toHaveLength(1);
  });

  test('only the newest challenges of a member are stored', async () => {
    const { storage } = await openStorage(makeWorld);
    const ann = await addMember(storage, 'ann@example.com');
    const hashes: string[] = [];
    for (let at = 0; at <= maxChallengesPerMember; at += 1)
      hashes.push(await challenge(storage, ann, now + hour + at));
    const outcomes = [];
    for (const challengeHash of hashes)
      outcomes.push(await storage.devices.register({ challengeHash, memberId: ann }, phone, now));
    expect(outcomes).toEqual([false, ...Array(maxChallengesPerMember).fill(true)]);
  });

  test('a removed member gets no challenge and loses existing challenges', async () => {
    const { storage } = await openStorage(makeWorld);
    const ann = await addMember(storage, 'ann@example.com');
    const before = await challenge(storage, ann);
    await storage.people.removeMember(ann);
    const after = await challenge(storage, ann);
    for (const challengeHash of [before, after])
      expect(await storage.devices.register({ challengeHash, memberId: ann }, phone, now)).toBe(false);
  });
}

function testRegistering(makeWorld: MakeWorld): void {
  test('devices are listed with their member, and updated when registered again', async () => {
    const { storage, other, reopen } = await openStorage(makeWorld);
    const ann = (await storage.people.addMember('ann@example.com', 'Ann', now))?.id ?? 0;
    const tablet = { ...phone, udid: '00008101-000A1B2C3D4E5F60', product: 'iPad14,1' };
    await register(storage, ann);
    await register(storage, ann, tablet);
    await register(other, ann, { ...phone, systemVersion: '23B85' }, now + 1);
    const member = { memberId: ann, email: 'ann@example.com', name: 'Ann' };
    expect(await (await reopen()).storage.devices.list()).toEqual([
      { id: expect.any(Number), ...member, ...tablet, registeredAt: now },
      { id: expect.any(Number), ...member, ...phone, systemVersion: '23B85', registeredAt: now + 1 },
    ]);
  });

  test('only the newest devices of a member are stored', async () => {
    const { storage } = await openStorage(makeWorld);
    const [ann, ben] = [
      await addMember(storage, 'ann@example.com'),
      await addMember(storage, 'ben@example.com'),
    ];
    await register(storage, ben);
    for (let at = 0; at <= maxDevicesPerMember; at += 1)
      await register(storage, ann, {
        ...phone,
        product: `iPhone${at},1`,
        udid: String(at).padStart(40, '0'),
      });
    expect(await storage.devices.list()).toHaveLength(maxDevicesPerMember + 1);
    expect(await storage.devices.ofMember(ben)).toMatchObject([{ memberId: ben, ...phone }]);
    const products = (await storage.devices.ofMember(ann)).map(({ product }) => product);
    expect(products).toEqual(Array.from({ length: maxDevicesPerMember }, (_, at) => `iPhone${at + 1},1`));
  });

  test('a recipient who registers a device becomes a listed member', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const sent = await sendTo(storage, version.id, [recipientOf('cyd@example.com')]);
    expect(await storage.people.members()).toEqual([]);
    await register(storage, sent.members[0]?.member.id ?? 0);
    expect(await storage.people.members()).toMatchObject([{ email: 'cyd@example.com' }]);
  });

  test('a device is removed by its id, and with its member', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [ann, ben] = [
      await addMember(storage, 'ann@example.com'),
      await addMember(storage, 'ben@example.com'),
    ];
    await register(storage, ann);
    await register(storage, ben);
    const [first] = await storage.devices.list();
    expect(await other.devices.remove(first?.id ?? 0)).toBe(true);
    expect(await other.devices.remove(first?.id ?? 0)).toBe(false);
    expect(await storage.devices.list()).toMatchObject([{ memberId: ben }]);
    await storage.people.removeMember(ben);
    expect(await other.devices.list()).toEqual([]);
    await storage.people.addMember('ben@example.com', null, now);
    expect(await other.devices.list()).toEqual([]);
  });
}
