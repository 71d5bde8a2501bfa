import { expect, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { createPeople } from '../../../main/service/people/people.ts';
import { openEmbeddedStorage } from '../../../main/service/storage/embedded-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

async function openPeople() {
  const storage = await openEmbeddedStorage(await temporaryFolder(), collectedLog().log);
  return { storage, people: createPeople(storage.people, systemClock) };
}

test('people are made, moved, renamed and removed', async () => {
  const { storage, people } = await openPeople();
  const red = await people.createTeam(' Red ');
  const blue = await people.createTeam('Blue');
  const ann = await people.createMember({ email: 'ann@example.com', name: 'Ann' });
  await people.addToTeam(ann.id, red.id);
  await people.addToTeam(ann.id, red.id);
  await people.move(ann.id, red.id, blue.id);
  await people.renameTeam(blue.id, 'Sky');
  await people.changeMember(ann.id, { name: null });
  expect(await people.list()).toEqual({
    teams: [
      { id: red.id, name: 'Red', memberIds: [] },
      { id: blue.id, name: 'Sky', memberIds: [ann.id] },
    ],
    members: [{ id: ann.id, name: null, email: 'ann@example.com' }],
  });
  expect((await storage.people.members())[0]?.teams.map(({ ungrouped }) => ungrouped)).toEqual([false]);
  await people.removeTeam(blue.id);
  expect((await storage.people.members())[0]?.teams.map(({ ungrouped }) => ungrouped)).toEqual([true]);
  await people.removeMember(ann.id);
  expect((await people.list()).members).toEqual([]);
  const back = await people.createMember({ email: 'Ann@example.com', name: 'Ann again' });
  expect(back).toEqual({ id: ann.id, name: 'Ann again', email: 'Ann@example.com' });
  await storage.close();
});

test('wrong people are refused with what is wrong', async () => {
  const { storage, people } = await openPeople();
  const team = await people.createTeam('Red');
  const ann = await people.createMember({ email: 'ann@example.com' });
  const ben = await people.createMember({ email: 'ben@example.com' });
  const codes: readonly [Promise<unknown>, string][] = [
    [people.createTeam('RED'), 'service/taken'],
    [people.createTeam('  '), 'service/badName'],
    [people.createTeam('a\nb'), 'service/badName'],
    [people.createTeam('Ungrouped'), 'service/taken'],
    [people.createMember({ email: 'ANN@example.com' }), 'service/taken'],
    [people.createMember({ email: 'ann' }), 'service/badAddress'],
    [people.changeMember(ben.id, { email: 'Ann@example.com' }), 'service/taken'],
    [people.changeMember(99, { name: 'x' }), 'service/noPerson'],
    [people.addToTeam(ann.id, 99), 'service/noPerson'],
    [people.addToTeam(99, team.id), 'service/noPerson'],
    [people.removeFromTeam(ann.id, team.id), 'service/noPerson'],
    [people.renameTeam(99, 'x'), 'service/noPerson'],
    [people.removeTeam(99), 'service/noPerson'],
    [people.removeMember(99), 'service/noPerson'],
  ];
  for (const [call, code] of codes) await expect(call).rejects.toMatchObject({ code });
  await storage.close();
});

test('people come from a spreadsheet, line by line', async () => {
  const { storage, people } = await openPeople();
  await people.createMember({ email: 'ben@example.com' });
  const text =
    '\uFEFFName;E-Mail;Team\r\n"Lee; ""Ann""";ann@example.com;Red\r\n;BEN@example.com;red\r\n\r\nCy;not an address;Red\r\n"two\nlines";dan@example.com\r\n';
  expect(await people.importCsv(text)).toMatchObject([
    { line: 2, email: 'ann@example.com', outcome: 'created', reason: null },
    { line: 3, email: 'BEN@example.com', outcome: 'known', reason: null },
    {
      line: 5,
      email: 'not an address',
      outcome: 'refused',
      reason: expect.stringContaining('not an address'),
    },
    { line: 6, email: 'dan@example.com', outcome: 'refused', reason: expect.stringContaining('name') },
  ]);
  expect(await people.importCsv('eve@example.com, Eve')).toMatchObject([{ line: 1, outcome: 'created' }]);
  const { teams, members } = await people.list();
  expect(teams).toMatchObject([{ name: 'Red', memberIds: [1, 2] }]);
  expect(members.map(({ name }) => name)).toEqual([null, 'Lee; "Ann"', 'Eve']);
  expect(await people.importCsv('')).toEqual([]);
  await storage.close();
});
