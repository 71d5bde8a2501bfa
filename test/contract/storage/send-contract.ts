import { describe, expect, test } from 'vitest';
import {
  addActiveShop,
  addShop,
  type MakeWorld,
  now,
  openStorage,
  recipientOf,
  type SendRecipient,
  second,
  sendTo,
} from './world.ts';

export function testSending(makeWorld: MakeWorld): void {
  describe('sending', () => {
    testRecording(makeWorld);
    testRefusing(makeWorld);
    testEnding(makeWorld);
    testPlanning(makeWorld);
    testUndoing(makeWorld);
  });
}

function testRecording(makeWorld: MakeWorld): void {
  test('recordSend() creates members, shares, links and messages', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const existing = await storage.people.addMember('ann@example.com', 'Ann', now);
    const [ann, ben] = [recipientOf('ANN@example.com'), recipientOf('ben@example.com')];
    const at = now + second;
    const sent = await sendTo(storage, version.id, [ann, ben], at);
    expect(sent).toMatchObject({ id: version.id, lastSendAt: at, updatedAt: at });
    expect(sent.members).toMatchObject([
      {
        versionId: version.id,
        status: 1,
        lastShareAt: at,
        downloads: [],
        member: { id: existing?.id, name: 'Ann' },
      },
      { versionId: version.id, status: 1, lastShareAt: at, member: { email: 'ben@example.com', name: null } },
    ]);
    expect(await other.testing.version(version.id)).toEqual(sent);
    expect((await other.testing.applications())[0]?.versions[0]?.members).toEqual(sent.members);
    const listed = (await other.people.members()).map(({ email }) => email);
    expect(listed, 'not mailed yet').toEqual(['ann@example.com']);
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
      state: 'waiting',
      attempts: 0,
      queuedAt: at,
      nextAt: at,
      failure: null,
    });
    expect(Buffer.from((await other.mail.raw(ben.mail.id)) ?? [])).toEqual(Buffer.from(ben.mail.raw ?? []));
  });

  test('sending again keeps the share, status and links of a recipient', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [first, again] = [recipientOf('ann@example.com'), recipientOf('Ann@example.com')];
    const [share] = (await sendTo(storage, version.id, [first])).members;
    await storage.links.raiseStatus(share?.id ?? 0, 2);
    const sent = await sendTo(storage, version.id, [again], now + second);
    expect(sent.members).toEqual([{ ...share, status: 2, lastShareAt: now + second }]);
    for (const { linkToken } of [first, again]) {
      expect(await storage.links.find(linkToken)).toMatchObject({ share: { id: share?.id } });
    }
    expect(await storage.people.members()).toEqual([]);
  });

  test('sending to a removed member restores the member', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [share] = (await sendTo(storage, version.id, [recipientOf('ann@example.com')])).members;
    await storage.people.removeMember(share?.member.id ?? 0);
    expect((await storage.testing.version(version.id))?.members).toMatchObject([
      { id: share?.id, member: { isDeleted: true } },
    ]);
    const sent = await sendTo(storage, version.id, [recipientOf('ann@example.com')]);
    expect(sent.members).toMatchObject([
      { id: share?.id, member: { id: share?.member.id, isDeleted: false } },
    ]);
  });

  test('concurrent recordSend() calls create one share per recipient', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const people = ['ann', 'ben', 'cyd'].map((name) => `${name}@example.com`);
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        sendTo(
          at % 2 === 0 ? storage : other,
          version.id,
          people.map((email) => recipientOf(email)),
          now + at,
        ),
      ),
    );
    expect((await storage.testing.version(version.id))?.members).toHaveLength(3);
    expect(await storage.mail.list()).toHaveLength(36);
  });
}

function testUndoing(makeWorld: MakeWorld): void {
  test('undoSend() withdraws waiting messages and their recipients', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [ann, ben] = [recipientOf('ann@example.com'), recipientOf('ben@example.com')];
    await sendTo(storage, version.id, [ann]);
    const [share] = (await sendTo(storage, version.id, [ann, ben].map(renewed), now + second)).members;
    expect(await other.testing.undoSend({ versionId: version.id, at: now + second })).toBe(0);
    expect(await other.testing.version(version.id)).toMatchObject({
      lastSendAt: now,
      members: [{ id: share?.id, lastShareAt: now }],
    });
    expect((await other.mail.list()).map(({ id }) => id)).toEqual([ann.mail.id]);
  });

  test('undoSend() keeps a message that is being delivered', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    await sendTo(
      storage,
      version.id,
      ['ann', 'ben'].map((name) => recipientOf(`${name}@example.com`)),
    );
    const leased = await storage.mail.lease(now, 60 * second);
    expect(await storage.testing.undoSend({ versionId: version.id, at: now })).toBe(1);
    expect((await storage.mail.list()).map(({ to }) => to)).toEqual([leased?.to]);
  });

  test('undoSend() removes batches that are not recorded', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const batches = [[{ email: 'ann@example.com', name: null }]];
    await storage.testing.planSend({ versionId: version.id, at: now, batches });
    expect(await storage.testing.undoSend({ versionId: version.id, at: now })).toBe(0);
    expect(await storage.testing.nextBatch()).toBeNull();
  });

  test('messages are due at `dueAt`, including messages of planned batches', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const send = { versionId: version.id, at: now, dueAt: now + second };
    await storage.testing.recordSend({ ...send, recipients: [recipientOf('ann@example.com')] });
    await storage.testing.planSend({ ...send, batches: [[{ email: 'ben@example.com', name: null }]] });
    const batch = await storage.testing.nextBatch();
    await storage.testing.recordBatch(batch?.id ?? 0, [recipientOf('ben@example.com')]);
    expect((await storage.mail.list()).map(({ nextAt }) => nextAt)).toEqual([now + second, now + second]);
  });
}

