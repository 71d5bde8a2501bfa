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
  const result = readResource(schema, value, { isWhole, onRepair: (places) => odd.push(...places) });
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
  ['a date nobody knows', { uploadDateTimeUtc: 'yesterday' }, { uploadDateTimeUtc: never }],
  ['a last send nobody knows', { lastSendDateTimeUtc: 'yesterday' }, { lastSendDateTimeUtc: never }],
  ['no version', { version: null }, { version: '' }],
  ['no names', { applicationName: null, uniqueName: undefined }, { applicationName: '', uniqueName: '' }],
  ['no size', { fileSize: null }, { fileSize: 0 }],
  ['a size with a fraction', { fileSize: 12.34 }, { fileSize: 0 }],
  ['a size in words', { fileSize: '12 MB' }, { fileSize: 0 }],
  ['no application', { applicationId: null, profileId: null }, { applicationId: 1, profileId: 1 }],
  ['an active flag nobody knows', { isActive: 'perhaps' }, { isActive: false }],
  ['a note that is no text', { releaseNote: { en: 'New' } }, { releaseNote: '' }],
  ['members nobody knows', { profileMembers: [{ id: 1 }, 'x'] }, { profileMembers: [] }],
  ['files nobody knows', { profileFiles: 'none' }, { profileFiles: [] }],
])('a version with %s is shown as far as it can be', (_, odd, shown) => {
  const result = read(list, [good, version(odd)]);
  expect(result.value?.[0]).toEqual(good);
  expect(result.value?.[1]?.profiles[1]).toMatchObject({ id: 2, ...shown });
  expect(result.odd[0]).toMatch(/^1\.profiles\.1\./);
});

test.each([
  ['no id', { ...sampleVersion(), id: null }],
  ['an id beyond all ids', sampleVersion({ id: 2 ** 40 })],
  ['no record', null],
  ['a text', 'odd'],
])('one that cannot be told from others is left out: %s', (_, odd) => {
  const result = read(list, [good, { ...good, profiles: [odd, ...good.profiles] }]);
  expect(result.value).toEqual([good, good]);
  expect(result.odd.length).toBeGreaterThan(0);
});

test('an odd newest version is no reason to leave the application out', () => {
  expect(read(list, [{ ...good, lastProfile: { ...sampleVersion(), id: null } }]).value).toEqual([
    { ...good, lastProfile: null },
  ]);
});

test('an application or profile without a name, or of a type nobody knows, is shown', () => {
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
  ['a number alone', testVersion, { id: 7 }],
  ['a number and a name', storeProfile, { id: 7, title: 'Shop' }],
  [
    'a version that does not say whether it is active',
    testVersion,
    { ...sampleVersion(), isActive: undefined },
  ],
  ['a list of other things', list, [{ title: 'a' }, { title: 'b' }]],
  ['a list of texts', list, ['a', 'b']],
  ['an error', list, { error: 'No' }],
])('%s is still not what was promised', (_, schema, value) => {
  expect(read(schema, value, false)).toEqual({ value: null, odd: [] });
});

test('one record, whatever is in it, never keeps the others from being read', () => {
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
