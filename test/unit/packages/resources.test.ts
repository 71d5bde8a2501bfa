import { expect, test } from 'vitest';
import type { ManifestValue } from '../../../main/packages/android/manifest.ts';
import { resolveLocalized, resolveText } from '../../../main/packages/android/resolve.ts';
import { readResourceTable } from '../../../main/packages/android/resources.ts';
import { bytes16, bytes32, chunk, stringPool, value } from '../../fixtures/builds/resource-chunks.ts';

const label: ManifestValue = { type: 1, data: 0x7f010003, text: null };
const strings = ['Default', 'サンプル', 'Taiwan', 'Srpski', 'Filipino', 'Newer'];

type Configuration = {
  readonly language?: string;
  readonly region?: string;
  readonly script?: string;
  readonly sdk?: number;
};

/** Packs three letters into two bytes, like Android. */
function languageBytes(language: string): number[] {
  const codes = [...language].map((letter) => letter.charCodeAt(0) - 0x61);
  const [a = 0, b = 0, c = 0] = codes;
  if (codes.length === 2) return [...Buffer.from(language)];
  return [0x80 | (c << 2) | (b >> 3), ((b & 7) << 5) | a];
}

function configuration({ language, region, script, sdk }: Configuration): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(64, 0);
  if (language) bytes.set(languageBytes(language), 8);
  if (region) bytes.write(region, 10, 'latin1');
  if (script) bytes.write(script, 36, 'latin1');
  bytes.writeUInt16LE(sdk ?? 0, 24);
  return bytes;
}

type Layout = 'plain' | 'sparse' | 'short';

/** Returns the chunk of type 1 for one configuration. It contains only entry 3. */
function type(config: Configuration, entry: Buffer, layout: Layout = 'plain'): Buffer {
  const offsets = {
    plain: bytes32(0xffffffff, 0xffffffff, 0xffffffff, 0),
    sparse: bytes16(3, 0),
    short: bytes16(0xffff, 0xffff, 0xffff, 0),
  }[layout];
  const flags = { plain: 0, sparse: 1, short: 2 }[layout];
  const header = Buffer.concat([
    Buffer.from([1, flags, 0, 0]),
    bytes32(layout === 'sparse' ? 1 : 4, 20 + 64 + offsets.length),
    configuration(config),
  ]);
  return chunk(0x0201, header, Buffer.concat([offsets, entry]));
}

const full = (kind: 'string' | 'reference', data: number): Buffer =>
  Buffer.concat([bytes16(8, 0), bytes32(0), value(kind, data)]);
/** Returns a compact entry (Android 14 and later), which has the type in the upper half of its flags. */
const compact = (data: number): Buffer => Buffer.concat([bytes16(0, 0x0308), bytes32(data)]);

function table(types: readonly Buffer[], encoding: 'utf8' | 'utf16' = 'utf8'): Buffer {
  const header = Buffer.concat([bytes32(0x7f), Buffer.alloc(256), bytes32(288, 0, 288, 0, 0)]);
  const content = chunk(0x0200, header, Buffer.concat(types));
  return chunk(0x0002, bytes32(1), Buffer.concat([stringPool(strings, encoding), content]));
}

test.for<[name: string, bytes: Buffer]>([
  ['plain entries, UTF-8', table([type({}, full('string', 0))])],
  ['plain entries, UTF-16', table([type({}, full('string', 0))], 'utf16')],
  ['sparse entries', table([type({}, full('string', 0), 'sparse')])],
  ['short offsets', table([type({}, full('string', 0), 'short')])],
  ['compact entries', table([type({}, compact(0))])],
  ['a translation first', table([type({ language: 'ja' }, full('string', 1)), type({}, full('string', 0))])],
  ['an older value for all', table([type({}, full('string', 5)), type({ sdk: 21 }, full('string', 0))])],
])('resolveText returns the default text: %s', ([, bytes]) => {
  expect(resolveText(label, readResourceTable(bytes))).toBe('Default');
});

test('resolveText ignores the bytes after the offset table of a sparse type', () => {
  const read = readResourceTable(table([type({}, full('string', 0), 'sparse')]));
  // The bytes after the offsets are the size of the entry, 8. They must not be read as an entry index.
  expect(resolveText({ ...label, data: 0x7f010008 }, read)).toBeNull();
});

test('resolveLocalized returns translations by locale', () => {
  const bytes = table([
    type({}, full('string', 0)),
    type({ language: 'ja' }, full('string', 1)),
    type({ language: 'zh', region: 'TW' }, full('string', 2)),
    type({ language: 'sr', script: 'Latn' }, full('string', 3)),
    type({ language: 'fil' }, full('string', 4)),
  ]);
  expect(resolveLocalized(label, readResourceTable(bytes))).toEqual({
    ja: 'サンプル',
    'zh-TW': 'Taiwan',
    'sr-Latn': 'Srpski',
    fil: 'Filipino',
  });
});

test('resolveText returns null for a cyclic or dangling reference', () => {
  const cyclic = readResourceTable(table([type({}, full('reference', label.data))]));
  expect(resolveText(label, cyclic)).toBeNull();
  expect(resolveText({ ...label, data: 0x7f7f7f7f }, cyclic)).toBeNull();
  expect(resolveText({ ...label, data: 0x01040000 }, cyclic)).toBeNull();
});

test('thousands of cyclic translations are resolved in bounded time', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const locales = [...letters].flatMap((a) => [...letters].map((b) => a + b));
  const types = locales.map((language) => type({ language }, full('reference', label.data)));
  const read = readResourceTable(table([...types, ...types, ...types]));
  expect(resolveText(label, read)).toBeNull();
  expect(resolveLocalized(label, read)).toEqual({});
});

test('readResourceTable rejects an invalid table', () => {
  expect(readResourceTable(Buffer.alloc(0))).toBeNull();
  expect(readResourceTable(chunk(0x0002, bytes32(1), bytes32(1, 2, 3)))).toBeNull();
  expect(
    readResourceTable(table(Array.from({ length: 2049 }, () => type({}, full('string', 0))))),
  ).toBeNull();
});
