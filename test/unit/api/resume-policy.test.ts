import { describe, expect, test } from 'vitest';
import {
  defaultResumePolicy,
  isFinalRefusal,
  paysToResume,
  readOffset,
  uploadMetadata,
} from '../../../main/api/upload/resume-policy.ts';

const mebibyte = 1024 * 1024;

describe('paysToResume', () => {
  test.each([
    ['a 16 MiB file at an unknown speed', 16 * mebibyte, null, true],
    ['a smaller file at an unknown speed', 16 * mebibyte - 1, null, false],
    ['a transfer of five seconds', 5 * mebibyte, mebibyte, true],
    ['a shorter transfer', 5 * mebibyte - 1, mebibyte, false],
    ['an empty file on a slow line', 0, 1, false],
  ])('decides on %s', (_, size, bytesPerSecond, pays) => {
    expect(paysToResume(defaultResumePolicy, { size, bytesPerSecond, isLocalService: false })).toBe(pays);
  });

  test('resumes uploads to a service on this computer only if allowed', () => {
    const upload = { size: 100 * mebibyte, bytesPerSecond: null, isLocalService: true };
    expect(paysToResume(defaultResumePolicy, upload)).toBe(false);
    expect(paysToResume({ ...defaultResumePolicy, local: true }, upload)).toBe(true);
  });
});

test.each([
  ['0', 0],
  [' 7 ', 7],
  ['100', 100],
  ['101', null],
  ['-1', null],
  ['1.5', null],
  ['1e2', null],
  ['99999999999999999999', null],
  ['', null],
  [null, null],
])('readOffset reads %j of a file of 100 bytes', (value, offset) => {
  expect(readOffset(value, 100)).toBe(offset);
});

test('uploadMetadata encodes values in base64 and omits undefined values', () => {
  expect(uploadMetadata({ filename: 'Bäu.apk', releaseNote: undefined })).toBe('filename QsOkdS5hcGs=');
  expect(uploadMetadata({ filename: 'a', releaseNote: 'b\n' })).toBe('filename YQ==,releaseNote Ygo=');
});

test.each([
  [400, true],
  [413, true],
  [422, true],
  [401, false],
  [403, false],
  [404, false],
  [409, false],
  [423, false],
  [429, false],
  [500, false],
  [undefined, false],
])('isFinalRefusal of %s is %s', (status, isFinal) => {
  expect(isFinalRefusal(status)).toBe(isFinal);
});
