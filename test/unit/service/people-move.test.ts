import { expect, test } from 'vitest';
import { openPeople } from './people-world.ts';

async function openTeams() {
  const { storage, people } = await openPeople();
  const [red, blue] = [await people.createTeam('Red'), await people.createTeam('Blue')];
  const ann = await people.createMember({ email: 'ann@example.com' });
  const ungrouped = (await storage.people.teams()).find((team) => team.ungrouped);
  if (!ungrouped) throw new Error('there is no ungrouped team');
  const teamsOfAnn = async () => (await storage.people.members())[0]?.teams.map(({ id }) => id);
  return { people, red, blue, ann, ungrouped, teamsOfAnn };
}

test('move() adds a member to a team, moves it to another and removes it', async () => {
  const { people, red, blue, ann, ungrouped, teamsOfAnn } = await openTeams();
  await people.move(ann.id, ungrouped.id, red.id);
  expect(await teamsOfAnn()).toEqual([red.id]);
  await people.move(ann.id, red.id, blue.id);
  expect(await teamsOfAnn()).toEqual([blue.id]);
  await people.move(ann.id, blue.id, blue.id);
  expect(await teamsOfAnn()).toEqual([blue.id]);
  await people.move(ann.id, blue.id, ungrouped.id);
  expect(await teamsOfAnn()).toEqual([ungrouped.id]);
});

test('move() rejects an invalid move with a reason', async () => {
  const { people, red, blue, ann, ungrouped, teamsOfAnn } = await openTeams();
  await people.addToTeam(ann.id, red.id);
  const moves: readonly [memberId: number, from: number, to: number, message: string][] = [
    [ann.id, red.id, 99, 'There is no team 99.'],
    [99, red.id, blue.id, 'There is no member 99.'],
    [ann.id, blue.id, red.id, `There is no member of team ${blue.id} with the id ${ann.id}.`],
    [ann.id, 99, blue.id, `There is no member of team 99 with the id ${ann.id}.`],
    [ann.id, ungrouped.id, blue.id, `There is no member of team ${ungrouped.id} with the id ${ann.id}.`],
  ];
  for (const [memberId, from, to, message] of moves) {
    await expect(people.move(memberId, from, to)).rejects.toMatchObject({
      code: 'service/noPerson',
      message,
    });
    expect(await teamsOfAnn()).toEqual([red.id]);
  }
});
