import { expect, test } from 'vitest';
import type { TestApplication, VersionMember } from '../../../main/api/wire.ts';
import {
  listedApplicationView,
  removalView,
  versionDetails,
  versionView,
} from '../../../main/core/apps/app-views.ts';
import { plainVersion } from '../api/api-world.ts';

function share(id: number, status: number, changes: Partial<VersionMember> = {}): VersionMember {
  const team = (teamId: number, name: string, ungrouped: boolean) => ({
    ...{ teamId, memberId: id },
    team: { id: teamId, name, ownerId: 1, ungrouped, teamMembers: [] },
  });
  return {
    ...{ id: 100 + id, profileId: 3, memberId: id, shareMemberStatus: status, version: '1.0' },
    lastShareDateTimeUtc: '2026-11-21T09:00:00Z',
    isDeleted: false,
    member: {
      ...{ id, name: id === 1 ? 'Ada' : null, email: `m${id}@x.org` },
      teamMembers: [team(1, 'QA', false), team(2, 'QA', false), team(3, 'Everyone else', true)],
    },
    profileDownloadHistories: [],
    ...changes,
  };
}

const version = {
  ...plainVersion,
  profileMembers: [
    share(1, 3, {
      profileDownloadHistories: [
        { id: 2, downloadDateTimeUtc: '2026-11-21T10:00:00Z' },
        { DownloadDateTimeUtc: '2026-11-21T11:00:00Z' },
        'something else',
        { id: 3, downloadDateTimeUtc: '2026-11-20T10:00:00Z', count: 40 },
        { id: 4, downloadDateTimeUtc: '2026-11-20T10:00:00Z', count: -1 },
      ],
    }),
    share(2, 2),
    share(3, 1, { mailState: 'not-mailed' }),
    share(4, 0, { mailState: 'refused', mailFailure: 'No such user' }),
    share(5, 3, { isDeleted: true }),
    share(6, 7),
  ],
};

test('versionView contains the number of recipients but no names', () => {
  const view = versionView(version);
  expect(view.mail).toEqual({
    'not-mailed': 1,
    waiting: 0,
    refused: 1,
    mailed: 0,
    opened: 1,
    downloaded: 2,
  });
  expect(view).not.toHaveProperty('profileMembers');
  expect(listedApplicationView({ id: 3, name: 'Shop', profiles: [], lastProfile: version })).toEqual({
    ...{ id: 3, name: 'Shop', last: view, totals: null },
  });
  const listed = listedApplicationView({ id: 3, name: 'Shop', profiles: [version], lastProfile: version });
  expect(listed.totals).toEqual({ versions: 1, active: 0, opened: 3 });
  expect(listedApplicationView({ id: 3, name: 'Shop', profiles: [], lastProfile: null }).last).toBeNull();
  expect(listedApplicationView({ id: 3, name: ' ', profiles: [], lastProfile: version }).name).toBe(
    version.uniqueName,
  );
  expect(listedApplicationView({ id: 3, name: '', profiles: [], lastProfile: null }).name).toBe('#3');
});

test('versionDetails lists recipients with their teams and downloads', () => {
  const { recipients } = versionDetails(version);
  expect(recipients[0]).toEqual({
    ...{ id: 101, name: 'Ada', email: 'm1@x.org', teams: ['QA'], mail: 'downloaded' },
    mailFailure: null,
    ...{ lastSentAt: '2026-11-21T09:00:00Z', downloads: 44, lastDownloadAt: '2026-11-21T11:00:00Z' },
  });
  const states = ['downloaded', 'opened', 'not-mailed', 'refused', 'downloaded'];
  expect(recipients.map(({ mail }) => mail)).toEqual(states);
  expect(recipients[3]?.mailFailure).toBe('No such user');
  expect(recipients[1]).toMatchObject({ name: null, downloads: 0, lastDownloadAt: null });
});

test('removalView lists each version and mailed recipient once', () => {
  const application: TestApplication = {
    ...{ id: 3, name: 'Shop' },
    profiles: [version, { ...version, id: 8, version: '1.1', isActive: true, profileMembers: [share(1, 1)] }],
  };
  const named = { build: version.build, platformTypeName: version.platformTypeName };
  expect(removalView(application, [8, 99])).toEqual({
    versions: [{ ...named, id: 8, version: '1.1', isActive: true }],
    people: ['Ada'],
  });
  expect(removalView(application)).toEqual({
    versions: [
      { ...named, id: 7, version: '1.0', isActive: false },
      { ...named, id: 8, version: '1.1', isActive: true },
    ],
    people: ['Ada', 'm2@x.org', 'm6@x.org'],
  });
});

test('versionView labels an unnamed version with its build number or id', () => {
  const nameOf = (changes: object) => versionView({ ...version, id: 12, ...changes }).version;
  expect(nameOf({ version: '2.4', build: '7' })).toBe('2.4');
  expect(nameOf({ version: ' ', build: '7' })).toBe('7');
  expect(nameOf({ version: '', build: null })).toBe('#12');
});
