import { expect, test } from 'vitest';
import { openPeople } from './people-world.ts';

test('an address of a removed member is rejected with a remedy', async () => {
  const { people } = await openPeople();
  const ann = await people.createMember({ email: 'ann@example.com' });
  const ben = await people.createMember({ email: 'ben@example.com' });
  await people.removeMember(ben.id);
  await expect(people.changeMember(ann.id, { email: 'Ben@example.com' })).rejects.toMatchObject({
    code: 'service/addressUsed',
    values: { email: 'Ben@example.com' },
  });
  expect((await people.createMember({ email: 'ben@example.com' })).id).toBe(ben.id);
});

test('the directory rejects invalid members and teams with a reason', async () => {
  const { people } = await openPeople();
  const team = await people.createTeam('Red');
  const ann = await people.createMember({ email: 'ann@example.com' });
  const ben = await people.createMember({ email: 'ben@example.com' });
  const { ungrouped } = await people.list();
  const codes: readonly [Promise<unknown>, string][] = [
    [people.createTeam('RED'), 'service/taken'],
    [people.createTeam('  '), 'service/badName'],
    [people.createTeam('a\nb'), 'service/badName'],
    [people.createTeam('Ungrouped'), 'service/taken'],
    [people.createMember({ email: 'ANN@example.com' }), 'service/taken'],
    [people.createMember({ email: 'ann' }), 'service/badMember'],
    [people.createMember({ email: 'eve@example.com', name: 'e\u0000' }), 'service/badName'],
    [people.changeMember(ben.id, { email: 'Ann@example.com' }), 'service/taken'],
    [people.changeMember(99, { name: 'x' }), 'service/noPerson'],
    [people.addToTeam(ann.id, 99), 'service/noPerson'],
    [people.addToTeam(ann.id, ungrouped.id), 'service/noPerson'],
    [people.addToTeam(99, team.id), 'service/noPerson'],
    [people.removeFromTeam(ann.id, team.id), 'service/noPerson'],
    [people.renameTeam(99, 'x'), 'service/noPerson'],
    [people.renameTeam(ungrouped.id, 'x'), 'service/noPerson'],
    [people.removeTeam(99), 'service/noPerson'],
    [people.removeTeam(ungrouped.id), 'service/noPerson'],
    [people.removeMember(99), 'service/noPerson'],
  ];
  await Promise.all(codes.map(([call, code]) => expect(call).rejects.toMatchObject({ code })));
  expect((await people.list()).members).toHaveLength(2);
});
