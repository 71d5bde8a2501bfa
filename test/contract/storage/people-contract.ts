import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { type MakeWorld, now, openStorage } from './world.ts';

async function ungroupedId(storage: Storage): Promise<number> {
  const found = (await storage.people.teams()).filter((team) => team.ungrouped);
  expect(found).toHaveLength(1);
  return found[0]?.id ?? 0;
}

async function addTeam(storage: Storage, name: string): Promise<number> {
  const team = await storage.people.addTeam(name, now);
  if (!team) throw new Error(`the team ${name} was refused`);
  return team.id;
}

async function addMember(storage: Storage, email: string, name: string | null = null): Promise<number> {
  const member = await storage.people.addMember(email, name, now);
  if (!member) throw new Error(`the member ${email} was refused`);
  return member.id;
}

async function teamsOf(storage: Storage, memberId: number): Promise<readonly number[] | undefined> {
  const member = (await storage.people.members()).find(({ id }) => id === memberId);
  return member?.teams.map(({ id }) => id);
}

export function testPeople(makeWorld: MakeWorld): void {
  describe('people', () => {
    testTeams(makeWorld);
    testMembers(makeWorld);
    testBelonging(makeWorld);
    testMoving(makeWorld);
    testMany(makeWorld);
  });
}

function testTeams(makeWorld: MakeWorld): void {
  test('teams are listed by id and belong to the first user', async () => {
    const { storage, other } = await openStorage(makeWorld);
    await storage.identity.addUser({ userName: 'Ann', passwordHash: 'x' }, now);
    await storage.identity.addUser({ userName: 'Ben', passwordHash: 'x' }, now);
    const ownerId = (await storage.identity.user('Ann'))?.id;
    const red = await storage.people.addTeam('Red', now);
    expect(red).toEqual({ id: red?.id, name: 'Red', ownerId, ungrouped: false });
    await addTeam(storage, 'Blue');
    const teams = await other.people.teams();
    expect(teams.filter((team) => !team.ungrouped).map(({ name }) => name)).toEqual(['Red', 'Blue']);
    expect(teams.map(({ id }) => id)).toEqual(teams.map(({ id }) => id).sort((a, b) => a - b));
  });

  test('team names are unique regardless of letter case and Unicode form', async () => {
    const { storage } = await openStorage(makeWorld);
    const id = await addTeam(storage, 'Prüfer');
    for (const name of ['Prüfer', 'PRÜFER', 'Pru\u0308fer']) {
      expect(await storage.people.addTeam(name, now)).toBeNull();
    }
    const red = await addTeam(storage, 'Red');
    expect(await storage.people.renameTeam(red, 'prüfer')).toBe('taken');
    expect(await storage.people.renameTeam(id, 'PRÜFER')).toBe('done');
    expect(await storage.people.renameTeam(99, 'Any')).toBe('missing');
    expect((await storage.people.teams()).find((team) => team.id === id)?.name).toBe('PRÜFER');
  });

  test('concurrent calls create one team per name and one member per address', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const concurrently = <Result>(work: (one: Storage) => Promise<Result>) =>
      Promise.all([storage, other, storage, other, storage, other].map(work));
    expect((await concurrently((one) => one.people.addTeam('Red', now))).filter(Boolean)).toHaveLength(1);
    const members = await concurrently((one) => one.people.addMember('ann@example.com', null, now));
    expect(members.filter(Boolean)).toHaveLength(1);
    expect(await storage.people.members()).toHaveLength(1);
  });

  test('the ungrouped team always exists and cannot be changed', async () => {
    const { storage } = await openStorage(makeWorld);
    const id = await ungroupedId(storage);
    const before = await storage.people.teams();
    const ann = await addMember(storage, 'ann@example.com');
    expect(await storage.people.renameTeam(id, 'Everybody')).toBe('missing');
    expect(await storage.people.removeTeam(id)).toBe(false);
    expect(await storage.people.join(ann, id)).toBe(false);
    expect(await storage.people.leave(ann, id)).toBe(false);
    expect(await storage.people.teams()).toEqual(before);
    expect(await teamsOf(storage, ann)).toEqual([id]);
  });
}

function testMembers(makeWorld: MakeWorld): void {
  test('members are listed by id with name and address as entered', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const ungrouped = (await storage.people.teams()).filter((team) => team.ungrouped);
    const ben = await addMember(storage, 'Ben@Example.com', 'Ben Ünal');
    const ann = await addMember(storage, 'ann@example.com');
    const facts = { isDeleted: false, teams: ungrouped };
    expect(await other.people.members()).toEqual([
      { id: ben, email: 'Ben@Example.com', name: 'Ben Ünal', ...facts },
      { id: ann, email: 'ann@example.com', name: null, ...facts },
    ]);
    expect(await other.people.addMember('BEN@example.com', 'Another', now)).toBeNull();
  });

  test('an update is refused for an address in use or a missing member', async () => {
    const { storage } = await openStorage(makeWorld);
    const ann = await addMember(storage, 'ann@example.com', 'Ann');
    const ben = await addMember(storage, 'ben@example.com');
    const change = storage.people.changeMember;
    expect(await change(ann, { name: 'Anna' })).toBe('done');
    expect(await change(ann, { email: 'ANN@example.com' })).toBe('done');
    expect(await change(ann, { email: 'Ben@example.com', name: 'Never' })).toBe('taken');
    expect(await change(99, { name: 'x' })).toBe('missing');
    expect(await storage.people.members()).toMatchObject([{ name: 'Anna', email: 'ANN@example.com' }, {}]);
    expect(await change(ann, { name: null })).toBe('done');
    expect(await storage.people.removeMember(ben)).toBe(true);
    expect(await change(ben, { name: 'x' })).toBe('missing');
    expect(await change(ann, { email: 'Ben@example.com' })).toBe('unlisted');
    expect(await storage.people.members()).toMatchObject([{ name: null }]);
  });

  test('a removed member who is added again keeps the id and has no team', async () => {
    const { storage } = await openStorage(makeWorld);
    const red = await addTeam(storage, 'Red');
    const ann = await addMember(storage, 'ann@example.com', 'Ann');
    await storage.people.join(ann, red);
    expect(await storage.people.removeMember(ann)).toBe(true);
    expect(await storage.people.removeMember(ann)).toBe(false);
    expect(await storage.people.members()).toEqual([]);
    expect(await storage.people.join(ann, red)).toBe(false);
    const back = await storage.people.addMember('Ann@example.com', 'Ann again', now);
    expect(back).toMatchObject({ id: ann, name: 'Ann again', email: 'Ann@example.com', isDeleted: false });
    expect(await teamsOf(storage, ann)).toEqual([await ungroupedId(storage)]);
  });
}

