import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readResource } from '../../../main/api/resources/read.ts';
import { readTimestamp } from '../../../main/api/resources/timestamps.ts';
import {
  listedTestApplication,
  storeItem,
  storeProfile,
  testApplication,
  testVersion,
  tokenResponse,
  versionMember,
} from '../../../main/api/wire.ts';
import { textOf } from '../../../main/messages/text.ts';

/** Passes values through JSON, which has no minus zero. */
function asJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return values.map((value) => JSON.parse(JSON.stringify(value)));
}

/** Generates values that match a wire schema. */
function valid(schema: z.ZodType, name = ''): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodNullable) {
    return fc.option(valid(schema.unwrap() as z.ZodType, name), { nil: null });
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
    return fc.record(Object.fromEntries(fields.map(([key, inner]) => [key, valid(inner, key)])));
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    if (element instanceof z.ZodUnknown)
      return fc.array(asJson(fc.jsonValue({ maxDepth: 1 })), { maxLength: 2 });
    return fc.array(valid(element), { maxLength: 2 });
  }
  if (schema instanceof z.ZodNull) return fc.constant(null);
  if (schema instanceof z.ZodISODateTime) return timestamps;
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.integer({ min: name === 'id' ? 1 : 0, max: 2 ** 31 - 1 });
  return fc.string({ minLength: 1 });
}

const timestamps = fc
  .date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

type Form = {
  readonly name: (name: string) => string;
  readonly asText: boolean;
  readonly zone: (time: string) => string;
  readonly wrap: boolean;
  readonly leaveOut: boolean;
  readonly surplus: boolean;
};

const zones: readonly ((time: string) => string)[] = [
  (time) => time,
  (time) => time.replace('Z', ''),
  (time) => time.replace('Z', '4567Z'),
  (time) => time.replace('Z', '9999999'),
  (time) => time.replace('T', ' ').replace('Z', '+00:00'),
  (time) => time.replace('.', ',').replace('Z', '-0000'),
  (time) => time.replace('Z', '+00'),
  (time) => new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30'),
  (time) => new Date(Date.parse(time) - 8 * 3_600_000).toISOString().replace('Z', '-08'),
  (time) => `/Date(${Date.parse(time)})/`,
];

const form: fc.Arbitrary<Form> = fc.record({
  name: fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => name.toLowerCase(),
    (name: string) => name.charAt(0).toUpperCase() + name.slice(1),
    (name: string) => name.replace(/([A-Z])/g, '_$1'),
    (name: string) => name.replace(/([A-Z])/g, '-$1').toLowerCase(),
  ),
  asText: fc.boolean(),
  zone: fc.constantFrom(...zones),
  wrap: fc.boolean(),
  leaveOut: fc.boolean(),
  surplus: fc.boolean(),
});

/** Random formats. Each property of a body uses the next format. */
const forms = fc.infiniteStream(form);

/** Values that the client assumes for omitted properties. */
const defaults: Readonly<Record<string, unknown>> = {
  ...{ orderId: 0, totalCount: 0, clickCount: 0, iconUrl: '', platformTypeName: '', token_type: 'Bearer' },
  ...{ hasiOSPlatform: false, hasAndroidPlatform: false, enableStaticAuht: false },
};

function isDefault(name: string, value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0) || defaults[name] === value;
}

/** Serialises the value in the formats that `next` returns. */
function written(value: unknown, schema: z.ZodType, next: () => Form): unknown {
  if (value === null) return null;
  if (schema instanceof z.ZodNullable) return written(value, schema.unwrap() as z.ZodType, next);
  const { name, asText, zone, wrap, surplus } = next();
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, z.ZodType>;
    const fields = Object.entries(value as Record<string, unknown>)
      .filter(([key, item]) => !(next().leaveOut && isDefault(key, item)))
      .map(([key, item]) => [name(key), written(item, shape[key] as z.ZodType, next)]);
    const whole = Object.fromEntries([...(surplus ? [['surplus', { id: 'x' }]] : []), ...fields]) as object;
    return wrap ? { _value: whole, _links: null } : whole;
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    const items = (value as unknown[]).map((item) =>
      element instanceof z.ZodUnknown ? item : written(item, element, next),
    );
    return wrap ? { [name('_value')]: items, _links: [{ href: null, rel: 'self', method: 'GET' }] } : items;
  }
  if (schema instanceof z.ZodISODateTime) return zone(value as string);
  if (asText && typeof value === 'number') return `${value}`;
  if (asText && typeof value === 'boolean') return value ? 'True' : 'False';
  return value;
}