const renewed = ({ email }: SendRecipient): SendRecipient => recipientOf(email);

function testPlanning(makeWorld: MakeWorld): void {
  const recipient = (name: string) => ({ email: `${name}@example.com`, name: null });

  test('planned batches survive a restart until all are recorded', async () => {
    const { storage, reopen } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const at = now + second;
    const batches = [[recipient('ann'), { email: 'ben@example.com', name: 'Ben' }], [recipient('cyd')]];
    const address = 'https://builds.example.com';
    const plan = { versionId: version.id, at, address, silent: true, batches };
    expect(await storage.testing.planSend(plan)).toBe('planned');
    const after = (await reopen()).storage;
    expect(await after.testing.version(version.id)).toMatchObject({
      lastSendAt: at,
      updatedAt: at,
      members: [],
    });
    for (const recipients of batches) {
      const batch = await after.testing.nextBatch();
      expect(batch).toEqual({
        ...{ id: batch?.id, versionId: version.id, at },
        address,
        silent: true,
        recipients,
      });
      const letters = recipients.map(({ email }) => recipientOf(email));
      expect(await after.testing.recordBatch(batch?.id ?? 0, letters)).toBe(true);
      const again = recipients.map(({ email }) => recipientOf(email));
      expect(await after.testing.recordBatch(batch?.id ?? 0, again)).toBe(false);
    }
    expect(await after.testing.nextBatch()).toBeNull();
    expect((await after.mail.list()).map(({ to }) => to).toSorted()).toEqual(
      ['ann', 'ben', 'cyd'].map((name) => recipient(name).email),
    );
    expect((await after.testing.version(version.id))?.members).toMatchObject([
      { status: 1, lastShareAt: at, member: recipient('ann') },
      { member: recipient('ben') },
      { member: recipient('cyd') },
    ]);
  });

  test('planSend() requires an active version and is undone by its removal', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version } = await addShop(storage);
    const plan = (versionId: number) =>
      storage.testing.planSend({ versionId, at: now, batches: [[recipient('ann')]] });
    expect([await plan(version.id), await plan(version.id + 1)]).toEqual(['inactive', 'missing']);
    expect(await storage.testing.nextBatch()).toBeNull();
    await storage.testing.setActive(version.id, true, now);
    await plan(version.id);
    const batch = await storage.testing.nextBatch();
    await storage.testing.removeVersion(version.id);
    expect(await storage.testing.nextBatch()).toBeNull();
    expect(await storage.testing.recordBatch(batch?.id ?? 0, [recipientOf('ann@example.com')])).toBe(false);
    expect(await storage.mail.list()).toEqual([]);
  });

  test('a batch that several calls record concurrently is recorded once', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    await storage.testing.planSend({ versionId: version.id, at: now, batches: [[recipient('ann')]] });
    const batch = await storage.testing.nextBatch();
    const recorded = await Promise.all(
      [storage, other, storage, other].map((one) =>
        one.testing.recordBatch(batch?.id ?? 0, [recipientOf('ann@example.com')]),
      ),
    );
    expect(recorded.filter(Boolean)).toHaveLength(1);
    expect(await storage.mail.list()).toHaveLength(1);
  });

  test('team ids, member ids and addresses resolve to recipients', async () => {
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
    const found = await people.findByEmail(['ANN@EXAMPLE.COM', 'cyd@example.com', 'dee@example.com', 'no']);
    expect(found.toSorted((a, b) => a.email.localeCompare(b.email))).toEqual([
      { email: 'Ann@example.com', name: 'Ann' },
      { email: 'Cyd@example.com', name: null },
    ]);
  });
}

