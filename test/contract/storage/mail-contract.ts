import { describe, expect, test, vi } from 'vitest';
import { type Message, messageOf } from '../../../main/messages/message.ts';
import type { Lease } from '../../../main/service/storage/mail-storage.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { addActiveShop, type MakeWorld, now, openStorage, recipientOf, second, sendTo } from './world.ts';

const plain = (text: string): Message => messageOf('text/plain', { text });

const minute = 60 * second;

/** Queues a message that is due at the given time and returns its id. */
async function queue(storage: Storage, at: number, raw?: Uint8Array): Promise<string> {
  const version = await addActiveShop(storage);
  const recipient = recipientOf('ann@example.com', raw === undefined ? {} : { raw });
  await sendTo(storage, version.id, [recipient], at);
  return recipient.mail.id;
}

/** Returns the lease of a message. `times` is how often the message has been leased. */
const leaseOf = (id: string, times = 1): Lease => ({ id, lease: times });
const unleased = (id: string): Lease => leaseOf(id, 0);

async function leaseAll(storage: Storage, at: number): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const mail = await storage.mail.lease(at, minute);
    if (!mail) return ids;
    ids.push(mail.id);
  }
}

export function testMail(makeWorld: MakeWorld): void {
  describe('mail', () => {
    testLeasing(makeWorld);
    testOutcomes(makeWorld);
    testRestart(makeWorld);
  });
}

function testLeasing(makeWorld: MakeWorld): void {
  test('messages are leased when due, the longest overdue first', async () => {
    const { storage, other } = await openStorage(makeWorld);
    expect(await storage.mail.lease(now, minute)).toBeNull();
    expect(await storage.mail.nextDueAt()).toBeNull();
    const later = await queue(storage, now + second);
    const sooner = await queue(storage, now);
    const same = await queue(storage, now);
    expect(await other.mail.nextDueAt()).toBe(now);
    expect(await other.mail.lease(now - 1, minute)).toBeNull();
    expect(await leaseAll(storage, now)).toEqual([sooner, same]);
    expect(await other.mail.lease(now + second - 1, minute)).toBeNull();
    expect(await leaseAll(storage, now + second)).toEqual([later]);
    expect((await storage.mail.list()).map(({ id }) => id)).toEqual([later, same, sooner]);
  });

  test('messages are leased round-robin across senders', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id: versionId } = await addActiveShop(storage);
    const send = async (requester: string, count: number, at: number): Promise<string[]> => {
      const recipients = Array.from({ length: count }, (_, index) => recipientOf(`${index}@example.com`));
      await storage.testing.recordSend({ versionId, requester, at, recipients });
      return recipients.map(({ mail }) => mail.id);
    };
    const many = await send('user ann', 4, now);
    const [single] = await send('user ben', 1, now + second);
    expect((await storage.mail.lease(now + second, minute))?.id).toBe(many[0]);
    expect((await other.mail.lease(now + second, minute))?.id).toBe(single);
    const two = await send('access token 1', 2, now + second);
    expect(await leaseAll(other, now + second)).toEqual([two[0], many[1], two[1], many[2], many[3]]);
  });

  test('messages of a batch are leased round-robin with other senders', async () => {
    const { storage } = await openStorage(makeWorld);
    const { id: versionId } = await addActiveShop(storage);
    const many = [recipientOf('ann@example.com'), recipientOf('ben@example.com')];
    const batches = [many.map(({ email }) => ({ email, name: null }))];
    await storage.testing.planSend({ versionId, requester: 'user ann', at: now, batches });
    const piece = await storage.testing.nextBatch();
    await storage.testing.recordBatch(piece?.id ?? 0, many);
    const single = recipientOf('cid@example.com');
    await storage.testing.recordSend({ versionId, requester: 'user ben', at: now, recipients: [single] });
    const ids = [many[0], single, many[1]].map((recipient) => recipient?.mail.id);
    expect(await leaseAll(storage, now)).toEqual(ids);
  });

  test('a leased message includes its bytes and cannot be leased again', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const raw = Uint8Array.from({ length: 1024 }, (_, at) => at % 256);
    const id = await queue(storage, now, raw);
    const mail = await storage.mail.lease(now, minute);
    expect(mail).toMatchObject({ id, to: 'ann@example.com', state: 'waiting', attempts: 0 });
    expect(Buffer.from(mail?.raw ?? []).equals(raw)).toBe(true);
    expect(await other.mail.lease(now + 60 * minute, minute)).toBeNull();
    expect(await other.mail.nextDueAt()).toBeGreaterThan(now);
    expect((await other.mail.get(id))?.state).toBe('waiting');
  });

  test('a message whose lease expired can be leased again, once', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const id = await queue(storage, now);
    expect(await storage.mail.lease(now, 1)).toMatchObject(leaseOf(id));
    const mail = await vi.waitFor(
      async () => {
        const again = await other.mail.lease(now, minute);
        expect(again).not.toBeNull();
        return again;
      },
      { timeout: 60_000 },
    );
    expect(mail).toMatchObject({ ...leaseOf(id, 2), attempts: 0 });
    expect(await storage.mail.lease(now, minute)).toBeNull();
    expect(await storage.mail.complete(leaseOf(id), 'mailed')).toBe(false);
    expect(await storage.mail.fail(leaseOf(id), plain('busy'), null)).toBe(false);
    expect(await other.mail.get(id)).toMatchObject({ state: 'waiting', attempts: 0, failure: null });
    expect(await other.mail.complete(leaseOf(id, 2), 'mailed')).toBe(true);
  });

  test('concurrent leases return different messages', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const recipients = Array.from({ length: 10 }, (_, at) => recipientOf(`person${at}@example.com`));
    await sendTo(storage, version.id, recipients);
    const mails = await Promise.all(
      Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? storage : other).mail.lease(now, minute)),
    );
    const ids = mails.flatMap((mail) => (mail ? [mail.id] : []));
    expect(ids.sort()).toEqual(recipients.map(({ mail }) => mail.id).sort());
  });
}

