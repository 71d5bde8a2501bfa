import { describe, expect, test } from 'vitest';
import {
  addActiveShop,
  addShop,
  letterTo,
  type MakeWorld,
  now,
  openStorage,
  second,
  sendTo,
} from './world.ts';

export function testSending(makeWorld: MakeWorld): void {
  describe('sending', () => {
    testRecording(makeWorld);
    testRefusing(makeWorld);
    testEnding(makeWorld);
  });
}

function testRecording(makeWorld: MakeWorld): void {
  test('a send makes members, shares, links and mails at once', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const known = await storage.people.addMember('ann@example.com', 'Ann', now);
    const [ann, ben] = [letterTo('ANN@example.com'), letterTo('ben@example.com')];
    const at = now + second;
    const sent = await sendTo(storage, version.id, [ann, ben], at);
    expect(sent).toMatchObject({ id: version.id, lastSendAt: at, updatedAt: at });
    expect(sent.members).toMatchObject([
      {
        versionId: version.id,
        status: 1,
        lastShareAt: at,
        downloads: [],
        member: { id: known?.id, name: 'Ann' },
      },
      { versionId: version.id, status: 1, lastShareAt: at, member: { email: 'ben@example.com', name: null } },
    ]);
    expect(await other.testing.version(version.id)).toEqual(sent);
    expect((await other.testing.applications())[0]?.versions[0]?.members).toEqual(sent.members);
    expect((await other.people.members()).map(({ email }) => email)).toEqual([
      'ann@example.com',
      'ben@example.com',
    ]);
    expect(await other.links.find(ann.linkToken)).toEqual({
      kind: 'version',
      version: sent,
      share: sent.members[0],
    });
    const queued = await other.mail.list();
    expect(queued).toHaveLength(2);
    expect(queued.find(({ id }) => id === ann.mail.id)).toEqual({
      id: ann.mail.id,
      to: 'ANN@example.com',
      subject: ann.mail.subject,
      installLink: ann.mail.installLink,
      state: 'queued',
      attempts: 0,
      queuedAt: at,
      nextAt: at,
      failure: null,
    });
    expect(await other.mail.raw(ben.mail.id)).toEqual(new Uint8Array(ben.mail.raw));
  });

  test('sent again, a person keeps share, status and older links', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [first, again] = [letterTo('ann@example.com'), letterTo('Ann@example.com')];
    const [share] = (await sendTo(storage, version.id, [first])).members;
    await storage.links.raiseStatus(share?.id ?? 0, 2);
    const sent = await sendTo(storage, version.id, [again], now + second);
    expect(sent.members).toEqual([{ ...share, status: 2, lastShareAt: now + second }]);
    for (const { linkToken } of [first, again]) {
      expect(await storage.links.find(linkToken)).toMatchObject({ share: { id: share?.id } });
    }
    expect(await storage.people.members()).toHaveLength(1);
  });

  test('who was taken out and is written to again is back', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [share] = (await sendTo(storage, version.id, [letterTo('ann@example.com')])).members;
    await storage.people.removeMember(share?.member.id ?? 0);
    expect((await storage.testing.version(version.id))?.members).toMatchObject([
      { id: share?.id, member: { isDeleted: true } },
    ]);
    const sent = await sendTo(storage, version.id, [letterTo('ann@example.com')]);
    expect(sent.members).toMatchObject([
      { id: share?.id, member: { id: share?.member.id, isDeleted: false } },
    ]);
  });

  test('many sends of one version at the same time are all recorded, each person once', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const people = ['ann', 'ben', 'cyd'].map((name) => `${name}@example.com`);
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        sendTo(
          at % 2 === 0 ? storage : other,
          version.id,
          people.map((email) => letterTo(email)),
          now + at,
        ),
      ),
    );
    expect((await storage.testing.version(version.id))?.members).toHaveLength(3);
    expect(await storage.people.members()).toHaveLength(3);
    expect(await storage.mail.list()).toHaveLength(36);
  });
}