function testRefusing(makeWorld: MakeWorld): void {
  test('sending an inactive or missing version is refused without effect', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version } = await addShop(storage);
    const recipient = recipientOf('ann@example.com');
    const send = (versionId: number) =>
      storage.testing.recordSend({ versionId, at: now + second, recipients: [recipient] });
    expect(await send(version.id)).toBe('inactive');
    expect(await send(version.id + 1)).toBe('missing');
    expect(await storage.people.members()).toEqual([]);
    expect(await storage.mail.list()).toEqual([]);
    expect(await storage.links.find(recipient.linkToken)).toBeNull();
    expect(await storage.testing.version(version.id)).toMatchObject({
      lastSendAt: null,
      updatedAt: now,
      members: [],
    });
  });

  test('a recordSend() that fails at the last message records no message', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const good = recipientOf('ann@example.com');
    const twin = { ...recipientOf('ben@example.com'), linkToken: good.linkToken };
    await expect(sendTo(storage, version.id, [good, twin], now + second)).rejects.toThrow();
    expect(await storage.testing.version(version.id)).toEqual(version);
    expect(await storage.people.members()).toEqual([]);
    expect(await storage.mail.list()).toEqual([]);
    expect(await storage.links.find(good.linkToken)).toBeNull();
  });
}

function testEnding(makeWorld: MakeWorld): void {
  test('removing a version deletes its links and queued messages', async () => {
    const { storage } = await openStorage(makeWorld);
    const [version, other] = [await addActiveShop(storage), await addActiveShop(storage)];
    const [waits, went, stays] = ['ann', 'ben', 'cyd'].map((name) => recipientOf(`${name}@example.com`));
    if (!waits || !went || !stays) throw new Error('a letter is missing');
    await sendTo(storage, version.id, [waits, went]);
    await sendTo(storage, other.id, [stays]);
    await storage.mail.complete({ id: went.mail.id, lease: 0 }, 'mailed');
    await storage.testing.removeVersion(version.id);
    expect((await storage.mail.list()).map(({ id }) => id).sort()).toEqual(
      [went.mail.id, stays.mail.id].sort(),
    );
    for (const token of [waits.linkToken, went.linkToken, version.linkToken]) {
      expect(await storage.links.find(token)).toBeNull();
    }
    expect(await storage.links.find(stays.linkToken)).not.toBeNull();
    const listed = (await storage.people.members()).map(({ email }) => email);
    expect(listed, 'only a mailed recipient joins the directory').toEqual(['ben@example.com']);
  });

  test('a recipient can be revoked and removed from a version', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [ann, ben] = [recipientOf('ann@example.com'), recipientOf('ben@example.com')];
    const { members } = await sendTo(storage, version.id, [ann, ben]);
    const [first, second] = members.map(({ id }) => ({ versionId: version.id, shareId: id }));
    if (!first || !second) throw new Error('a share is missing');
    expect(await storage.testing.revokeLinks({ ...first, versionId: 99 })).toBe(false);
    expect(await storage.testing.revokeLinks(first)).toBe(true);
    expect(await other.links.find(ann.linkToken)).toBeNull();
    expect(await other.links.find(ben.linkToken)).not.toBeNull();
    expect((await other.mail.list()).map(({ to }) => to)).toEqual(['ben@example.com']);
    expect((await other.testing.version(version.id))?.members).toHaveLength(2);
    expect(await storage.testing.removeShare(second)).toBe(true);
    expect(await storage.testing.removeShare(second)).toBe(false);
    expect(await other.links.find(ben.linkToken)).toBeNull();
    expect((await other.testing.version(version.id))?.members.map(({ id }) => id)).toEqual([first.shareId]);
  });

  test('removing an application deletes the messages of its versions', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    await sendTo(storage, version.id, [recipientOf('ann@example.com')]);
    await storage.testing.removeApplication(version.applicationId);
    expect(await storage.mail.list()).toEqual([]);
    expect(await storage.mail.nextDueAt()).toBeNull();
  });

  test('removing a member deletes links and queued messages, not the history', async () => {
    const { storage } = await openStorage(makeWorld);
    const version = await addActiveShop(storage);
    const [ann, ben] = [recipientOf('ann@example.com'), recipientOf('ben@example.com')];
    const sent = await sendTo(storage, version.id, [ann, ben]);
    await storage.people.removeMember(sent.members[0]?.member.id ?? 0);
    expect(await storage.links.find(ann.linkToken)).toBeNull();
    expect(await storage.links.find(ben.linkToken)).not.toBeNull();
    expect((await storage.mail.list()).map(({ id }) => id)).toEqual([ben.mail.id]);
    expect((await storage.testing.version(version.id))?.members).toHaveLength(2);
  });

  test('a version sent and removed concurrently leaves no queued message', async () => {
    const { storage, other } = await openStorage(makeWorld);
    for (let round = 0; round < 5; round += 1) {
      const version = await addActiveShop(storage);
      const recipient = recipientOf('ann@example.com');
      const [sent] = await Promise.all([
        storage.testing.recordSend({ versionId: version.id, at: now, recipients: [recipient] }),
        other.testing.removeVersion(version.id),
      ]);
      expect(typeof sent === 'string' ? sent : 'sent').toMatch(/^(sent|missing)$/);
      expect(await storage.mail.list()).toEqual([]);
      expect(await storage.links.find(recipient.linkToken)).toBeNull();
    }
  });
}
