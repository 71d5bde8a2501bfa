import { isObject, property } from '../../api/resources/read.ts';
import {
  type ListedTestApplication,
  type MailState,
  mailStates,
  type TestApplication,
  type TestVersion,
  type VersionMember,
} from '../../api/wire.ts';
import type {
  ApplicationView,
  ListedApplicationView,
  MailCounts,
  RecipientView,
  RemovalView,
  VersionDetails,
  VersionView,
} from '../views/apps.ts';

/** Values of `shareMemberStatus`. */
const [mailed, opened, downloaded] = [1, 2, 3];

const reached: readonly MailState[] = ['mailed', 'opened', 'downloaded'];

export function listedApplicationView(application: ListedTestApplication): ListedApplicationView {
  const { id, lastProfile, profiles } = application;
  return {
    id,
    name: displayName(id, application.name, lastProfile),
    last: lastProfile && versionView(lastProfile),
    totals: profiles.length === 0 ? null : totalsOf(profiles.map(versionView)),
  };
}

function totalsOf(versions: readonly VersionView[]): ListedApplicationView['totals'] {
  return {
    versions: versions.length,
    active: versions.filter(({ isActive }) => isActive).length,
    opened: versions.reduce((sum, { mail }) => sum + mail.opened + mail.downloaded, 0),
  };
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
  return { ...shown, version: displayVersion(version), mail: countStates(profileMembers) };
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
    if (reached.includes(mailStateOf(share))) people.set(share.memberId, nameOf(share));
  }
  return {
    versions: versions.map((version) => ({
      id: version.id,
      version: displayVersion(version),
      build: version.build,
      platformTypeName: version.platformTypeName,
      isActive: version.isActive,
    })),
    people: [...people.values()].sort((a, b) => a.localeCompare(b)),
  };
}

function withoutDeleted(members: readonly VersionMember[]): readonly VersionMember[] {
  return members.filter((share) => share.isDeleted !== true);
}

function countStates(members: readonly VersionMember[]): MailCounts {
  const states = withoutDeleted(members).map(mailStateOf);
  const count = (state: MailState): number => states.filter((each) => each === state).length;
  return Object.fromEntries(mailStates.map((state) => [state, count(state)])) as MailCounts;
}

/** Returns a recipient's state. Services other than the built-in one report only `shareMemberStatus`. */
export function mailStateOf({ mailState, shareMemberStatus: status }: VersionMember): MailState {
  if (status >= opened) return status >= downloaded ? 'downloaded' : 'opened';
  return mailStates.find((state) => state === mailState) ?? (status === mailed ? 'mailed' : 'not-mailed');
}

function recipientView(share: VersionMember): RecipientView {
  const times = share.profileDownloadHistories.flatMap(downloadedAt).sort();
  const teams = share.member.teamMembers.filter(({ team }) => !team.ungrouped).map(({ team }) => team.name);
  return {
    id: share.id,
    name: share.member.name,
    email: share.member.email,
    teams: [...new Set(teams)],
    mail: mailStateOf(share),
    mailFailure: share.mailFailure ?? null,
    lastSentAt: share.lastShareDateTimeUtc,
    downloads: share.profileDownloadHistories.reduce<number>((sum, one) => sum + downloadsIn(one), 0),
    lastDownloadAt: times.at(-1) ?? null,
  };
}

/** Returns the download time, if any. Only the built-in service reports it; the API does not define it. */
function downloadedAt(history: unknown): readonly string[] {
  const time = isObject(history) ? property(history, 'downloadDateTimeUtc') : undefined;
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? [time] : [];
}

/** Returns the number of downloads in a history entry. Entries of the built-in service may count several. */
function downloadsIn(history: unknown): number {
  const count = isObject(history) ? property(history, 'count') : undefined;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 1;
}

function nameOf({ member }: VersionMember): string {
  return member.name ?? member.email;
}
