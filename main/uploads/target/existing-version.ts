/** Recognises a build among the versions its application already holds. Pure. */
import { isObject, property } from '../../api/resources/read.ts';
import type { SendBody, TestVersion, VersionMember } from '../../api/wire.ts';
import type { UploadRecord } from '../record/record.ts';
import type { Arrival, ExistingVersion, ReconciliationQuery } from './area-client.ts';
import { fits } from './reconcile.ts';
import { samePackage, sameSize } from './same-build.ts';

export type Recognition =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly id: number; readonly sha256: string }
  /** Package, version, build and size are the same, and the service reports no hash. */
  | { readonly kind: 'unclear'; readonly ids: readonly number[] };

/** Returns which of `existing` the build is. `read` returns its sha-256, and is called only if the service reports hashes. */
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

/** False where the service does not report package and size: a version name alone is shared by many builds. */
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

/** True if neither activation nor a send is missing. A version that was sent and then deactivated stays inactive. */
export function isDelivered(
  { active, sent, members }: Pick<Arrival, 'active' | 'sent' | 'members'>,
  { machine: { plan }, recipients }: Pick<UploadRecord, 'machine' | 'recipients'>,
): boolean {
  if (!plan.send) return active || sent;
  return sent && (members.length === 0 || includesAll(members, recipients));
}

/** True if each recipient was sent the version; of a team, one of its members is enough. */
function includesAll(members: readonly VersionMember[], { teamIds, memberIds, emails }: SendBody): boolean {
  const informed = members.filter(({ shareMemberStatus }) => shareMemberStatus !== 0);
  const addresses = new Set(informed.map(({ member }) => member.email.trim().toLowerCase()));
  const teams = new Set(informed.flatMap(({ member }) => member.teamMembers.map(({ teamId }) => teamId)));
  return (
    memberIds.every((id) => informed.some(({ memberId }) => memberId === id)) &&
    emails.every((email) => addresses.has(email.trim().toLowerCase())) &&
    teamIds.every((id) => teams.has(id))
  );
}

/** The hash of its only file; null if the service reports none. */
export function reportedHash({ profileFiles }: Pick<TestVersion, 'profileFiles'>): string | null {
  const [hash, ...others] = profileFiles.map((file) =>
    isObject(file) ? property(file, 'sha256') : undefined,
  );
  return typeof hash === 'string' && others.length === 0 && /^[\da-f]{64}$/i.test(hash)
    ? hash.toLowerCase()
    : null;
}
