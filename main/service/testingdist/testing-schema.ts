/** Maps test versions to the field names of the API reference. Pure. */

import type { MailState, Member } from '../../api/wire.ts';
import { isoTime } from '../../base/clock.ts';
import { textOf } from '../../messages/text.ts';
import { platformName } from '../../packages/package-info.ts';
import type { ServiceMember, ServiceVersion } from '../description/testing-schemas.ts';
import { fileLink, pageLink } from '../install/addresses.ts';
import { apiVersion } from '../platform.ts';
import type {
  MemberRecord,
  ShareState,
  ShareStatus,
  VersionMemberRecord,
  VersionRecord,
} from '../storage/records.ts';

export const testingPath = '/api/v3/testingdist/profiles';

/** The API reference includes the file name only in responses that contain a single version. */
export function toTestVersion(
  version: VersionRecord,
  address: string,
  includeFileName: boolean,
): ServiceVersion {
  const file = {
    fileSize: version.fileSize,
    sha256: version.sha256,
    installUrl: pageLink(address, version.linkToken),
    downloadUrl: fileLink(address, version.linkToken),
  };
  return {
    id: version.id,
    applicationName: version.applicationName,
    applicationId: version.applicationId,
    profileId: version.applicationId,
    version: apiVersion(version),
    build: version.build,
    uniqueName: version.packageId,
    platformTypeName: platformName(version.platform),
    lastSendDateTimeUtc: version.lastSendAt === null ? null : isoTime(version.lastSendAt),
    isActive: version.isActive,
    fileSize: version.fileSize,
    releaseNote: version.releaseNote,
    profileFiles: [file],
    iconUrl: `${address}${testingPath}/items/${version.id}/icon`,
    profileMembers: version.members.map((share) => toVersionMember(share, version)),
    fileName: includeFileName ? version.fileName : null,
    updateDateTimeUtc: isoTime(version.updatedAt),
    uploadDateTimeUtc: isoTime(version.uploadedAt),
  };
}

function toVersionMember(share: VersionMemberRecord, version: VersionRecord): ServiceMember {
  return {
    id: share.id,
    profileId: version.applicationId,
    memberId: share.member.id,
    shareMemberStatus: statusOf(share),
    lastShareDateTimeUtc: share.lastShareAt === null ? null : isoTime(share.lastShareAt),
    mailState: mailStateOf(share),
    ...(share.mail?.failure && { mailFailure: textOf(share.mail.failure) }),
    isDeleted: share.member.isDeleted,
    member: toMember(share.member),
    version: apiVersion(version),
    profileDownloadHistories: share.downloads.map((download) => ({
      id: download.id,
      downloadDateTimeUtc: isoTime(download.at),
      userAgent: download.userAgent,
      count: download.count,
    })),
  };
}

/** Returns 0 (added) instead of 1 (sent) if the last message was refused. */
export function statusOf({ status, mail }: ShareState): ShareStatus {
  return status === 1 && mail?.state === 'refused' ? 0 : status;
}

export function mailStateOf({ status, mail }: ShareState): MailState {
  if (status >= 2) return status === 2 ? 'opened' : 'downloaded';
  return mail?.state ?? (status === 1 ? 'mailed' : 'not-mailed');
}

export function toMember(member: MemberRecord): Member {
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    teamMembers: member.teams.map((team) => ({
      teamId: team.id,
      memberId: member.id,
      // Omits each team's members: otherwise every member would repeat the whole directory.
      team: {
        id: team.id,
        name: team.name,
        ownerId: team.ownerId,
        ungrouped: team.ungrouped,
        teamMembers: [],
      },
    })),
  };
}
