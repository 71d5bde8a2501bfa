import { expect, test } from 'vitest';
import type { AccessEntry, AccessToken, PeopleView } from '../../../preload/page.ts';
import {
  arrangePeople,
  countLines,
  credentialLines,
  foundRequests,
  peopleKey,
  peopleLines,
  toBase64,
  withRequests,
} from '../../../renderer/logic/service.ts';

const people: PeopleView = {
  teams: [
    { id: 2, name: 'QA', memberIds: [1, 2] },
    { id: 3, name: 'Crew', memberIds: [2] },
  ],
  ungrouped: { id: 1, name: 'Ungrouped', memberIds: [3] },
  members: [
    { id: 1, name: 'Zoë', email: 'zoe@example.org' },
    { id: 2, name: null, email: 'ben@example.org' },
    { id: 3, name: 'Ada', email: 'ada@example.org' },
  ],
};

test('teams and members are sorted by name, each member with their teams', () => {
  const lines = peopleLines(arrangePeople(people), '');
  expect(lines.map(peopleKey)).toEqual([
    'heading-teams',
    'team-3',
    'team-2',
    'team-1',
    'heading-members',
    'member-3',
    'member-2',
    'member-1',
  ]);
  expect(lines.find((line) => peopleKey(line) === 'member-2')).toMatchObject({ teams: ['Crew', 'QA'] });
});

test('the search finds members by name, address and team', () => {
  const found = (search: string) => peopleLines(arrangePeople(people), search).map(peopleKey);
  expect(found('ZOË')).toEqual(['heading-members', 'member-1']);
  expect(found('crew')).toEqual(['heading-teams', 'team-3', 'heading-members', 'member-2']);
  expect(found('example.org ada')).toEqual(['heading-members', 'member-3']);
  expect(found('nobody')).toEqual([]);
});

test('ungrouped members are not listed separately when there are no teams', () => {
  const lines = peopleLines(arrangePeople({ ...people, teams: [] }), '');
  expect(lines.map(peopleKey)[0]).toBe('heading-members');
});

test('the search in ten thousand members returns every match', () => {
  const members = Array.from({ length: 10_000 }, (_, id) => ({
    id,
    name: `Person ${id}`,
    email: `p${id}@example.org`,
  }));
  const arranged = arrangePeople({
    ...people,
    members,
    teams: [{ id: 2, name: 'QA', memberIds: members.map(({ id }) => id) }],
  });
  expect(peopleLines(arranged, 'person 9999').map(peopleKey)).toEqual(['heading-members', 'member-9999']);
  expect(peopleLines(arranged, '')).toHaveLength(10_004);
});

test('credentials are listed by kind, without revoked tokens', () => {
  const credentials = {
    users: [{ userName: 'slipway', own: true }],
    clients: [
      { clientId: 'slipway-desktop', own: true },
      { clientId: 'ci', own: false },
    ],
  };
  expect(credentialLines(credentials, [], '')).toHaveLength(5);
  const token: AccessToken = {
    id: 1,
    name: 'ci nightly',
    apps: 'all',
    scopes: ['upload'],
    createdAt: 0,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
  };
  const revoked = { ...token, id: 2, name: 'ci before', revokedAt: 1 };
  expect(credentialLines(credentials, [token, revoked], 'CI')).toEqual([
    { kind: 'heading', of: 'clients' },
    { kind: 'client', name: 'ci', own: false },
    { kind: 'heading', of: 'tokens' },
    { kind: 'token', name: 'ci nightly', token },
  ]);
});

const entry = (id: number, more: Partial<AccessEntry> = {}): AccessEntry => ({
  id,
  at: 0,
  method: 'GET',
  path: '/api/v3/root',
  status: 200,
  milliseconds: 1,
  address: '127.0.0.1',
  agent: null,
  by: null,
  ...more,
});

test('new requests are added on top once and the oldest requests dropped', () => {
  const existing = [entry(3), entry(2)];
  expect(withRequests(existing, [entry(2), entry(3)])).toBe(existing);
  expect(withRequests(existing, [entry(3), entry(4), entry(5)]).map(({ id }) => id)).toEqual([5, 4, 3, 2]);
  const many = Array.from({ length: 1_500 }, (_, at) => entry(at + 10));
  const all = withRequests(existing, many);
  expect([all.length, all[0]?.id]).toEqual([1_000, 1_509]);
});

test('the search finds requests by agent, method and status', () => {
  const all = [entry(1, { agent: 'A phone' }), entry(2, { status: 404 }), entry(3, { status: null })];
  expect(foundRequests(all, 'phone').map(({ id }) => id)).toEqual([1]);
  expect(foundRequests(all, 'get 404').map(({ id }) => id)).toEqual([2]);
  expect(foundRequests(all, ' ')).toBe(all);
});

test('imported lines are counted by outcome', () => {
  const line = {
    line: 2,
    email: 'a',
    joined: null,
    teamCreated: false,
    nameSet: false,
    reason: null,
  } as const;
  const report = { dryRun: true, unusedColumns: [] } as const;
  expect(
    countLines({
      ...report,
      lines: [
        { ...line, outcome: 'created' },
        { ...line, outcome: 'refused' },
      ],
    }),
  ).toEqual({ created: 1, existing: 0, refused: 1 });
});

test('bytes of any length are encoded as base64', () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, at) => at % 256);
  expect(Buffer.from(toBase64(bytes), 'base64').equals(bytes)).toBe(true);
  expect(toBase64(new Uint8Array())).toBe('');
});
