import type { Core } from '../../core.ts';

export type Prepared = {
  readonly accountId: string;
  readonly teamId: number;
  /** Recipient outside the team. */
  readonly address: string;
};

const teamName = 'Testers';
const people = [
  { name: 'Ada Demir', email: 'ada@example.test' },
  { name: 'Ben Okafor', email: 'ben@example.test' },
] as const;
const outsider = 'client@example.test';

/** Starts the built-in service and adds the demo team and its two members, if missing. */
export async function prepareService(core: Core, print: (line: string) => void): Promise<Prepared> {
  const { url } = await core.service.start();
  print(`The built-in service answers at ${url}`);
  const directory = core.service.service().people;
  const existing = await directory.list();
  const team = existing.teams.find((one) => one.name === teamName) ?? (await directory.createTeam(teamName));
  for (const person of people) {
    const member =
      existing.members.find((one) => one.email === person.email) ?? (await directory.createMember(person));
    if (!team.memberIds.includes(member.id)) await directory.addToTeam(member.id, team.id);
  }
  const account = (await core.accounts.list()).find((one) => one.kind === 'built-in');
  if (!account) throw new Error('The built-in service created no account.');
  await core.accounts.signIn(account);
  print(`Signed in as ${account.userName}; team “${teamName}” with ${people.length} members`);
  return { accountId: account.id, teamId: team.id, address: outsider };
}
