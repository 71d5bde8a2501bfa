import type { SendBody } from '../../api/wire.ts';
import type { People } from '../../service/service-view.ts';
import { noRecipients } from '../../settings/settings-schema.ts';
import { cliErrors } from '../errors.ts';
import type { RecipientOptions, TargetOptions } from './options.ts';

export function hasRecipients(options: RecipientOptions): boolean {
  return [options.team, options.member, options.email].some((names) => (names ?? []).length > 0);
}

export function countRecipients({ teamIds, memberIds, emails }: SendBody): number {
  return teamIds.length + memberIds.length + emails.length;
}

/** Throws `cli/storeOnly` if a store upload is activated or has recipients. */
export function checkTarget(
  options: RecipientOptions & Pick<TargetOptions, 'area'> & { readonly activate?: boolean },
): void {
  if (options.area === 'appstore' && (options.activate || hasRecipients(options)))
    throw cliErrors.storeOnly({});
}

/**
 * Resolves names, addresses and numbers to ids. `all`: the service lists all its people, as the built-in one
 * does, so numbers that are not listed are rejected. Throws `cli/unknownRecipient`, `cli/ambiguous`,
 * `cli/emptyTeams`.
 */
export async function resolveRecipients(
  fetchPeople: (listedOnly: boolean) => Promise<People>,
  options: RecipientOptions,
  all = false,
): Promise<SendBody> {
  if (!hasRecipients(options)) return noRecipients;
  const { team = [], member = [], email = [] } = options;
  const hasNames = [...team, ...member].some((name) => all || !isNumber(name));
  const people: People =
    hasNames || team.length > 0 ? await fetchPeople(!hasNames) : { teams: [], members: [] };
  if (all) {
    requireIds('team', team, people.teams);
    requireIds('member', member, people.members);
  }
  const teamIds = unique(team.map((name) => findTeam(people, name)));
  if (member.length + email.length === 0) requireMembers(teamIds, people);
  return {
    teamIds,
    memberIds: unique(member.map((name) => findMember(people, name))),
    emails: [...new Map(email.map((address) => [address.toLowerCase(), address])).values()],
  };
}

/** Throws `cli/emptyTeams` if all given teams are listed and have no members. */
function requireMembers(teamIds: readonly number[], { teams }: People): void {
  const named = teamIds.map((id) => teams.find((team) => team.id === id));
  if (named.some((team) => team?.memberIds.length !== 0)) return;
  const names = named.map((team) => team?.name ?? '');
  throw cliErrors.emptyTeams({ names: names.join(', '), team: names[0] ?? '', count: names.length });
}

function requireIds(
  what: string,
  names: readonly string[],
  listed: readonly { readonly id: number }[],
): void {
  const name = names.find((one) => isNumber(one) && !listed.some(({ id }) => id === Number(one)));
  if (name === undefined) return;
  throw cliErrors.unknownRecipient({ what, name, known: listed.map(({ id }) => id).join(', ') });
}

/** Returns the id of a team given by name or number. Throws `cli/unknownRecipient`, `cli/ambiguous`. */
export function findTeam(people: People, name: string): number {
  const teams = people.teams.map((known) => ({ id: known.id, names: [known.name] }));
  return find('team', name, teams, people.learned === true);
}

/** Returns the id of a member by name, address or number. Throws `cli/unknownRecipient`, `cli/ambiguous`. */
export function findMember(people: People, name: string): number {
  const members = people.members.map((known) => ({
    id: known.id,
    names: known.name === null ? [known.email] : [known.name, known.email],
  }));
  return find('member', name, members, people.learned === true);
}

type Named = { readonly id: number; readonly names: readonly string[] };

function find(what: string, name: string, candidates: readonly Named[], learned: boolean): number {
  if (isNumber(name)) return Number(name);
  const wanted = name.trim().toLowerCase();
  const found = candidates.filter((one) => one.names.some((text) => text.toLowerCase() === wanted));
  if (found.length > 1) throw cliErrors.ambiguous({ what, name });
  if (found[0]) return found[0].id;
  throw cliErrors.unknownRecipient({
    what,
    name,
    known: candidates.map((one) => one.names[0]).join(', '),
    learned,
  });
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text);
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
