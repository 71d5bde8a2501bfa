import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  learnSizeUnit,
  sizeDifference as mainSizeDifference,
  sameSize,
  sameVersion,
} from '../../../main/uploads/target/same-build.ts';
import { withEnglishResult } from '../../english.ts';

const sizeDifference = withEnglishResult(mainSizeDifference);

test('a version matches in every format that services use', () => {
  const info = { versionName: '2.4.1', build: '1187' };
  for (const listed of [
    '2.4.1',
    '1187',
    '2.4.1 (1187)',
    '2.4.1(1187)',
    '2.4.1.1187',
    ' v2.4.1 ',
    '2.4.1-1187',
  ]) {
    expect(sameVersion(listed, info), listed).toBe(true);
  }
  for (const listed of ['2.4.10', '2.4', '2.4.1 (1188)', ''])
    expect(sameVersion(listed, info), listed).toBe(false);
});

test('a build without a version matches every version', () => {
  expect(sameVersion('1.0', { versionName: null, build: null })).toBe(true);
});

test('the size unit is inferred from a known size', () => {
  expect(learnSizeUnit(12_345_678, 12_345_678)).toBe(1);
  expect(learnSizeUnit(12_056, 12_345_678)).toBe(1_024);
  expect(learnSizeUnit(12_346, 12_345_678)).toBe(1_000);
  expect(learnSizeUnit(96, 100_000_000)).toBe(1_048_576);
  expect(learnSizeUnit(777, 12_345_678)).toBeNull();
  expect(learnSizeUnit(0, 12_345_678)).toBeNull();
});

test('a size that fits several units is ambiguous', () => {
  expect(learnSizeUnit(12, 12_345_678)).toBeNull();
  expect(learnSizeUnit(5, 5_000)).toBeNull();
  expect(sameSize(12, 12_345_678, null)).toBe(true);
});

test('a size that fits no unit is reported as a difference', () => {
  expect(sizeDifference(12_345_678, 12_345_678)).toBeNull();
  expect(sizeDifference(12, 12_345_678)).toBeNull();
  expect(sizeDifference(0, 12_345_678)).toBeNull();
  expect(sizeDifference(6_000_000, 12_345_678)).toContain('12345678 bytes');
});

test('sameSize accepts a size rounded up or down to a unit, but no larger', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 41 }), fc.constantFrom(1, 1_000, 1_024), (bytes, unit) => {
      for (const round of [Math.floor, Math.ceil, Math.round]) {
        expect(sameSize(round(bytes / unit), bytes, unit)).toBe(true);
      }
      expect(sameSize(Math.ceil(bytes / unit) + 1, bytes, unit)).toBe(false);
    }),
  );
});

test('a missing size matches every size', () => {
  expect(sameSize(0, 500, null)).toBe(true);
  expect(sameSize(500, 501, null)).toBe(false);
});
