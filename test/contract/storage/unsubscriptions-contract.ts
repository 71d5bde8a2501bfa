import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../main/messages/message.ts';
import { addActiveShop, type MakeWorld, now, openStorage, recipientOf, sendTo } from './world.ts';

export function testUnsubscriptions(makeWorld: MakeWorld): void {
  describe('unsubscriptions', () => {
    test('a member can decline mail about one application and resume it', async () => {
      const { storage, other } = await openStorage(makeWorld);
      const [shop, maps] = [await addActiveShop(storage), await addActiveShop(storage)];
      const { id = 0 } = (await storage.people.addMember('Ann@example.com', null, now)) ?? {};
      await storage.people.addMember('ben@example.com', null, now);
      const emails = ['ANN@example.com', 'ben@example.com', 'unknown@example.com'];
      await storage.unsubscriptions.add(id, shop.applicationId, now);
      await storage.unsubscriptions.add(id, shop.applicationId, now + 1);
      expect(await other.unsubscriptions.find(shop.applicationId, emails)).toEqual(['Ann@example.com']);
      expect(await other.unsubscriptions.of(id, shop.applicationId)).toBe('application');
      expect(await other.unsubscriptions.find(maps.applicationId, emails)).toEqual([]);
      expect(await other.unsubscriptions.of(id, maps.applicationId)).toBe('nothing');
      await other.unsubscriptions.remove(id, shop.applicationId);
      expect(await storage.unsubscriptions.find(shop.applicationId, emails)).toEqual([]);
    });

    test('a member can decline mail about all applications, even new ones', async () => {
      const { storage, other } = await openStorage(makeWorld);
      const shop = await addActiveShop(storage);
      const { id = 0 } = (await storage.people.addMember('ann@example.com', null, now)) ?? {};
      await storage.unsubscriptions.add(id, shop.applicationId, now);
      await storage.unsubscriptions.add(id, null, now);
      await storage.unsubscriptions.add(id, null, now);
      const maps = await addActiveShop(storage);
      expect(await other.unsubscriptions.find(maps.applicationId, ['ann@example.com'])).toHaveLength(1);
      expect(await other.unsubscriptions.of(id, shop.applicationId)).toBe('everything');
      await storage.unsubscriptions.remove(id, maps.applicationId);
      expect(await other.unsubscriptions.of(id, maps.applicationId)).toBe('nothing');
      expect(await other.unsubscriptions.of(id, shop.applicationId)).toBe('application');
    });

    test('nothing is stored for a member or an application that does not exist', async () => {
      const { storage } = await openStorage(makeWorld);
      const { applicationId } = await addActiveShop(storage);
      const { id = 0 } = (await storage.people.addMember('ann@example.com', null, now)) ?? {};
      await storage.unsubscriptions.add(id + 99, null, now);
      await storage.unsubscriptions.add(id, applicationId + 99, now);
      expect(await storage.unsubscriptions.of(id, applicationId + 99)).toBe('nothing');
      await storage.unsubscriptions.add(id, applicationId, now);
      await storage.testing.removeApplication(applicationId);
      expect(await storage.unsubscriptions.of(id, applicationId)).toBe('nothing');
    });

    test('a withheld message gives access, is not delivered, and can be undone', async () => {
      const { storage, other } = await openStorage(makeWorld);
      const { id: versionId } = await addActiveShop(storage);
      const { mail, ...recipient } = recipientOf('ann@example.com');
      const withheld = messageOf('withheld/unsubscribed');
      const sent = await sendTo(storage, versionId, [
        { ...recipient, mail: { ...mail, raw: null, withheld } },
      ]);
      expect(sent.members).toMatchObject([{ status: 0, mail: { state: 'not-mailed', failure: withheld } }]);
      expect(await other.links.find(recipient.linkToken)).toMatchObject({ kind: 'version' });
      expect([await other.mail.countQueued(), await other.mail.lease(now + 1, 1_000)]).toEqual([0, null]);
      expect(await other.mail.retry(mail.id, now)).toBe(false);
      expect(await storage.testing.undoSend({ versionId, at: now })).toBe(0);
      expect((await storage.testing.version(versionId))?.members).toEqual([]);
      expect(await storage.mail.list()).toEqual([]);
    });
  });
}
