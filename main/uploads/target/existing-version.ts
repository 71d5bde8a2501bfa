/** Recognises a build among the versions of its application. Pure. */
import type { SendBody, VersionMember } from '../../api/wire.ts';
import type { UploadRecord } from '../record/record.ts';
import type { ExistingVersion, ReconciliationQuery, RemoteBuild } from './area-client.ts';
import { fits } from './reconcile.ts';
import { samePackage, sameSize } from './same-build.ts';

export type Recognition =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly id: number; readonly sha256: string }
  /** Package, version, build and size match, but the service reports no hash. */
  | { readonly kind: 'unclear'; readonly ids: readonly number[] };

/** Compares a build with `existing`. Reads its sha-256 only if the service reports hashes. */
export async function recognise(
  existing: readonly ExistingVersion[],
  query: ReconciliationQuery,
  read: () => Promise<string>,
): Promise<Recognition> {
  const hashed = existing.filter(
    ({ sha256, fileSize }) => sha256 !== null && sameSize(fileSize, query.bytes, query.sizeUnit),
  );
  const own = hashed.length > 0 ? await read() : null;
  const newest = Math.max(...hashed.filter(({ sha256 }) => sha256 === own).map(({ id }) => id));
  if (own !== null && Number.isFinite(newest)) return { kind: 'same', id: newest, sha256: own };
  const ids = existing.filter((version) => isAlike(version, query)).map(({ id }) => id);
  return ids.length > 0 ? { kind: 'unclear', ids } : { kind: 'new' };
}

/** Requires package and size, because many builds share a version name. */
function isAlike(version: ExistingVersion, query: ReconciliationQuery): boolean {
  const { build } = query.package;
  return (
    version.sha256 === null &&
    version.fileSize > 0 &&
    samePackage(version.packageName, query.package, query.namesAreIds) === true &&
    (version.build === null || build === null || version.build === build) &&
    fits(version, query)
  );
}

/**
 * Returns true if everything requested is done. A version that was sent and then deactivated counts as done,
 * so that it stays inactive.
 */
export function isDelivered(
  { active, sent, members }: Pick<RemoteBuild, 'active' | 'sent' | 'members'>,
  { machine: { plan }, recipients }: Pick<UploadRecord, 'machine' | 'recipients'>,
): boolean {
  if (!plan.send) return active || sent;
  return sent && (members.length === 0 || wasSentToAll(members, recipients));
}

/** True if each recipient was sent the version; one member of a team is enough. */
function wasSentToAll(members: readonly VersionMember[], { teamIds, memberIds, emails }: SendBody): boolean {
  const informed = members.filter(({ shareMemberStatus }) => shareMemberStatus !== 0);
  const addresses = new Set(informed.map(({ member }) => member.email.trim().toLowerCase()));
  const teams = new Set(informed.flatMap(({ member }) => member.teamMembers.map(({ teamId }) => teamId)));
  return (
    memberIds.every((id) => informed.some(({ memberId }) => memberId === id)) &&
    emails.every((email) => addresses.has(email.trim().toLowerCase())) &&
    teamIds.every((id) => teams.has(id))
  );
}
