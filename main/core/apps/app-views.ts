import { isObject, property } from '../../api/resources/read.ts';
import type { ListedTestApplication, TestApplication, TestVersion, VersionMember } from '../../api/wire.ts';
import type {
  ApplicationView,
  ListedApplicationView,
  RecipientProgress,
  RecipientView,
  RemovalView,
  VersionDetails,
  VersionView,
} from '../views/apps.ts';

/** Values of `shareMemberStatus`. */
const [sent, opened, downloaded] = [1, 2, 3];

export function listedApplicationView({
  id,
  name,
  lastProfile,
}: ListedTestApplication): ListedApplicationView {
  return { id, name: displayName(id, name, lastProfile), last: lastProfile && versionView(lastProfile) };
}

export function applicationView({ id, name, profiles }: TestApplication): ApplicationView {
  return { id, name: displayName(id, name, profiles.at(-1)), versions: profiles.map(versionView) };
}

function displayName(id: number, name: string, version: TestVersion | null | undefined): string {
  return name.trim() || version?.uniqueName?.trim() || `#${id}`;
}

export function displayVersion({
  id,
  version,
  build = null,
}: Pick<TestVersion, 'id' | 'version'> & { readonly build?: string | null }): string {
  return version.trim() || build?.trim() || `#${id}`;
}

export function versionView(version: TestVersion): VersionView {
  const { profileMembers, profileFiles: _files, profileId: _profile, ...shown } = version;
  return { ...shown, version: displayVersion(version), progress: progressOf(profileMembers) };
}

export function versionDetails(version: TestVersion): VersionDetails {
  return { ...versionView(version), recipients: withoutDeleted(version.profileMembers).map(recipientView) };
}

/** Returns what deleting these versions removes; without `versionIds`, all versions of the application. */
export function removalView(
  application: TestApplication,
  versionIds?: readonly number[] | undefined,
): RemovalView {
  const wanted = versionIds && new Set(versionIds);
  const versions = application.profiles.filter(({ id }) => wanted?.has(id) ?? true);
  const people = new Map<number, string>();
  for (const share of versions.flatMap(({ profileMembers }) => withoutDeleted(profileMembers))) {
    if (share.shareMemberStatus >= sent) people.set(share.memberId, nameOf(share));
  }
  return {
    versions: versions.map((version) => ({
      id: version.id,
      version: displayVersion(version),
      isActive: version.isActive,
    })),
    people: [...people.values()].sort((a, b) => a.localeCompare(b)),
  };
}

function withoutDeleted(members: readonly VersionMember[]): readonly VersionMember[] {
  return members.filter((share) => share.isDeleted !== true);
}

function progressOf(members: readonly VersionMember[]): RecipientProgress {
  const statuses = withoutDeleted(members).map((share) => share.shareMemberStatus);
  const atLeast = (status: number): number => statuses.filter((each) => each >= status).length;
  return {
    people: statuses.length,
    sent: atLeast(sent),
    opened: atLeast(opened),
    downloaded: atLeast(downloaded),
    inOutbox: withoutDeleted(members).filter((share) => undeliveredMail(share)?.state === 'written').length,
    undelivered: withoutDeleted(members).filter((share) => undeliveredMail(share)?.state === 'failed').length,
  };
}

/**
 * Returns the state of a message that was not delivered. Null if it was accepted, its state is not reported,
 * or the recipient opened the version.
 */
export function undeliveredMail(share: VersionMember): RecipientView['mail'] {
  const { mailState: state, mailFailure: failure = null } = share;
  if (share.shareMemberStatus > sent) return null;
  return state === 'queued' || state === 'written' || state === 'failed' ? { state, failure } : null;
}

function recipientView(share: VersionMember): RecipientView {
  const times = share.profileDownloadHistories.flatMap(downloadedAt).sort();
  const teams = share.member.teamMembers.filter(({ team }) => !team.ungrouped).map(({ team }) => team.name);
  return {
    id: share.id,
    name: share.member.name,
    email: share.member.email,
    teams: [...new Set(teams)],
    status: share.shareMemberStatus,
    mail: undeliveredMail(share),
    lastSentAt: share.lastShareDateTimeUtc,
    downloads: share.profileDownloadHistories.reduce<number>((sum, one) => sum + downloadsIn(one), 0),
    lastDownloadAt: times.at(-1) ?? null,
  };
}

/** Entries of the built-in service contain a time. The API reference does not define them. */
function downloadedAt(history: unknown): readonly string[] {
  const time = isObject(history) ? property(history, 'downloadDateTimeUtc') : undefined;
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? [time] : [];
}

/** An entry of the built-in service may count several downloads. */
function downloadsIn(history: unknown): number {
  const count = isObject(history) ? property(history, 'count') : undefined;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 1;
}

function nameOf({ member }: VersionMember): string {
  return member.name ?? member.email;
}
