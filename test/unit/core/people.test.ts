import { expect, test } from 'vitest';
import type { TestVersion, VersionMember } from '../../../main/api/wire.ts';
import { fillTemplate } from '../../../main/core/apps/apps.ts';
import { collectPeople } from '../../../main/core/apps/last-recipients.ts';

const time = '2026-11-21T08:30:00.000Z';

function versionMember(
  memberId: number,
  name: string | null,
  email: string,
  teamIds: readonly number[],
): VersionMember {
  return {
    id: memberId * 10,
    profileId: 1,
    memberId,
    shareMemberStatus: 1,
    lastShareDateTimeUtc: time,
    isDeleted: null,
    member: {
      id: memberId,
      name,
      email,
      teamMembers: teamIds.map((teamId) => ({
        teamId,
        memberId,
        team: { id: teamId, name: `Team ${teamId}`, ownerId: 1, ungrouped: false, teamMembers: [] },
      })),
    },
    version: '1.0',
    profileDownloadHistories: [],
  };
}

function version(profileMembers: readonly VersionMember[]): TestVersion {
  return {
    id: 1,
    applicationName: 'Notes',
    applicationId: 2,
    profileId: 2,
    version: '1.0',
    build: null,
    uniqueName: 'org.example/notes',
    platformTypeName: 'Android',
    lastSendDateTimeUtc: null,
    isActive: true,
    fileSize: 1,
    releaseNote: null,
    profileFiles: [],
    iconUrl: '',
    profileMembers: [...profileMembers],
    fileName: null,
    updateDateTimeUtc: time,
    uploadDateTimeUtc: time,
  };
}

test('collectPeople returns each member and team of all versions once', () => {
  const people = collectPeople([
    version([
      versionMember(1, 'Ada', 'ada@example.test', [7]),
      versionMember(2, null, 'ben@example.test', [7, 8]),
    ]),
    version([versionMember(1, 'Ada', 'ada@example.test', [7])]),
  ]);
  expect(people).toEqual({
    learned: true,
    teams: [
      { id: 7, name: 'Team 7', memberIds: [1, 2] },
      { id: 8, name: 'Team 8', memberIds: [2] },
    ],
    members: [
      { id: 1, name: 'Ada', email: 'ada@example.test' },
      { id: 2, name: null, email: 'ben@example.test' },
    ],
  });
  expect(collectPeople([])).toEqual({ learned: true, teams: [], members: [] });
});

test('fillTemplate inserts URL-encoded values', () => {
  expect(fillTemplate('https://x.test/{applicationId}/{id}?n={uniqueName}', version([]))).toBe(
    'https://x.test/2/1?n=org.example%2Fnotes',
  );
});
