import { expect, test } from 'vitest';
import type { ListedVersion, ReconciliationQuery } from '../../../main/uploads/target/area-client.ts';
import { findMatch, type Match } from '../../../main/uploads/target/reconcile.ts';
import { sampleInfo } from './samples.ts';

const sought: ReconciliationQuery = {
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

test('ours has the same version and size', () => {
  expect(findMatch([listed(11)], sought)).toMatchObject({ kind: 'sure', record: { id: 11 } });
  expect(findMatch([listed(11, { version: '1.3.0' })], sought).kind).toBe('none');
  expect(findMatch([listed(11, { fileSize: 99 })], sought).kind).toBe('none');
  expect(findMatch([], sought).kind).toBe('none');
});

test('a record that says another package or platform is never ours, however well it fits', () => {
  for (const other of [
    listed(11, { packageName: 'org.example.till' }),
    listed(11, { packageName: 'org.example.shop.debug', fileSize: 0 }),
    listed(11, { platform: 'iOS' }),
    listed(11, { platform: 'iPadOS', packageName: null }),
  ]) {
    expect(findMatch([other], { ...sought, sizeUnit: null }).kind).toBe('none');
    expect(idOf(findMatch([other, listed(12)], sought))).toBe(12);
  }
});

test('names tell packages apart only where they are their ids', () => {
  const named = listed(11, { packageName: 'shop.beta' });
  expect(findMatch([named], sought).kind).toBe('none');
  expect(findMatch([named], { ...sought, namesAreIds: false })).toMatchObject({
    kind: 'likely',
    named: false,
  });
  const short = listed(11, { packageName: 'till' });
  expect(findMatch([short], sought)).toMatchObject({ kind: 'likely', named: false });
  expect(findMatch([short], { ...sought, namesAreIds: true }).kind).toBe('none');
});

test.each([
  ['a name nobody knows', { packageName: 'b7f3-shop' }, false],
  ['no name', { packageName: null, platform: '' }, false],
  ['a name like a version', { packageName: 'v1.2.0' }, false],
  ['a name like a file', { packageName: 'till.apk' }, false],
  ['the id in other letters', { packageName: 'Org.Example.Shop' }, false],
  ['no size', { fileSize: 0 }, true],
])('a record with %s is likely ours, but not for certain', (_, changes, named) => {
  expect(findMatch([listed(11, changes)], sought)).toMatchObject({ kind: 'likely', named });
});

test('a size in an unknown unit is no proof', () => {
  const many = { ...sought, bytes: 5_000_000, sizeUnit: null };
  expect(findMatch([listed(11, { fileSize: 5 })], many)).toMatchObject({ kind: 'likely', named: true });
});

test('of several that fit alike none is taken, and one that fits better rules out the others', () => {
  expect(findMatch([listed(11), listed(12)], sought)).toMatchObject({
    kind: 'unclear',
    records: [{ id: 11 }, { id: 12 }],
  });
  const unnamed = listed(11, { packageName: null });
  expect(idOf(findMatch([unnamed, listed(12, { fileSize: 0 })], sought))).toBe(12);
  expect(idOf(findMatch([unnamed, listed(12, { fileSize: 0 }), listed(13)], sought))).toBe(13);
});

test('what a later upload that looks the same may be is left to it', () => {
  const before = new Set([11]);
  const mayBelongToOther = (id: number): boolean => !before.has(id);
  expect(idOf(findMatch([listed(11), listed(12)], { ...sought, mayBelongToOther }))).toBe(11);
  expect(findMatch([listed(12)], { ...sought, mayBelongToOther }).kind).toBe('none');
});

test('what another upload of ours is cannot be this one', () => {
  expect(idOf(findMatch([listed(11), listed(12)], { ...sought, isClaimed: (id) => id === 11 }))).toBe(12);
});
