import { expect, test } from 'vitest';
import type { ListedVersion, ReconciliationQuery } from '../../../main/uploads/target/area-client.ts';
import { findMatch, type Match } from '../../../main/uploads/target/reconcile.ts';
import { sampleInfo } from './samples.ts';

const query: ReconciliationQuery = {
  package: sampleInfo(),
  bytes: 100,
  fileName: 'shop.apk',
  mayBelongToOther: () => false,
  sizeUnit: 1,
  namesAreIds: null,
  isClaimed: () => false,
};
const listed = (id: number, changes: Partial<ListedVersion> = {}): ListedVersion => ({
  id,
  version: '1.2.0',
  fileSize: 100,
  packageName: 'org.example.shop',
  platform: 'Android',
  ...changes,
});

const idOf = (match: Match<ListedVersion>): number | null => ('record' in match ? match.record.id : null);

test('a record of the same version and size is a certain match', () => {
  expect(findMatch([listed(11)], query)).toMatchObject({ kind: 'sure', record: { id: 11 } });
  expect(findMatch([listed(11, { version: '1.3.0' })], query).kind).toBe('none');
  expect(findMatch([listed(11, { fileSize: 99 })], query).kind).toBe('none');
  expect(findMatch([], query).kind).toBe('none');
});

test('a record of a different package or platform never matches', () => {
  for (const other of [
    listed(11, { packageName: 'org.example.till' }),
    listed(11, { packageName: 'org.example.shop.debug', fileSize: 0 }),
    listed(11, { platform: 'iOS' }),
    listed(11, { platform: 'iPadOS', packageName: null }),
  ]) {
    expect(findMatch([other], { ...query, sizeUnit: null }).kind).toBe('none');
    expect(idOf(findMatch([other, listed(12)], query))).toBe(12);
  }
});

test('a package name excludes a record only if names are package ids', () => {
  const named = listed(11, { packageName: 'shop.beta' });
  expect(findMatch([named], query).kind).toBe('none');
  expect(findMatch([named], { ...query, namesAreIds: false })).toMatchObject({
    kind: 'likely',
    named: false,
  });
  const short = listed(11, { packageName: 'till' });
  expect(findMatch([short], query)).toMatchObject({ kind: 'likely', named: false });
  expect(findMatch([short], { ...query, namesAreIds: true }).kind).toBe('none');
});

test.each([
  ['an unknown name', { packageName: 'b7f3-shop' }, false],
  ['no name', { packageName: null, platform: '' }, false],
  ['a name like a version', { packageName: 'v1.2.0' }, false],
  ['a name like a file', { packageName: 'till.apk' }, false],
  ['the id in another case', { packageName: 'Org.Example.Shop' }, false],
  ['no size', { fileSize: 0 }, true],
])('a record with %s is a likely match', (_, changes, named) => {
  expect(findMatch([listed(11, changes)], query)).toMatchObject({ kind: 'likely', named });
});

test('a record whose size has an unknown unit is a likely match', () => {
  const many = { ...query, bytes: 5_000_000, sizeUnit: null };
  expect(findMatch([listed(11, { fileSize: 5 })], many)).toMatchObject({ kind: 'likely', named: true });
});

test('equal matches are ambiguous, and a better match excludes all others', () => {
  expect(findMatch([listed(11), listed(12)], query)).toMatchObject({
    kind: 'unclear',
    records: [{ id: 11 }, { id: 12 }],
  });
  const unnamed = listed(11, { packageName: null });
  expect(idOf(findMatch([unnamed, listed(12, { fileSize: 0 })], query))).toBe(12);
  expect(idOf(findMatch([unnamed, listed(12, { fileSize: 0 }), listed(13)], query))).toBe(13);
});

test('findMatch ignores a record that may belong to a later upload', () => {
  const before = new Set([11]);
  const mayBelongToOther = (id: number): boolean => !before.has(id);
  expect(idOf(findMatch([listed(11), listed(12)], { ...query, mayBelongToOther }))).toBe(11);
  expect(findMatch([listed(12)], { ...query, mayBelongToOther }).kind).toBe('none');
});

test('findMatch ignores a record claimed by another upload', () => {
  expect(idOf(findMatch([listed(11), listed(12)], { ...query, isClaimed: (id) => id === 11 }))).toBe(12);
});
