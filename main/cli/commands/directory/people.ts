import type { Command } from 'commander';
import type { PeopleView } from '../../../service/service-view.ts';
import { cliErrors } from '../../errors.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { findMember, findTeam } from '../../options/recipients.ts';
import type { CommandContext } from '../../run/context.ts';
import type { DirectoryClient, RunOnDirectory } from '../../run/with-service.ts';
import { formatTable, plainText } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { addPeopleFileCommands } from './people-files.ts';

type Directory = PeopleView;

/** Applies one change to the directory and returns a sentence about it. Resolves names in `people`. */
type Change = (client: DirectoryClient, people: Directory, ...words: readonly string[]) => Promise<string>;

type ChangeCommand = {
  readonly name: string;
  readonly description: string;
  /** Arguments in order, each with its help text. */
  readonly args: Readonly<Record<string, string>>;
  readonly change: Change;
};

const memberText = 'name, address or number of the member';
const teamText = 'name or number of the team';

const changes: readonly ChangeCommand[] = [
  {
    name: 'add-team',
    description: 'Create a team.',
    args: { '<name>': 'name of the team' },
    change: async (client, _known, name = '') => {
      const team = await client.call('service.addTeam', { name });
      return `Created the team “${team.name}” with the number ${team.id}.`;
    },
  },
  {
    name: 'join',
    description: 'Add a member to a team.',
    args: { '<member>': memberText, '<team>': teamText },
    change: async (client, known, member = '', team = '') => {
      await client.call('service.joinTeam', {
        memberId: findMember(known, member),
        teamId: findTeam(known, team),
      });
      return `${member} is in ${team}.`;
    },
  },
  {
    name: 'leave',
    description: 'Remove a member from a team.',
    args: { '<member>': memberText, '<team>': teamText },
    change: async (client, known, member = '', team = '') => {
      await client.call('service.leaveTeam', {
        memberId: findMember(known, member),
        teamId: findTeam(known, team),
      });
      return `${member} is no longer in ${team}.`;
    },
  },
  {
    name: 'move',
    description: 'Move a member from one team to another.',
    args: {
      '<member>': memberText,
      '<from>': 'name or number of the team to leave',
      '<to>': 'name or number of the team to join',
    },
    change: async (client, known, member = '', from = '', to = '') => {
      await client.call('service.moveMember', {
        memberId: findMember(known, member),
        fromTeamId: findTeam(known, from),
        toTeamId: findTeam(known, to),
      });
      return `${member} is in ${to} instead of ${from}.`;
    },
  },
  {
    name: 'rename-member',
    description: 'Rename a member.',
    args: { '<member>': memberText, '<name>': 'new name, or "" to remove the name' },
    change: async (client, known, member = '', name = '') => {
      await client.call('service.changeMember', { id: findMember(known, member), name });
      return name.trim() === '' ? `${member} no longer has a name.` : `${member} is now called “${name}”.`;
    },
  },
  {
    name: 'change-address',
    description: 'Change the e-mail address of a member.',
    args: { '<member>': memberText, '<email>': 'new e-mail address' },
    change: async (client, known, member = '', email = '') => {
      await client.call('service.changeMember', { id: findMember(known, member), email });
      return `${member} now has the address ${email}.`;
    },
  },
  {
    name: 'rename-team',
    description: 'Rename a team.',
    args: { '<team>': teamText, '<name>': 'new name' },
    change: async (client, known, team = '', name = '') => {
      await client.call('service.changeTeam', { id: findTeam(known, team), name });
      return `The team is now called “${name}”.`;
    },
  },
  {
    name: 'remove-team',
    description: 'Remove a team. Its members remain.',
    args: { '<team>': teamText },
    change: async (client, known, team = '') => {
      await client.call('service.removeTeam', { id: findTeam(known, team) });
      return `Removed the team ${team}.`;
    },
  },
  {
    name: 'remove-member',
    description: 'Remove a member and disable the member’s personal install links.',
    args: { '<member>': memberText },
    change: async (client, known, member = '') => {
      await client.call('service.removeMember', { id: findMember(known, member) });
      return `Removed ${member}.`;
    },
  },
];