function testOutcomes(makeWorld: MakeWorld): void {
  test('a delivered message stays listed without its bytes', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const id = await queue(storage, now);
    await storage.mail.lease(now, minute);
    await storage.mail.fail(leaseOf(id), plain('busy'), now);
    await storage.mail.lease(now, minute);
    await storage.mail.complete(leaseOf(id, 2), 'mailed');
    expect(await other.mail.get(id)).toMatchObject({ state: 'mailed', attempts: 2, failure: null });
    expect(await other.mail.raw(id)).toBeNull();
    expect(await other.mail.nextDueAt()).toBeNull();
    expect(await leaseAll(other, now + 60 * minute)).toEqual([]);
  });

  test('a message written to the outbox stays listed and cannot be retried', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const recipient = recipientOf('ann@example.com');
    await sendTo(storage, version.id, [recipient]);
    await storage.mail.lease(now, minute);
    await storage.mail.complete(leaseOf(recipient.mail.id), 'not-mailed');
    expect(await other.mail.get(recipient.mail.id)).toMatchObject({ state: 'not-mailed', failure: null });
    expect(await other.mail.retry(recipient.mail.id, now)).toBe(false);
    expect((await other.testing.version(version.id))?.members).toMatchObject([
      { mail: { state: 'not-mailed', failure: null } },
    ]);
  });

  test('a failed message is due again at the time of its next attempt', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const id = await queue(storage, now);
    await storage.mail.lease(now, minute);
    await storage.mail.fail(leaseOf(id), plain('mailbox "full" 🎉'), now + minute);
    expect(await other.mail.get(id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      failure: plain('mailbox "full" 🎉'),
      nextAt: now + minute,
      queuedAt: now,
    });
    expect(await other.mail.nextDueAt()).toBe(now + minute);
    expect(await leaseAll(other, now + minute - 1)).toEqual([]);
    expect(await leaseAll(other, now + minute)).toEqual([id]);
  });

  test('a message that failed permanently keeps its bytes and is not retried', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const id = await queue(storage, now, Buffer.from('the message'));
    await storage.mail.lease(now, minute);
    await storage.mail.fail(leaseOf(id), plain('no such mailbox'), null);
    expect(await other.mail.get(id)).toMatchObject({
      state: 'refused',
      attempts: 1,
      failure: plain('no such mailbox'),
    });
    expect(Buffer.from((await other.mail.raw(id)) ?? []).toString()).toBe('the message');
    expect(await other.mail.nextDueAt()).toBeNull();
    expect(await leaseAll(other, now + 60 * minute)).toEqual([]);
  });

  test('queued and failed messages can be retried, delivered ones cannot', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [waits, refused, went] = [
      await queue(storage, now),
      await queue(storage, now, Buffer.from('the message')),
      await queue(storage, now),
    ];
    await leaseAll(storage, now);
    await storage.mail.fail(leaseOf(waits), plain('busy'), now + 60 * minute);
    await storage.mail.fail(leaseOf(refused), plain('no such mailbox'), null);
    await storage.mail.complete(leaseOf(went), 'mailed');
    expect(await storage.mail.retryQueued(now + second)).toBe(1);
    expect(await other.mail.get(waits)).toMatchObject({
      attempts: 0,
      nextAt: now + second,
      failure: plain('busy'),
    });
    expect(await storage.mail.retry(refused, now + second)).toBe(true);
    expect(await other.mail.get(refused)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await storage.mail.retry(went, now)).toBe(false);
    expect(await storage.mail.retry('nothing', now)).toBe(false);
    expect(await leaseAll(other, now + second)).toEqual([waits, refused]);
  });

  test('setQueuedFailure changes only queued messages', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [waits, refused, went] = [
      await queue(storage, now),
      await queue(storage, now),
      await queue(storage, now),
    ];
    await storage.mail.fail(unleased(refused), plain('no such mailbox'), null);
    await storage.mail.complete(unleased(went), 'mailed');
    await storage.mail.setQueuedFailure(plain('wrong password'));
    expect(await other.mail.get(waits)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      failure: plain('wrong password'),
    });
    expect(await other.mail.get(refused)).toMatchObject({ failure: plain('no such mailbox') });
    expect(await other.mail.get(went)).toMatchObject({ failure: null });
  });

  test('each member of a version shows its last queued or failed message', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [ann, ben] = [recipientOf('ann@example.com'), recipientOf('ben@example.com')];
    await sendTo(storage, version.id, [ann, ben]);
    const mails = async () => (await other.testing.version(version.id))?.members.map(({ mail }) => mail);
    expect(await mails()).toEqual([
      { state: 'waiting', failure: null },
      { state: 'waiting', failure: null },
    ]);
    await storage.mail.fail(unleased(ann.mail.id), plain('no such mailbox'), null);
    await storage.mail.complete(unleased(ben.mail.id), 'mailed');
    expect(await mails()).toEqual([{ state: 'refused', failure: plain('no such mailbox') }, null]);
    const again = recipientOf('ann@example.com');
    await sendTo(storage, version.id, [again]);
    expect(await mails()).toEqual([{ state: 'waiting', failure: null }, null]);
    await storage.mail.complete(unleased(again.mail.id), 'mailed');
    expect(await mails()).toEqual([null, null]);
  });

  test('a message removed while it is leased stays removed', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const recipient = recipientOf('ann@example.com');
    await sendTo(storage, version.id, [recipient]);
    await storage.mail.lease(now, minute);
    await other.testing.removeVersion(version.id);
    await storage.mail.fail(leaseOf(recipient.mail.id), plain('busy'), now);
    await storage.mail.complete(leaseOf(recipient.mail.id), 'mailed');
    expect(await storage.mail.get(recipient.mail.id)).toBeNull();
    expect(await storage.mail.raw(recipient.mail.id)).toBeNull();
    expect(await storage.mail.list()).toEqual([]);
  });
}

function testRestart(makeWorld: MakeWorld): void {
  test('the queue keeps messages, bytes and failures across a restart', async () => {
    const { storage, reopen } = await openStorage(makeWorld);
    const raw = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256);
    const [waits, tried, went] = [
      await queue(storage, now, raw),
      await queue(storage, now),
      await queue(storage, now),
    ];
    await storage.mail.fail(unleased(tried), plain('busy'), now + second);
    await storage.mail.complete(unleased(went), 'mailed');
    await storage.mail.lease(now, 0);
    const before = await storage.mail.list();
    const again = await reopen();
    expect(await again.storage.mail.list()).toEqual(before);
    expect(Buffer.from((await again.storage.mail.raw(waits)) ?? []).equals(raw)).toBe(true);
    const ids = await leaseAll(again.storage, now + minute);
    expect(ids.sort()).toEqual([waits, tried].sort());
  });
}
