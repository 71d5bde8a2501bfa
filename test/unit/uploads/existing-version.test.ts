import { describe, expect, test } from 'vitest';
import type { SendBody, VersionMember } from '../../../main/api/wire.ts';
import { isDelivered } from '../../../main/uploads/target/existing-version.ts';

const noRecipients: SendBody = { teamIds: [], memberIds: [], emails: [] };

function member(memberId: number, teamIds: readonly number[], shareMemberStatus = 1): VersionMember {
  const teamMembers = teamIds.map((id) => ({
    ...{ teamId: id, memberId },
    team: { id, name: 'QA', ownerId: 1, ungrouped: false, teamMembers: [] },
  }));
  return {
    ...{ id: memberId, profileId: 1, memberId, shareMemberStatus, lastShareDateTimeUtc: null },
    ...{ isDeleted: false, version: '1', profileDownloadHistories: [] },
    member: { id: memberId, name: null, email: `Ann${memberId}@example.org`, teamMembers },
  };
}

function delivered(members: readonly VersionMember[], recipients: Partial<SendBody>): boolean {
  const machine = { kind: 'queued', step: 'choose', plan: { activate: true, send: true } } as const;
  const found = { active: true, sent: true, members };
  return isDelivered(found, { machine, recipients: { ...noRecipients, ...recipients } });
}

describe('isDelivered', () => {
  test('is true if every recipient was sent the version', () => {
    const members = [member(1, [7]), member(2, [])];
    expect(delivered(members, { teamIds: [7], memberIds: [2], emails: ['ann1@EXAMPLE.org'] })).toBe(true);
    expect(delivered(members, { teamIds: [8] })).toBe(false);
    expect(delivered(members, { memberIds: [3] })).toBe(false);
    expect(delivered(members, { emails: ['ben@example.org'] })).toBe(false);
  });

  test('is false for recipients whose message was abandoned', () => {
    expect(delivered([member(1, [7], 0)], { teamIds: [7] })).toBe(false);
  });

  test('is true for a sent version whose service lists no members', () => {
    expect(delivered([], { teamIds: [7] })).toBe(true);
  });
});
