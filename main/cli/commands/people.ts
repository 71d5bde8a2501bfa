/** Teams and members of the built-in service. */
import type { Command } from 'commander';
import type { Core, People } from '../../core.ts';
import type { Context } from '../context.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { formatTable, plainText } from '../format.ts';
import { findMember, findTeam } from '../recipients.ts';
import { type Run, withService } from './with-service.ts';

type Directory = ReturnType<Core['service']['service']>['people'];

/** One change: gives what was done, in a sentence. Names are looked up among those `known` before it. */
type Change = (directory: Directory, known: People, ...words: readonly string[]) => Promise<string>;

const changes: readonly { readonly usage: string; readonly description: string; readonly change: Change }[] =
  [
    {
      usage: 'add-team <name>',
      description: 'Makes a team.',
      change: async (directory, _known, name = '') => {
        const team = await directory.createTeam(name);
        return `Team “${team.name}” has the number ${team.id}.`;
      },
    },
    {
      usage: 'join <member> <team>',
      description: 'Puts a member into a team.',
      change: async (directory, known, member = '', team = '') => {
        await directory.addToTeam(findMember(known, member), findTeam(known, team));
        return `${member} is in ${team}.`;
      },
    },
    {
      usage: 'leave <member> <team>',
      description: 'Takes a member out of a team.',
      change: async (directory, known, member = '', team = '') => {
        await directory.removeFromTeam(findMember(known, member), findTeam(known, team));
        return `${member} is not in ${team} any more.`;
      },
    },
    {
      usage: 'rename-team <team> <name>',
      description: 'Gives a team another name.',
      change: async (directory, known, team = '', name = '') => {
        await directory.renameTeam(findTeam(known, team), name);
        return `The team is called “${name}”.`;
      },
    },
    {
      usage: 'remove-team <team>',
      description: 'Removes a team; its members stay.',
      change: async (directory, known, team = '') => {
        await directory.removeTeam(findTeam(known, team));
        return `The team ${team} is gone.`;
      },
    },
    {
      usage: 'remove-member <member>',
      description: 'Removes a member; the personal install links end.',
      change: async (directory, known, member = '') => {
        await directory.removeMember(findMember(known, member));
        return `${member} is gone.`;
      },
    },
  ];

type MemberOptions = { readonly name?: string; readonly team?: string };

export function addPeopleCommands(people: Command, run: Run): void {
  const changing = (change: Change, words: readonly string[]): Promise<void> =>
    run((context) => withService(context, (core) => applyChange(context, core, change, words)));
  people
    .command('list', { isDefault: true })
    .description('Lists teams and members.')
    .action(() => run((context) => withService(context, (core) => listPeople(context, core))));
  people
    .command('add-member <email>')
    .description('Makes a member.')
    .option('--name <name>', 'name of the person')
    .option('--team <team>', 'team to join, by name or number')
    .action((email: string, options: MemberOptions) => changing(addMember(options), [email]));
  for (const { usage, description, change } of changes) {
    const command = people.command(usage).description(description);
    command.action(() => changing(change, command.args));
  }
}

function addMember(options: MemberOptions): Change {
  return async (directory, known, email = '') => {
    // The team is looked up first, so that a wrong one makes no member.
    const teamId = options.team === undefined ? null : findTeam(known, options.team);
    if (teamId !== null && !known.teams.some((team) => team.id === teamId)) {
      throw cliErrors.unknownRecipient({
        what: 'team',
        name: options.team ?? '',
        known: known.teams.map((team) => team.name).join(', '),
      });
    }
    const member = await directory.createMember({ email, name: options.name ?? null });
    if (teamId !== null) await directory.addToTeam(member.id, teamId);
    return `${member.email} has the number ${member.id}.`;
  };
}

async function applyChange(
  { terminal }: Context,
  core: Core,
  change: Change,
  words: readonly string[],
): Promise<ExitCode> {
  const directory = core.service.service().people;
  terminal.say(plainText(await change(directory, await directory.list(), ...words)));
  terminal.result(await directory.list());
  return exitCodes.done;
}

async function listPeople({ terminal }: Context, core: Core): Promise<ExitCode> {
  const people = await core.service.service().people.list();
  terminal.result(people);
  if (terminal.json) return exitCodes.done;
  const teamsOf = (id: number): string =>
    people.teams
      .filter((team) => team.memberIds.includes(id))
      .map((team) => team.name)
      .join(', ');
  const teams = people.teams.map((team) => [
    String(team.id),
    plainText(team.name),
    String(team.memberIds.length),
  ]);
  const members = people.members.map(({ id, name, email }) => [
    String(id),
    plainText(name ?? '–'),
    email,
    plainText(teamsOf(id)),
  ]);
  if (teams.length > 0)
    for (const line of formatTable([['number', 'team', 'members'], ...teams])) terminal.say(line);
  if (teams.length > 0 && members.length > 0) terminal.say('');
  if (members.length > 0) {
    for (const line of formatTable([['number', 'member', 'address', 'teams'], ...members]))
      terminal.say(line);
  }
  if (teams.length + members.length === 0) terminal.note('There are no teams and members yet.');
  return exitCodes.done;
}
