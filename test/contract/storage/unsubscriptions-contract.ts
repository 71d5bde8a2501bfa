import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../main/messages/message.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { addActiveShop, type MakeWorld, now, openStorage, recipientOf, sendTo } from './world.ts';

const withheld = messageOf('withheld/unsubscribed');
const minute = 60_000;

async function addAnn(storage: Storage): Promise<number> {
  return (await storage.people.addMember('Ann@example.com', null, now))?.id ?? 0;
}

export function testUnsubscriptions(makeWorld: MakeWorld): void {
  describe('unsubscriptions', () => {
    testDeclining(makeWorld);
    testWithholding(makeWorld);
  });
}

function testDeclining(makeWorld: MakeWorld): void {
  test('a member can decline mail about one application and resume it', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [shop, maps] = [await addActiveShop(storage), await addActiveShop(storage)];
    const id = await addAnn(storage);
    await storage.unsubscriptions.add(id, shop.applicationId, now);
    await storage.unsubscriptions.add(id, shop.applicationId, now + 1);
    expect(await other.unsubscriptions.of(id, shop.applicationId)).toBe('application');
    expect(await other.unsubscriptions.of(id, maps.applicationId)).toBe('nothing');
    await other.unsubscriptions.remove(id, shop.applicationId);
    expect(await storage.unsubscriptions.of(id, shop.applicationId)).toBe('nothing');
  });

  test('a member can decline mail about all applications, even new ones', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const shop = await addActiveShop(storage);
    const id = await addAnn(storage);
    await storage.unsubscriptions.add(id, shop.applicationId, now);
    await storage.unsubscriptions.add(id, null, now);
    await storage.unsubscriptions.add(id, null, now);
    const maps = await addActiveShop(storage);
    expect(await other.unsubscriptions.of(id, maps.applicationId)).toBe('everything');
    expect(await other.unsubscriptions.of(id, shop.applicationId)).toBe('everything');
    await storage.unsubscriptions.remove(id, maps.applicationId);
    expect(await other.unsubscriptions.of(id, maps.applicationId)).toBe('nothing');
    expect(await other.unsubscriptions.of(id, shop.applicationId)).toBe('application');
  });

  test('nothing is stored for a member or an application that does not exist', async () => {
    const { storage } = await openStorage(makeWorld);
    const { applicationId } = await addActiveShop(storage);
    const id = await addAnn(storage);
    await storage.unsubscriptions.add(id + 99, null, now);
    await storage.unsubscriptions.add(id, applicationId + 99, now);
    expect(await storage.unsubscriptions.of(id, applicationId + 99)).toBe('nothing');
    await storage.unsubscriptions.add(id, applicationId, now);
    await storage.testing.removeApplication(applicationId);
    expect(await storage.unsubscriptions.of(id, applicationId)).toBe('nothing');
  });

  test('a message identifies its recipient until the member or application is removed', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const shop = await addActiveShop(storage);
    const [ann, ben] = [recipientOf('ann@example.com'), recipientOf('ben@example.com')];
    const sent = await sendTo(storage, shop.id, [ann, ben]);
    const [share] = sent.members;
    const recipient = {
      ...{ memberId: share?.member.id, email: 'ann@example.com' },
      ...{ applicationId: shop.applicationId, applicationName: shop.applicationName },
    };
    expect(await other.unsubscriptions.recipient(ann.linkToken)).toEqual(recipient);
    await storage.testing.revokeLinks({ versionId: shop.id, shareId: share?.id ?? 0 });
    await storage.testing.removeVersion(shop.id);
    expect(await other.unsubscriptions.recipient(ann.linkToken)).toEqual(recipient);
    await storage.people.removeMember(share?.member.id ?? 0);
    expect(await other.unsubscriptions.recipient(ann.linkToken)).toBeNull();
    await storage.testing.removeApplication(shop.applicationId);
    expect(await other.unsubscriptions.recipient(ben.linkToken)).toBeNull();
    expect(await other.unsubscriptions.recipient('unknown')).toBeNull();
  });
}