function testRefusing(makeWorld: MakeWorld): void {
  test('a version that is gone or not active is not sent, and nobody is touched', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version } = await addShop(storage);
    const letter = letterTo('ann@example.com');
    const send = (versionId: number) =>
      storage.testing.recordSend({ versionId, at: now + second, recipients: [letter] });
    expect(await send(version.id)).toBe('inactive');
    expect(await send(version.id + 1)).toBe('missing');
    expect(await storage.people.members()).toEqual([]);
    expect(await storage.mail.list()).toEqual([]);
    expect(await storage.links.find(letter.linkToken)).toBeNull();
    expect(await storage.testing.version(version.id)).toMatchObject({
      lastSendAt: null,
      updatedAt: now,
      members: [],
    });
  });

  test('a send that fails at its last letter leaves nothing of the others', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const good = letterTo('ann@example.com');
    const twin = { ...letterTo('ben@example.com'), linkToken: good.linkToken };
    await expect(sendTo(storage, version.id, [good, twin], now + second)).rejects.toThrow();
    expect(await storage.testing.version(version.id)).toEqual(version);
    expect(await storage.people.members()).toEqual([]);
    expect(await storage.mail.list()).toEqual([]);
    expect(await storage.links.find(good.linkToken)).toBeNull();
  });
}

function testEnding(makeWorld: MakeWorld): void {
  test('with a version go its shares, its links and the mails that wait', async () => {
    const { storage } = await openStorage(makeWorld);
    const [version, kept] = [await addActiveShop(storage), await addActiveShop(storage)];
    const [waits, went, stays] = ['ann', 'ben', 'cyd'].map((name) => letterTo(`${name}@example.com`));
    if (!waits || !went || !stays) throw new Error('a letter is missing');
    await sendTo(storage, version.id, [waits, went]);
    await sendTo(storage, kept.id, [stays]);
    await storage.mail.delivered(went.mail.id);
    await storage.testing.removeVersion(version.id);
    expect((await storage.mail.list()).map(({ id }) => id).sort()).toEqual(
      [went.mail.id, stays.mail.id].sort(),
    );
    for (const token of [waits.linkToken, went.linkToken, version.linkToken]) {
      expect(await storage.links.find(token)).toBeNull();
    }
    expect(await storage.links.find(stays.linkToken)).not.toBeNull();
    expect(await storage.people.members()).toHaveLength(3);
  });

  test('with an application go the mails of all its versions', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    await sendTo(storage, version.id, [letterTo('ann@example.com')]);
    await storage.testing.removeApplication(version.applicationId);
    expect(await storage.mail.list()).toEqual([]);
    expect(await storage.mail.dueAt()).toBeNull();
  });

  test('with a member go the links and the mails that wait, not the history', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [ann, ben] = [letterTo('ann@example.com'), letterTo('ben@example.com')];
    const sent = await sendTo(storage, version.id, [ann, ben]);
    await storage.people.removeMember(sent.members[0]?.member.id ?? 0);
    expect(await storage.links.find(ann.linkToken)).toBeNull();
    expect(await storage.links.find(ben.linkToken)).not.toBeNull();
    expect((await storage.mail.list()).map(({ id }) => id)).toEqual([ben.mail.id]);
    expect((await storage.testing.version(version.id))?.members).toHaveLength(2);
  });

  test('a version sent and removed at the same time leaves no mail that waits', async () => {
    const { storage, other } = await openStorage(makeWorld);
    for (let round = 0; round < 5; round += 1) {
      const version = await addActiveShop(storage);
      const letter = letterTo('ann@example.com');
      const [sent] = await Promise.all([
        storage.testing.recordSend({ versionId: version.id, at: now, recipients: [letter] }),
        other.testing.removeVersion(version.id),
      ]);
      expect(typeof sent === 'string' ? sent : 'sent').toMatch(/^(sent|missing)$/);
      expect(await storage.mail.list()).toEqual([]);
      expect(await storage.links.find(letter.linkToken)).toBeNull();
    }
  });
}
