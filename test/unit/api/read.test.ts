import { expect, test } from 'vitest';
import { z } from 'zod';
import { readResource } from '../../../main/api/resources/read.ts';
import { readTimestamp } from '../../../main/api/resources/timestamps.ts';
import { root, storeProfile, testApplication, testVersion, tokenResponse } from '../../../main/api/wire.ts';

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

test('reads another case, texts for numbers and absent fields', () => {
  const read = readResource(testVersion, version);
  expect(read).toEqual({
    ok: true,
    value: {
      id: 7,
      applicationName: 'Shop',
      applicationId: 3,
      profileId: 3,
      version: '1.5',
      build: null,
      uniqueName: 'shop-7',
      platformTypeName: '',
      lastSendDateTimeUtc: null,
      isActive: true,
      fileSize: 1_048_576,
      releaseNote: '',
      profileFiles: [],
      iconUrl: '',
      profileMembers: [],
      fileName: null,
      updateDateTimeUtc: '2026-11-21T08:30:00.000Z',
      uploadDateTimeUtc: '2026-11-21T08:30:00.123Z',
    },
  });
});

test('reads lists bare, wrapped and nested in either form', () => {
  const wrapped = {
    _value: [{ id: 3, name: 'Shop', profiles: { _value: [version], _links: [] } }],
    _links: [],
  };
  const bare = [{ id: 3, name: 'Shop', profiles: [version] }];
  const schema = z.array(testApplication);
  expect(readResource(schema, wrapped)).toEqual(readResource(schema, bare));
  expect(readResource(schema, bare).ok).toBe(true);
});

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

test('a token may come without its type and in camel case', () => {
  expect(readResource(tokenResponse, { accessToken: 'abc', expiresIn: '72000' })).toEqual({
    ok: true,
    value: { access_token: 'abc', expires_in: 72_000, token_type: 'Bearer' },
  });
});

test.each([
  ['2026-11-21T08:30:00Z', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T08:30:00.5', '2026-11-21T08:30:00.500Z'],
  ['2026-11-21 08:30:00,123', '2026-11-21T08:30:00.123Z'],
  ['2026-11-21T08:30', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T01:30:00-0700', '2026-11-21T08:30:00.000Z'],
  ['/Date(1795249800000)/', '2026-11-21T08:30:00.000Z'],
  ['Sat, 21 Nov 2026 08:30:00 GMT', '2026-11-21T08:30:00.000Z'],
  [1_795_249_800_000, '2026-11-21T08:30:00.000Z'],
  ['2028-02-29T08:30:00.000Z', '2028-02-29T08:30:00.000Z'],
  ['2026-02-30T08:30:00.000Z', null],
  ['2026-13-41T08:30:00', null],
  ['tomorrow', null],
  [null, null],
])('reads the time %s', (given, expected) => {
  expect(readTimestamp(given)).toBe(expected);
});
