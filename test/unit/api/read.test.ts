import { expect, test } from 'vitest';
import { property, readResource } from '../../../main/api/resources/read.ts';
import { root, storeProfile, testVersion } from '../../../main/api/wire.ts';

const version = {
  Id: '7',
  ApplicationName: 'Shop',
  ApplicationId: 3,
  PROFILEID: 3,
  Version: 1.5,
  UniqueName: 'shop-7',
  IsActive: 'True',
  FileSize: '1048576',
  ReleaseNote: '',
  UpdateDateTimeUtc: '2026-11-21T08:30:00',
  UploadDateTimeUtc: '2026-11-21T10:30:00.1234567+02:00',
  LastSendDateTimeUtc: '0001-01-01T00:00:00',
  Surprise: { deep: true },
};

test.each([
  ['an error object', { message: 'Not signed in' }],
  ['undefined', undefined],
  ['null', null],
  ['a list', [version]],
  ['an object without an id', { ...version, Id: undefined }],
  ['an object with a fractional id', { ...version, Id: '7.5' }],
  ['an object without a size', { ...version, FileSize: null }],
  ['an object with an unknown active flag', { ...version, IsActive: 'perhaps' }],
  ['an object with an unknown time', { ...version, UpdateDateTimeUtc: 'yesterday' }],
])('readResource rejects %s as a version', (_, value) => {
  expect(readResource(testVersion, value).ok).toBe(false);
});

test('readResource prefers the exact name of a property', () => {
  expect(readResource(testVersion, { ...version, id: 8 })).toMatchObject({ ok: true, value: { id: 8 } });
});

test('property() prefers the exact name', () => {
  expect(property({ HREF: '/a', href: '/b' }, 'href')).toBe('/b');
  expect(property({ HREF: '/a' }, 'href')).toBe('/a');
});

test('readResource requires a complete profile but reads null lists as empty', () => {
  expect(readResource(storeProfile, { id: 1, name: 'Shop' }).ok).toBe(false);
  expect(readResource(root, { AppStore: [], TestingDist: null })).toEqual({
    ok: true,
    value: { appStore: [], testingDist: [] },
  });
});
