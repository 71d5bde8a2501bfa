/** The built-in service from the terminal: whether it runs, its people, its outbox. */
import type { Command } from 'commander';
import type { Core, People } from '../../core.ts';
import { builtInService, type Context, withOwnCore } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { formatTable, formatTime, plainText } from '../format.ts';
import { findMember, findTeam } from '../recipients.ts';

const probeLimitMs = 3_000;

type Run = (work: (context: Context) => Promise<ExitCode>) => Promise<void>;

export function addServiceCommands(program: Command, run: Run): void {
  const service = program
    .command('service')
    .description('The built-in distribution service: status, people, outbox.');
  service
    .command('status')
    .description('Says whether it runs, and where.')
    .action(() => run(status));
  service
    .command('outbox')
    .description('Lists the messages it has sent, newest first.')
    .action(() => run((context) => withService(context, (core) => showOutbox(context, core))));
  addPeopleCommands(service.command('people').description('Teams and members of the built-in service.'), run);
}

function addPeopleCommands(people: Command, run: Run): void {
  const change = (work: (core: Core, known: People) => Promise<string>): Promise<void> =>
    run((context) =>
      withService(context, async (core) => {
        const directory = core.service.service().people;
        context.terminal.say(plainText(await work(core, await directory.list())));
        context.terminal.result(await directory.list());
        return exitCodes.done;
      }),
    );
  const directory = (core: Core) => core.service.service().people;
  people
    .command('list', { isDefault: true })
    .description('Lists teams and members.')
    .action(() => run((context) => withService(context, (core) => listPeople(context, core))));
  people
    .command('add-team <name>')
    .description('Makes a team.')
    .action((name: string) =>
      change(async (core) => {
        const team = await directory(core).createTeam(name);
        return `Team “${team.name}” has the number ${team.id}.`;
      }),
    );
  people
    .command('add-member <email>')
    .description('Makes a member.')
    .option('--name <name>', 'name of the person')
    .option('--team <team>', 'team to join, by name or number')
    .action((email: string, options: { readonly name?: string; readonly team?: string }) =>
      change(async (core, known) => {
        const teamId = options.team === undefined ? null : findTeam(known, options.team);
        const member = await directory(core).createMember({ email, name: options.name ?? null });
        if (teamId !== null) await directory(core).addToTeam(member.id, teamId);
        return `${member.email} has the number ${member.id}.`;
      }),
    );
  people
    .command('join <member> <team>')
    .description('Puts a member into a team.')
    .action((member: string, team: string) =>
      change(async (core, known) => {
        await directory(core).addToTeam(findMember(known, member), findTeam(known, team));
        return `${member} is in ${team}.`;
      }),
    );
  people
    .command('leave <member> <team>')
    .description('Takes a member out of a team.')
    .action((member: string, team: string) =>
      change(async (core, known) => {
        await directory(core).removeFromTeam(findMember(known, member), findTeam(known, team));
        return `${member} is not in ${team} any more.`;
      }),
    );
  people
    .command('rename-team <team> <name>')
    .description('Gives a team another name.')
    .action((team: string, name: string) =>
      change(async (core, known) => {
        await directory(core).renameTeam(findTeam(known, team), name);
        return `The team is called “${name}”.`;
      }),
    );
  people
    .command('remove-team <team>')
    .description('Removes a team; its members stay.')
    .action((team: string) =>
      change(async (core, known) => {
        await directory(core).removeTeam(findTeam(known, team));
        return `The team ${team} is gone.`;
      }),
    );
  people
    .command('remove-member <member>')
    .description('Removes a member; the personal install links end.')
    .action((member: string) =>
      change(async (core, known) => {
        await directory(core).removeMember(findMember(known, member));
        return `${member} is gone.`;
      }),
    );
}

/** The service for one command; left switched on or off for the application as it was. */
async function withService(context: Context, work: (core: Core) => Promise<ExitCode>): Promise<ExitCode> {
  return withOwnCore(context, null, async ({ core }) => {
    const wasEnabled = core.settings.get().builtInService.enabled;
    await core.service.start();
    try {
      return await work(core);
    } finally {
      await core.service.stop({ remember: !wasEnabled });
    }
  });
}

async function status(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const url = builtInService(context);
  const running = url !== null && (await answers(url));
  terminal.say(
    running
      ? `The built-in service runs at ${url}`
      : 'The built-in service is not running. “slipway serve” starts it, or Slipway itself.',
  );
  terminal.result({ running, url: running ? url : null });
  return exitCodes.done;
}

/** The distribution API answers an anonymous request with 401; anything else on that port is something else. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v3/root`, {
      signal: AbortSignal.timeout(probeLimitMs),
      redirect: 'error',
    });
    await response.body?.cancel();
    return response.status === 401;
  } catch {
    return false;
  }
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

async function showOutbox({ terminal }: Context, core: Core): Promise<ExitCode> {
  const messages = await core.service.service().outbox.list();
  terminal.result(messages);
  if (messages.length === 0) terminal.note('Nothing has been sent yet.');
  else if (!terminal.json) {
    const rows = messages.map(({ at, state, to, subject, installLink }) => [
      new Date(at).toISOString().slice(0, 10),
      formatTime(at).slice(0, 8),
      state,
      to,
      plainText(subject),
      installLink,
    ]);
    for (const line of formatTable(rows)) terminal.say(line);
  }
  return exitCodes.done;
}