type ListOptions = { readonly team?: string };
type MemberOptions = { readonly name?: string; readonly team?: string };

export function addPeopleCommands(people: Command, withClient: RunOnDirectory): void {
  const changing = (change: Change, words: readonly string[]): Promise<void> =>
    withClient((context, client) => applyChange(context, client, change, words));
  people
    .command('list', { isDefault: true })
    .description('List teams and their members. “Ungrouped” lists members without a team.')
    .option('--team <team>', 'show only members of this team (name or number)')
    .action((options: ListOptions) => withClient((context, client) => listPeople(context, client, options)));
  people
    .command('add-member')
    .description('Create a member.')
    .argument('<email>', 'e-mail address of the member')
    .option('--name <name>', 'name of the member')
    .option('--team <team>', 'name or number of the team to join')
    .action((email: string, options: MemberOptions) => changing(addMember(options), [email]));
  for (const { name, description, args, change } of changes) {
    const command = people.command(name).description(description);
    for (const [argument, text] of Object.entries(args)) command.argument(argument, text);
    command.action(() => changing(change, command.args));
  }
  addPeopleFileCommands(people, withClient);
}

function addMember(options: MemberOptions): Change {
  return async (client, known, email = '') => {
    // The team is resolved before the member is created, so that an unknown team changes nothing.
    const team = options.team === undefined ? null : teamNamed(known.teams, options.team);
    const member = await client.call('service.addMember', {
      email,
      name: options.name ?? null,
      teamIds: team ? [team.id] : [],
    });
    return `Created the member ${member.email} with the number ${member.id}.`;
  };
}

function teamNamed(teams: Directory['teams'], name: string): Directory['ungrouped'] {
  const id = findTeam({ teams, members: [] }, name);
  const team = teams.find((one) => one.id === id);
  if (team) return team;
  throw cliErrors.unknownRecipient({ what: 'team', name, known: teams.map((one) => one.name).join(', ') });
}

async function applyChange(
  { terminal }: CommandContext,
  client: DirectoryClient,
  change: Change,
  words: readonly string[],
): Promise<ExitCode> {
  const known = await client.call('service.people', {});
  const line = await change(client, known, ...words);
  return terminal.done(await client.call('service.people', {}), plainText(line));
}

async function listPeople(
  { terminal }: CommandContext,
  client: DirectoryClient,
  options: ListOptions,
): Promise<ExitCode> {
  const people = await client.call('service.people', {});
  const teams = [...people.teams, people.ungrouped];
  const only = options.team === undefined ? null : teamNamed(teams, options.team);
  const members = people.members.filter(({ id }) => only?.memberIds.includes(id) ?? true);
  terminal.result({ ...people, members });
  if (terminal.json) return exitCodes.done;
  if (only === null) show(terminal, [['number', 'team', 'members'], ...teams.map(teamRow)]);
  if (only === null && members.length > 0) terminal.print('');
  const memberRows = members.map((member) => memberRow(member, people.teams));
  if (members.length > 0) show(terminal, [['number', 'member', 'address', 'teams'], ...memberRows]);
  else terminal.note(only === null ? 'There are no members yet.' : `${plainText(only.name)} has no members.`);
  return exitCodes.done;
}

function teamRow({ id, name, memberIds }: Directory['ungrouped']): readonly string[] {
  return [String(id), plainText(name), String(memberIds.length)];
}

function memberRow(
  { id, name, email }: Directory['members'][number],
  teams: Directory['teams'],
): readonly string[] {
  const own = teams.filter((team) => team.memberIds.includes(id)).map((team) => team.name);
  return [String(id), plainText(name ?? '–'), plainText(email), plainText(own.join(', ') || '–')];
}

function show(terminal: Terminal, rows: readonly (readonly string[])[]): void {
  for (const line of formatTable(rows)) terminal.print(line);
}
