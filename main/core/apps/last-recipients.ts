import type { TestVersion } from '../../api/wire.ts';
import type { MemberView, People, TeamView } from '../../service/service-view.ts';
import type { Recipients, RememberedRecipients } from '../../settings/settings-schema.ts';

type OfApplication = Pick<RememberedRecipients, 'accountId' | 'applicationId'>;

/** Limits for the settings file: number of applications, and total number of recipients. */
const maxApplications = 100;
const maxEntries = 20_000;

const isOf = (each: OfApplication, other: OfApplication): boolean =>
  each.accountId === other.accountId && each.applicationId === other.applicationId;

const sizeOf = ({ teamIds, memberIds, emails }: Recipients): number =>
  teamIds.length + memberIds.length + emails.length;

/** Puts the newest selection first and drops the oldest beyond the limits. Ignores an empty selection. */
export function addRecipients(
  known: readonly RememberedRecipients[],
  chosen: RememberedRecipients,
): readonly RememberedRecipients[] {
  if (sizeOf(chosen.recipients) === 0) return known;
  const others = forgetRecipients(known, chosen);
  let entries = 0;
  return [chosen, ...others].slice(0, maxApplications).filter(({ recipients }) => {
    entries += sizeOf(recipients);
    return entries <= maxEntries;
  });
}

export function forgetRecipients(
  known: readonly RememberedRecipients[],
  removed: OfApplication,
): readonly RememberedRecipients[] {
  return known.filter((each) => !isOf(each, removed));
}

/** Returns an application's last recipients; null if none. Omits recipients not in `people`, if given. */
export function lastRecipients(
  known: readonly RememberedRecipients[],
  of: OfApplication,
  people: People | null,
): Recipients | null {
  const found = known.find((each) => isOf(each, of));
  if (!found) return null;
  if (!people) return found.recipients;
  const teams = new Set(people.teams.map(({ id }) => id));
  const members = new Set(people.members.map(({ id }) => id));
  const remaining = {
    teamIds: found.recipients.teamIds.filter((id) => teams.has(id)),
    memberIds: found.recipients.memberIds.filter((id) => members.has(id)),
    emails: found.recipients.emails,
  };
  return sizeOf(remaining) === 0 ? null : remaining;
}

export function collectPeople(versions: readonly TestVersion[]): People {
  const members = new Map<number, MemberView>();
  const teams = new Map<number, { readonly name: string; readonly memberIds: Set<number> }>();
  for (const { member } of versions.flatMap((version) => version.profileMembers)) {
    members.set(member.id, { id: member.id, name: member.name, email: member.email });
    for (const { team } of member.teamMembers) {
      const stored = teams.get(team.id) ?? { name: team.name, memberIds: new Set<number>() };
      teams.set(team.id, stored);
      stored.memberIds.add(member.id);
    }
  }
  return {
    learned: true,
    teams: [...teams]
      .map(([id, team]): TeamView => ({ id, name: team.name, memberIds: [...team.memberIds] }))
      .sort(byName),
    members: [...members.values()].sort((a, b) => (a.name ?? a.email).localeCompare(b.name ?? b.email)),
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name.localeCompare(b.name);
}
