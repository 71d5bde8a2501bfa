import type { TestVersion } from '../../api/wire.ts';
import type { MemberView, People, TeamView } from '../../service/service-view.ts';

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
    teams: [...teams]
      .map(([id, team]): TeamView => ({ id, name: team.name, memberIds: [...team.memberIds] }))
      .sort(byName),
    members: [...members.values()].sort((a, b) => (a.name ?? a.email).localeCompare(b.name ?? b.email)),
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name.localeCompare(b.name);
}
