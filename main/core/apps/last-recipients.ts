/** Whom the versions of an application were sent to the last time. Pure. */

import type { TestVersion } from '../../api/wire.ts';
import type { MemberView, People, TeamView } from '../../service/service-view.ts';
import type { Recipients, RememberedRecipients } from '../../settings/settings-schema.ts';

type OfApplication = Pick<RememberedRecipients, 'accountId' | 'applicationId'>;

/** Applications, and what they hold together: more would make the settings heavy. */
const mostApplications = 100;
const mostEntries = 20_000;

const isOf = (each: OfApplication, other: OfApplication): boolean =>
  each.accountId === other.accountId && each.applicationId === other.applicationId;

const sizeOf = ({ teamIds, memberIds, emails }: Recipients): number =>
  teamIds.length + memberIds.length + emails.length;

/** The newest choice first, one per application; the oldest are forgotten where there is no room. A choice of nobody says nothing. */
export function rememberRecipients(
  known: readonly RememberedRecipients[],
  chosen: RememberedRecipients,
): readonly RememberedRecipients[] {
  if (sizeOf(chosen.recipients) === 0) return known;
  const others = forgetRecipients(known, chosen);
  let entries = 0;
  return [chosen, ...others].slice(0, mostApplications).filter(({ recipients }) => {
    entries += sizeOf(recipients);
    return entries <= mostEntries;
  });
}

export function forgetRecipients(
  known: readonly RememberedRecipients[],
  gone: OfApplication,
): readonly RememberedRecipients[] {
  return known.filter((each) => !isOf(each, gone));
}

/**
 * The last choice for an application; null when there was none. `everybody`: all teams and members there are, where they
 * are known; those who are not among them any more are left out, for a service refuses to send to them.
 */
export function lastRecipients(
  known: readonly RememberedRecipients[],
  of: OfApplication,
  everybody: People | null,
): Recipients | null {
  const found = known.find((each) => isOf(each, of));
  if (!found) return null;
  if (!everybody) return found.recipients;
  const teams = new Set(everybody.teams.map(({ id }) => id));
  const members = new Set(everybody.members.map(({ id }) => id));
  const left = {
    teamIds: found.recipients.teamIds.filter((id) => teams.has(id)),
    memberIds: found.recipients.memberIds.filter((id) => members.has(id)),
    emails: found.recipients.emails,
  };
  return sizeOf(left) === 0 ? null : left;
}

/** Teams and members as they can be learned from the versions of an account: everyone a version was shared with. */
export function learnPeople(versions: readonly TestVersion[]): People {
  const members = new Map<number, MemberView>();
  const teams = new Map<number, { readonly name: string; readonly memberIds: Set<number> }>();
  for (const { member } of versions.flatMap((version) => version.profileMembers)) {
    members.set(member.id, { id: member.id, name: member.name, email: member.email });
    for (const { team } of member.teamMembers) {
      const known = teams.get(team.id) ?? { name: team.name, memberIds: new Set<number>() };
      teams.set(team.id, known);
      known.memberIds.add(member.id);
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
