import type {
  AccessEntry,
  AccessToken,
  ImportReport,
  MemberView,
  OutboxMessage,
  PeopleView,
  ServiceCredentials,
  TeamView,
} from '../../preload/page.ts';
import { matches } from './uploads.ts';

export type PeopleLine =
  | { readonly kind: 'heading'; readonly of: 'teams' | 'members' }
  | { readonly kind: 'team'; readonly team: TeamView; readonly ungrouped: boolean }
  | { readonly kind: 'member'; readonly member: MemberView; readonly teams: readonly string[] };

/** Returns a key such as `team-3` or `member-12`, as used in the URL. */
export function peopleKey(line: PeopleLine): string {
  if (line.kind === 'heading') return `heading-${line.of}`;
  return line.kind === 'team' ? `team-${line.team.id}` : `member-${line.member.id}`;
}

type TeamLine = Extract<PeopleLine, { readonly kind: 'team' }>;
type MemberLine = Extract<PeopleLine, { readonly kind: 'member' }>;

export type ArrangedPeople = { readonly teams: readonly TeamLine[]; readonly members: readonly MemberLine[] };

export function arrangePeople(people: PeopleView): ArrangedPeople {
  const names = new Map<number, string[]>();
  const sorted = [...people.teams].sort((a, b) => byText(a.name, b.name));
  for (const team of sorted) {
    for (const id of team.memberIds) {
      const known = names.get(id);
      if (known) known.push(team.name);
      else names.set(id, [team.name]);
    }
  }
  const teams = sorted.map((team): TeamLine => ({ kind: 'team', team, ungrouped: false }));
  const rest: TeamLine = { kind: 'team', team: people.ungrouped, ungrouped: true };
  return {
    teams: teams.length > 0 ? [...teams, rest] : [],
    members: people.members
      .map((member): MemberLine => ({ kind: 'member', member, teams: names.get(member.id) ?? [] }))
      .sort((a, b) => byText(nameOf(a.member), nameOf(b.member))),
  };
}

export function peopleLines({ teams, members }: ArrangedPeople, search: string): readonly PeopleLine[] {
  const foundTeams = teams.filter(({ team }) => matches(search, [team.name]));
  const foundMembers = members.filter((line) =>
    matches(search, [line.member.name, line.member.email, ...line.teams]),
  );
  return [
    ...(foundTeams.length > 0 ? [{ kind: 'heading', of: 'teams' } as const, ...foundTeams] : []),
    ...(foundMembers.length > 0 ? [{ kind: 'heading', of: 'members' } as const, ...foundMembers] : []),
  ];
}

export const nameOf = ({ name, email }: MemberView): string => name ?? email;

const collator = new Intl.Collator();
const byText = (a: string, b: string): number => collator.compare(a, b);

export type CredentialLine =
  | { readonly kind: 'heading'; readonly of: 'users' | 'clients' | 'tokens' }
  | { readonly kind: 'user' | 'client'; readonly name: string; readonly own: boolean }
  | { readonly kind: 'token'; readonly name: string; readonly token: AccessToken };

/** Returns the credentials that match the search. Omits revoked tokens. */
export function credentialLines(
  { users, clients }: ServiceCredentials,
  tokens: readonly AccessToken[],
  search: string,
): readonly CredentialLine[] {
  const lines = <Kind extends 'user' | 'client'>(
    of: 'users' | 'clients',
    kind: Kind,
    all: readonly { readonly name: string; readonly own: boolean }[],
  ): readonly CredentialLine[] => {
    const found = all.filter(({ name }) => matches(search, [name]));
    return found.length === 0 ? [] : [{ kind: 'heading', of }, ...found.map((each) => ({ kind, ...each }))];
  };
  const found = tokens.filter(({ name, revokedAt }) => revokedAt === null && matches(search, [name]));
  return [
    ...lines(
      'users',
      'user',
      users.map(({ userName, own }) => ({ name: userName, own })),
    ),
    ...lines(
      'clients',
      'client',
      clients.map(({ clientId, own }) => ({ name: clientId, own })),
    ),
    ...(found.length > 0 ? [{ kind: 'heading', of: 'tokens' } as const] : []),
    ...found.map((token) => ({ kind: 'token', name: token.name, token }) as const),
  ];
}

export function foundMessages(messages: readonly OutboxMessage[], search: string): readonly OutboxMessage[] {
  return search.trim() === ''
    ? messages
    : messages.filter((each) => matches(search, [each.to, each.subject, each.failure ?? '']));
}

export function countMail(messages: readonly OutboxMessage[]): {
  readonly waiting: number;
  readonly refused: number;
} {
  return {
    waiting: messages.filter(({ state }) => state === 'waiting').length,
    refused: messages.filter(({ state }) => state === 'refused').length,
  };
}

export function foundRequests(entries: readonly AccessEntry[], search: string): readonly AccessEntry[] {
  return search.trim() === ''
    ? entries
    : entries.filter((each) =>
        matches(search, [
          each.method,
          each.path,
          each.address,
          each.agent ?? '',
          each.status === null ? '' : String(each.status),
        ]),
      );
}

const maxRequests = 1_000;

export function withRequests(
  entries: readonly AccessEntry[],
  added: readonly AccessEntry[],
): readonly AccessEntry[] {
  const newest = entries[0]?.id ?? 0;
  const fresh = added.filter(({ id }) => id > newest).toReversed();
  return fresh.length === 0 ? entries : [...fresh, ...entries].slice(0, maxRequests);
}

export function countLines(
  report: ImportReport,
): Readonly<Record<'created' | 'existing' | 'refused', number>> {
  const counts = { created: 0, existing: 0, refused: 0 };
  for (const { outcome } of report.lines) counts[outcome] += 1;
  return counts;
}

/** Encodes in chunks, because the number of arguments of a call is limited. */
export function toBase64(bytes: Uint8Array): string {
  const piece = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) {
    text += String.fromCharCode(...bytes.subarray(at, at + piece));
  }
  return btoa(text);
}