test.each<[string, z.ZodType]>([
  ['a token', tokenResponse],
  ['a version', testVersion],
  ['a member of a version', versionMember],
  ['an application', testApplication],
  ['a listed application', listedTestApplication],
  ['a store profile', storeProfile],
  ['a store item', storeItem],
])('%s in any valid encoding is parsed to the same value', (_, schema) => {
  fc.assert(
    fc.property(valid(schema), forms, (value, stream) => {
      const next = (): Form => stream.next().value;
      const through = JSON.parse(JSON.stringify(written(value, schema, next))) as unknown;
      expect(readResource(schema, through)).toEqual({ ok: true, value });
    }),
    { numRuns: 500 },
  );
});

test('readResource returns a valid resource or a problem for any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const schema of [testVersion, storeProfile, tokenResponse, z.array(storeItem)]) {
        const read = readResource(schema, value);
        if (read.ok) expect(schema.safeParse(read.value).success).toBe(true);
        else expect(read.problem).not.toBe('');
      }
    }),
    { numRuns: 500 },
  );
});

test('a version with one invalid property is read as valid or rejected', () => {
  const whole = {
    id: 7,
    applicationName: 'Shop',
    applicationId: 3,
    profileId: 3,
    version: '1.0',
    uniqueName: 'shop-7',
    platformTypeName: 'Android',
    lastSendDateTimeUtc: null,
    isActive: false,
    fileSize: 1,
    releaseNote: null,
    profileFiles: [],
    iconUrl: '',
    profileMembers: [],
    fileName: null,
    updateDateTimeUtc: '2026-11-21T08:30:00.000Z',
    uploadDateTimeUtc: '2026-11-21T08:30:00.000Z',
  };
  const names = Object.keys(whole);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, damage) => {
      const read = readResource(testVersion, { ...whole, [name]: damage });
      if (read.ok) expect(testVersion.safeParse(read.value).success).toBe(true);
      else expect(textOf(read.problem)).toContain(name);
    }),
    { numRuns: 500 },
  );
});

test('readResource keeps unknown fields up to a maximum depth', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}7${']'.repeat(100_000)}`) as unknown;
  const files = z.object({ profileFiles: testVersion.shape.profileFiles });
  const read = readResource(files, { profileFiles: [{ a: { b: [1, null] } }, deep] });
  if (!read.ok) throw new Error(textOf(read.problem));
  expect(read.value.profileFiles[0]).toEqual({ a: { b: [1, null] } });
  expect(JSON.stringify(read.value).length).toBeLessThan(200);
  expect(readResource(testVersion, deep).ok).toBe(false);
});

test('readResource ignores __proto__ and other inherited names', () => {
  const hostile = JSON.parse('{"__proto__":{"id":7},"constructor":{"id":7},"hasOwnProperty":1}') as unknown;
  expect(readResource(testVersion, hostile).ok).toBe(false);
  expect(({} as { id?: unknown }).id).toBeUndefined();
});

test.each([
  ['2026-11-21T08:30:00.5', '2026-11-21T08:30:00.500Z'],
  ['2026-11-21 08:30:00,123', '2026-11-21T08:30:00.123Z'],
  ['2026-11-21T08:30', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T01:30:00-0700', '2026-11-21T08:30:00.000Z'],
  ['/Date(1795249800000)/', '2026-11-21T08:30:00.000Z'],
  ['Sat, 21 Nov 2026 08:30:00 GMT', '2026-11-21T08:30:00.000Z'],
  [1_795_249_800_000, '2026-11-21T08:30:00.000Z'],
  ['2026-13-41T08:30:00', null],
  ['2026-02-30T08:30:00', null],
  ['2025-02-29T08:30:00Z', null],
  ['2028-02-29T08:30:00Z', '2028-02-29T08:30:00.000Z'],
  ['2026-11-21T24:01:00Z', null],
  ['2026-11-21T08:30:00.1234567', '2026-11-21T08:30:00.123Z'],
  ['2026-11-21T08:30:00.1234567+03:00', '2026-11-21T05:30:00.123Z'],
  [' 2026-11-21T08:30:00 z ', '2026-11-21T08:30:00.000Z'],
  ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-01:00', null],
  ['', null],
  ['7', null],
  [{}, null],
])('readTimestamp reads %j as %s', (given, expected) => {
  expect(readTimestamp(given)).toBe(expected);
});

test.each(['0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+03:00'])(
  'readResource reads the minimum date %s as null',
  (time) => {
    const schema = z.object({ lastSendDateTimeUtc: testVersion.shape.lastSendDateTimeUtc });
    expect(readResource(schema, { LastSendDateTimeUtc: time })).toEqual({
      ok: true,
      value: { lastSendDateTimeUtc: null },
    });
  },
);
