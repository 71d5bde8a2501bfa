/** Order and counts of applications and versions. Pure. */
import type { ListedTestApplication, TestVersion, VersionMember } from '../../preload/contract.ts';
import { matches } from './uploads.ts';

const at = (version: TestVersion | null): number =>
  version ? Date.parse(version.uploadDateTimeUtc) || 0 : 0;

/** Applications the search finds, the one with the newest version first. */
export function arrangeApplications(
  applications: readonly ListedTestApplication[],
  search: string,
): readonly ListedTestApplication[] {
  return applications
    .filter((each) => matches(search, [each.name, each.lastProfile?.version, each.lastProfile?.uniqueName]))
    .toSorted((a, b) => at(b.lastProfile) - at(a.lastProfile) || b.id - a.id);
}

/** Versions the search finds, newest first. */
export function arrangeVersions(versions: readonly TestVersion[], search: string): readonly TestVersion[] {
  return versions
    .filter((each) =>
      matches(search, [each.version, each.uniqueName, each.platformTypeName, each.releaseNote]),
    )
    .toSorted((a, b) => at(b) - at(a) || b.id - a.id);
}

export type Reach = { readonly sent: number; readonly opened: number; readonly downloaded: number };

/** How many got, opened and downloaded a version; each includes the ones after it. */
export function reachOf(members: readonly VersionMember[]): Reach {
  const atLeast = (status: number): number =>
    members.filter((member) => member.isDeleted !== true && member.shareMemberStatus >= status).length;
  return { sent: atLeast(1), opened: atLeast(2), downloaded: atLeast(3) };
}

/** Members in the order they are shown: furthest first, then by name. */
export function arrangeMembers(members: readonly VersionMember[]): readonly VersionMember[] {
  const nameOf = (member: VersionMember): string => member.member.name ?? member.member.email;
  return members
    .filter((member) => member.isDeleted !== true)
    .toSorted((a, b) => b.shareMemberStatus - a.shareMemberStatus || nameOf(a).localeCompare(nameOf(b)));
}
