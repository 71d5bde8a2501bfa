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
    testPlanning(makeWorld);
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
    const { members: _, ...facts } = sent;
    expect(await other.links.find(ann.linkToken)).toEqual({
      kind: 'version',
      version: facts,
      share: sent.members[0],
    });
    const queued = await other.mail.list();
    expect(queued).toHaveLength(2);
    expect(queued.find(({ id }) => id === ann.mail.id)).toEqual({
      id: ann.mail.id,
      versionId: version.id,
      to: 'ANN@example.com',
      subject: ann.mail.subject,
      installLink: ann.mail.installLink,
      state: 'queued',
      attempts: 0,
      queuedAt: at,
      nextAt: at,
      failure: null,
    });
    expect(Buffer.from((await other.mail.raw(ben.mail.id)) ?? [])).toEqual(Buffer.from(ben.mail.raw));
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

function testPlanning(makeWorld: MakeWorld): void {
  const person = (name: string) => ({ email: `${name}@example.com`, name: null });

  test('a planned send is there until each of its pieces is recorded, also after a restart', async () => {
    const { storage, reopen } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const at = now + second;
    const batches = [[person('ann'), { email: 'ben@example.com', name: 'Ben' }], [person('cyd')]];
    const address = 'https://builds.example.com';
    expect(await storage.testing.planSend({ versionId: version.id, at, address, batches })).toBe('planned');
    const after = (await reopen()).storage;
    expect(await after.testing.version(version.id)).toMatchObject({
      lastSendAt: at,
      updatedAt: at,
      members: [],
    });
    for (const recipients of batches) {
      const piece = await after.testing.nextBatch();
      expect(piece).toEqual({ id: piece?.id, versionId: version.id, at, address, recipients });
      const letters = recipients.map(({ email }) => letterTo(email));
      expect(await after.testing.recordBatch(piece?.id ?? 0, letters)).toBe(true);
      const again = recipients.map(({ email }) => letterTo(email));
      expect(await after.testing.recordBatch(piece?.id ?? 0, again)).toBe(false);
    }
    expect(await after.testing.nextBatch()).toBeNull();
    expect((await after.mail.list()).map(({ to }) => to).toSorted()).toEqual(
      ['ann', 'ben', 'cyd'].map((name) => person(name).email),
    );
    expect((await after.testing.version(version.id))?.members).toMatchObject([
      { status: 1, lastShareAt: at, member: person('ann') },
      { member: person('ben') },
      { member: person('cyd') },
    ]);
  });

  test('what is gone or not active is not planned, and a version takes what was planned along', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version } = await addShop(storage);
    const plan = (versionId: number) =>
      storage.testing.planSend({ versionId, at: now, batches: [[person('ann')]] });
    expect([await plan(version.id), await plan(version.id + 1)]).toEqual(['inactive', 'missing']);
    expect(await storage.testing.nextBatch()).toBeNull();
    await storage.testing.setActive(version.id, true, now);
    await plan(version.id);
    const piece = await storage.testing.nextBatch();
    await storage.testing.removeVersion(version.id);
    expect(await storage.testing.nextBatch()).toBeNull();
    expect(await storage.testing.recordBatch(piece?.id ?? 0, [letterTo('ann@example.com')])).toBe(false);
    expect(await storage.mail.list()).toEqual([]);
  });

  test('a piece two instances record at the same time is recorded once', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    await storage.testing.planSend({ versionId: version.id, at: now, batches: [[person('ann')]] });
    const piece = await storage.testing.nextBatch();
    const recorded = await Promise.all(
      [storage, other, storage, other].map((one) =>
        one.testing.recordBatch(piece?.id ?? 0, [letterTo('ann@example.com')]),
      ),
    );
    expect(recorded.filter(Boolean)).toHaveLength(1);
    expect(await storage.mail.list()).toHaveLength(1);
  });

  test('whom ids and addresses name', async () => {
    const { storage } = await openStorage(makeWorld);
    const { people } = storage;
    await people.importPeople(
      ['Ann', 'Ben', 'Cyd', 'Dee'].map((name) => ({
        member: { email: `${name}@example.com`, name: name === 'Cyd' ? null : name },
        team: name === 'Ann' || name === 'Ben' ? 'QA' : null,
      })),
      now,
    );
    const [ann, ben, cyd, dee] = await people.members();
    const teams = await people.teams();
    const qa = teams.find(({ name }) => name === 'QA')?.id ?? 0;
    const ungrouped = teams.find((team) => team.ungrouped)?.id ?? 0;
    await people.removeMember(dee?.id ?? 0);
    const emails = async (teamIds: readonly number[], memberIds: readonly number[]) =>
      (await people.resolve(teamIds, memberIds)).recipients.map(({ email }) => email.slice(0, 3)).join();
    expect(await emails([qa], [cyd?.id ?? 0, ann?.id ?? 0])).toBe('Ann,Ben,Cyd');
    expect(await emails([ungrouped], [])).toBe('Cyd');
    expect(await emails([], [])).toBe('');
    expect(await people.resolve([qa, 99, 99], [ben?.id ?? 0, dee?.id ?? 0, 88])).toMatchObject({
      unknown: { teamIds: [99], memberIds: [dee?.id, 88] },
    });
    const known = await people.findByEmail(['ANN@EXAMPLE.COM', 'cyd@example.com', 'dee@example.com', 'no']);
    expect(known.toSorted((a, b) => a.email.localeCompare(b.email))).toEqual([
      { email: 'Ann@example.com', name: 'Ann' },
      { email: 'Cyd@example.com', name: null },
    ]);
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
    await storage.mail.complete({ id: went.mail.id, lease: 0 }, 'delivered');
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
    expect(await storage.mail.nextDueAt()).toBeNull();
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
