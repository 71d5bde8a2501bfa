import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readResource } from '../../../main/api/resources/read.ts';
import { listedTestApplication, storeProfile, testApplication, testVersion } from '../../../main/api/wire.ts';
import { sampleProfile, sampleVersion } from '../uploads/samples.ts';

const never = '0001-01-01T00:00:00.000Z';
const list = z.array(listedTestApplication);
const good = { id: 1, name: 'Shop', profiles: [sampleVersion()], lastProfile: sampleVersion() };

function read<Schema extends z.ZodType>(schema: Schema, value: unknown, isWhole = true) {
  const odd: string[] = [];
  const result = readResource(schema, value, { isWhole, onRepair: (paths) => odd.push(...paths) });
  return { value: result.ok ? result.value : null, odd };
}

const version = (changes: object): object => ({
  ...good,
  profiles: [sampleVersion(), { ...sampleVersion({ id: 2 }), ...changes }],
});

test.each([
  ['a date of null', { uploadDateTimeUtc: null }, { uploadDateTimeUtc: never }],
  ['an empty date', { updateDateTimeUtc: '' }, { updateDateTimeUtc: never }],
  ['no date', { updateDateTimeUtc: undefined }, { updateDateTimeUtc: never }],
  ['an invalid date', { uploadDateTimeUtc: 'yesterday' }, { uploadDateTimeUtc: never }],
  ['an invalid last send date', { lastSendDateTimeUtc: 'yesterday' }, { lastSendDateTimeUtc: never }],
  ['no version', { version: null }, { version: '' }],
  ['no names', { applicationName: null, uniqueName: undefined }, { applicationName: '', uniqueName: '' }],
  ['no size', { fileSize: null }, { fileSize: 0 }],
  ['a size with a fraction', { fileSize: 12.34 }, { fileSize: 0 }],
  ['a size in words', { fileSize: '12 MB' }, { fileSize: 0 }],
  ['no application', { applicationId: null, profileId: null }, { applicationId: 1, profileId: 1 }],
  ['an unknown active flag', { isActive: 'perhaps' }, { isActive: false }],
  ['a note that is an object', { releaseNote: { en: 'New' } }, { releaseNote: '' }],
  ['invalid members', { profileMembers: [{ id: 1 }, 'x'] }, { profileMembers: [] }],
  ['invalid files', { profileFiles: 'none' }, { profileFiles: [] }],
])('a version with %s is repaired with defaults', (_, odd, shown) => {
  const result = read(list, [good, version(odd)]);
  expect(result.value?.[0]).toEqual(good);
  expect(result.value?.[1]?.profiles[1]).toMatchObject({ id: 2, ...shown });
  expect(result.odd[0]).toMatch(/^1\.profiles\.1\./);
});

test.each([
  ['no id', { ...sampleVersion(), id: null }],
  ['an id out of range', sampleVersion({ id: 2 ** 40 })],
  ['null', null],
  ['a string', 'odd'],
])('a version that cannot be identified is omitted: %s', (_, odd) => {
  const result = read(list, [good, { ...good, profiles: [odd, ...good.profiles] }]);
  expect(result.value).toEqual([good, good]);
  expect(result.odd.length).toBeGreaterThan(0);
});

test('an application is listed without an invalid newest version', () => {
  expect(read(list, [{ ...good, lastProfile: { ...sampleVersion(), id: null } }]).value).toEqual([
    { ...good, lastProfile: null },
  ]);
});

test('an application or profile is listed even without a name or known type', () => {
  expect(read(list, [{ ...good, name: null }]).value?.[0]?.name).toBe('');
  expect(read(testApplication, { id: 3, profiles: [] }).value?.name).toBe('');
  const item = { id: 9, profileId: 3, uniqueId: null, name: null, version: '1', type: 'apk', fileSize: 1 };
  const profiles = [{ ...sampleProfile(), name: undefined, enabled: undefined, items: [item] }];
  expect(read(z.array(storeProfile), profiles).value).toMatchObject([
    {
      id: 1,
      name: '',
      enabled: false,
      items: [{ id: 9, type: 0, name: '', uniqueId: '', createDateTimeUtc: never }],
    },
  ]);
});

test.each<[string, z.ZodType, unknown]>([
  ['an id alone', testVersion, { id: 7 }],
  ['an id and a title', storeProfile, { id: 7, title: 'Shop' }],
  ['a version without an active flag', testVersion, { ...sampleVersion(), isActive: undefined }],
  ['a list of other objects', list, [{ title: 'a' }, { title: 'b' }]],
  ['a list of strings', list, ['a', 'b']],
  ['an error object', list, { error: 'No' }],
])('%s is rejected rather than repaired', (_, schema, value) => {
  expect(read(schema, value, false)).toEqual({ value: null, odd: [] });
});

test('an invalid record of any kind does not affect other records', () => {
  const damaged = fc
    .tuple(fc.constantFrom(...Object.keys(sampleVersion())), fc.jsonValue())
    .map(([name, value]) => ({ ...sampleVersion({ id: 2 }), [name]: value }));
  const records = fc.array(fc.oneof(damaged, fc.jsonValue()), { maxLength: 4 });
  fc.assert(
    fc.property(records, fc.jsonValue(), (versions, other) => {
      const result = read(list, [good, { ...good, id: 2, profiles: versions }, other]);
      expect(result.value?.[0]).toEqual(good);
      expect(result.value?.map(({ id }) => id)).toContain(2);
    }),
  );
});