function testWithholding(makeWorld: MakeWorld): void {
  test('a member who declined mail gets access, and the message is withheld', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id: versionId, applicationId } = await addActiveShop(storage);
    await storage.unsubscriptions.add(await addAnn(storage), applicationId, now);
    const recipient = recipientOf('ann@example.com');
    const sent = await sendTo(storage, versionId, [recipient]);
    expect(sent.members).toMatchObject([{ status: 0, mail: { state: 'not-mailed', failure: withheld } }]);
    expect(await other.testing.shareStates(versionId)).toEqual([{ status: 0, mail: null, isWithheld: true }]);
    expect(await other.links.find(recipient.linkToken)).toMatchObject({ kind: 'version' });
    expect([await other.mail.countQueued(), await other.mail.lease(now + 1, 1_000)]).toEqual([0, null]);
    expect(await other.mail.retry(recipient.mail.id, now)).toBe(false);
  });

  test('declining mail withholds waiting and refused messages about the application', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [shop, maps] = [await addActiveShop(storage), await addActiveShop(storage)];
    const of = (email: string) => recipientOf(email);
    const [refused, waiting, elsewhere, ben] = [
      of('ann@example.com'),
      of('ann@example.com'),
      of('ann@example.com'),
      of('ben@example.com'),
    ];
    const sent = await sendTo(storage, shop.id, [refused], now);
    const leased = await other.mail.lease(now, minute);
    if (leased) await other.mail.fail(leased, messageOf('text/plain', { text: 'full' }), null);
    await sendTo(storage, shop.id, [waiting, ben], now + 1);
    await sendTo(storage, maps.id, [elsewhere], now + 2);
    const memberId = sent.members[0]?.member.id ?? 0;
    await other.unsubscriptions.add(memberId, shop.applicationId, now + 3);
    const states = async () =>
      Object.fromEntries((await storage.mail.list()).map(({ id, state }) => [id, state]));
    expect(await states()).toEqual({
      [refused.mail.id]: 'not-mailed',
      [waiting.mail.id]: 'not-mailed',
      [elsewhere.mail.id]: 'waiting',
      [ben.mail.id]: 'waiting',
    });
    expect(await storage.mail.retry(refused.mail.id, now)).toBe(false);
    await other.unsubscriptions.add(memberId, null, now + 4);
    expect((await states())[elsewhere.mail.id]).toBe('not-mailed');
  });

  test('an undone send removes access without a message, unless a message was delivered', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id: versionId, applicationId } = await addActiveShop(storage);
    await storage.unsubscriptions.add(await addAnn(storage), applicationId, now);
    await sendTo(storage, versionId, [recipientOf('ann@example.com'), recipientOf('ben@example.com')], now);
    expect(await other.testing.undoSend({ versionId, at: now })).toBe(0);
    expect((await storage.testing.version(versionId))?.members).toEqual([]);
    await sendTo(
      storage,
      versionId,
      [recipientOf('ann@example.com'), recipientOf('ben@example.com')],
      now + 1,
    );
    const leased = await other.mail.lease(now + 1, minute);
    if (leased) await other.mail.complete(leased, 'mailed');
    expect(await other.testing.undoSend({ versionId, at: now + 1 })).toBe(1);
    expect((await storage.testing.version(versionId))?.members).toHaveLength(2);
  });

  test('undoing a send after one without messages leaves the recipient as not mailed', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id: versionId } = await addActiveShop(storage);
    const { mail, ...silent } = recipientOf('ann@example.com');
    await sendTo(storage, versionId, [{ ...silent, mail: { ...mail, raw: null, withheld } }], now);
    await sendTo(storage, versionId, [recipientOf('ann@example.com')], now + 1);
    expect(await other.testing.undoSend({ versionId, at: now + 1 })).toBe(0);
    expect((await storage.testing.version(versionId))?.members).toMatchObject([
      { status: 0, mail: { state: 'not-mailed', failure: withheld } },
    ]);
  });
}
