import { expect, test } from 'vitest';
import { readResource } from '../../../main/api/resources/read.ts';
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
  ['nothing', undefined],
  ['null', null],
  ['a list', [version]],
  ['no id', { ...version, Id: undefined }],
  ['an id with a fraction', { ...version, Id: '7.5' }],
  ['no size', { ...version, FileSize: null }],
  ['an active flag nobody knows', { ...version, IsActive: 'perhaps' }],
  ['a time nobody knows', { ...version, UpdateDateTimeUtc: 'yesterday' }],
])('does not take %s for a version', (_, value) => {
  expect(readResource(testVersion, value).ok).toBe(false);
});

test('a profile that is nested is ignored; what a profile must have is not invented', () => {
  expect(readResource(storeProfile, { id: 1, name: 'Shop' }).ok).toBe(false);
  expect(readResource(root, { AppStore: [], TestingDist: null })).toEqual({
    ok: true,
    value: { appStore: [], testingDist: [] },
  });
});