function testBelonging(makeWorld: MakeWorld): void {
  test('members join and leave teams, and are ungrouped without a team', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [red, blue] = [await addTeam(storage, 'Red'), await addTeam(storage, 'Blue')];
    const ann = await addMember(storage, 'ann@example.com');
    expect(await storage.people.join(ann, blue)).toBe(true);
    expect(await storage.people.join(ann, red)).toBe(true);
    expect(await other.people.join(ann, red)).toBe(true);
    expect(await other.people.join(ann, 99)).toBe(false);
    expect(await other.people.join(99, red)).toBe(false);
    expect(await teamsOf(storage, ann)).toEqual([red, blue]);
    expect(await storage.people.leave(ann, red)).toBe(true);
    expect(await storage.people.leave(ann, red)).toBe(false);
    expect(await teamsOf(other, ann)).toEqual([blue]);
    expect(await storage.people.removeTeam(blue)).toBe(true);
    expect(await storage.people.removeTeam(blue)).toBe(false);
    expect(await teamsOf(other, ann)).toEqual([await ungroupedId(storage)]);
    expect(await addTeam(storage, 'Blue')).toBeGreaterThan(blue);
  });
}

function testMoving(makeWorld: MakeWorld): void {
  test('a move between teams succeeds completely or changes nothing', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const [red, blue] = [await addTeam(storage, 'Red'), await addTeam(storage, 'Blue')];
    const none = await ungroupedId(storage);
    const ann = await addMember(storage, 'ann@example.com');
    const gone = await addMember(storage, 'gone@example.com');
    await storage.people.removeMember(gone);
    const moves: readonly [number, number, number, string, readonly number[]][] = [
      [ann, red, blue, 'elsewhere', [none]],
      [ann, none, red, 'done', [red]],
      [ann, red, 99, 'missing', [red]],
      [99, red, blue, 'missing', [red]],
      [gone, none, blue, 'missing', [red]],
      [ann, none, blue, 'elsewhere', [red]],
      [ann, red, red, 'done', [red]],
      [ann, red, blue, 'done', [blue]],
      [ann, blue, none, 'done', [none]],
    ];
    for (const [memberId, from, to, outcome, teams] of moves) {
      expect(await storage.people.move(memberId, from, to)).toBe(outcome);
      expect(await teamsOf(other, ann)).toEqual(teams);
    }
  });

  test('only one of two concurrent moves of a member succeeds', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const teams = [
      await addTeam(storage, 'Red'),
      await addTeam(storage, 'Blue'),
      await addTeam(storage, 'Sky'),
    ];
    const [red = 0, blue = 0, sky = 0] = teams;
    const ann = await addMember(storage, 'ann@example.com');
    await storage.people.join(ann, red);
    const outcomes = await Promise.all([
      storage.people.move(ann, red, blue),
      other.people.move(ann, red, sky),
    ]);
    expect([...outcomes].sort()).toEqual(['done', 'elsewhere']);
    expect(await teamsOf(storage, ann)).toEqual([outcomes[0] === 'done' ? blue : sky]);
  });
}

function testMany(makeWorld: MakeWorld): void {
  test('an import adds to the existing teams and members', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const red = await addTeam(storage, 'Red');
    const ann = await addMember(storage, 'ann@example.com', 'Ann');
    const ben = await addMember(storage, 'ben@example.com');
    const gone = await addMember(storage, 'gone@example.com', 'Old');
    await storage.people.removeMember(gone);
    const member = (email: string, name: string | null = null) => ({ email, name });
    await other.people.importPeople(
      [
        { member: member('ANN@example.com', 'Never'), team: 'RED' },
        { member: member('ben@example.com', 'Ben'), team: null },
        { member: member('gone@example.com', 'New'), team: 'Blue' },
        { member: member('eve@example.com'), team: 'blue' },
        { member: null, team: 'Green' },
      ],
      now,
    );
    const teams = (await storage.people.teams()).filter((team) => !team.ungrouped);
    expect(teams.map(({ name }) => name)).toEqual(['Red', 'Blue', 'Green']);
    const blue = teams.find(({ name }) => name === 'Blue')?.id;
    const members = await storage.people.members();
    expect(members.map(({ email, name, teams: own }) => [email, name, own.map(({ id }) => id)])).toEqual([
      ['ann@example.com', 'Ann', [red]],
      ['ben@example.com', 'Ben', [await ungroupedId(storage)]],
      ['gone@example.com', 'New', [blue]],
      ['eve@example.com', null, [blue]],
    ]);
    expect(members.slice(0, 3).map(({ id }) => id)).toEqual([ann, ben, gone]);
  });
}
