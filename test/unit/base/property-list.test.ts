import { build, buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import { PlistError } from '../../../main/base/formats/plist-value.ts';
import { readPropertyList } from '../../../main/base/formats/property-list.ts';

const sample = {
  text: 'Größe & <日本語> 🎉',
  number: 42,
  fraction: 1.5,
  yes: true,
  no: false,
  list: ['a', { b: 'c' }, []],
  dictionary: { inner: { deeper: 'x' } },
  date: new Date('2026-11-21T08:30:00Z'),
};

const open = '<?xml version="1.0"?><plist version="1.0">';

function root(xml: string): unknown {
  return readPropertyList(Buffer.from(`${open}${xml}</plist>`)).root;
}

describe('readPropertyList', () => {
  test('reads XML', () => {
    expect(readPropertyList(Buffer.from(build(sample)))).toEqual({ format: 'xml', root: sample });
  });

  test('reads the binary format', () => {
    expect(readPropertyList(Buffer.from(buildBinary(sample)))).toEqual({ format: 'binary', root: sample });
  });

  test('reads UTF-16 of both byte orders, with and without a byte order mark', () => {
    const little = Buffer.from(build(sample), 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big, Buffer.concat([Buffer.from([0xff, 0xfe]), little])]) {
      expect(readPropertyList(bytes)).toEqual({ format: 'utf16-xml', root: sample });
    }
  });

  test('reads a byte order mark, comments, CDATA and entities', () => {
    const list = `\uFEFF${open}<!-- <key>x</key> --><dict><key>a</key><string>b<!-- -->c<![CDATA[<&]]>&#x1F389;&amp;</string></dict></plist>`;
    expect(readPropertyList(Buffer.from(list)).root).toEqual({ a: 'bc<&🎉&' });
  });

  test('reads __proto__ as a plain key', () => {
    const list = root('<dict><key>__proto__</key><dict><key>a</key><string>b</string></dict></dict>');
    expect(Object.keys(list as object)).toEqual(['__proto__']);
    expect((list as { a?: unknown }).a).toBeUndefined();
  });
});

describe('readPropertyList with invalid input', () => {
  const nested = (depth: number) => `${'<array>'.repeat(depth)}${'</array>'.repeat(depth)}`;
  const laughs = `<!DOCTYPE plist [<!ENTITY a "${'ha'.repeat(9)}"><!ENTITY b "&a;&a;">]>${open}<dict/></plist>`;

  test.for<[name: string, list: string]>([
    ['an empty file', ''],
    ['other XML', '<manifest/>'],
    ['plain text', 'CFBundleIdentifier = x'],
    ['a truncated list', `${open}<dict><key>a</key><string>x`],
    ['crossed tags', `${open}<dict><key>a</key><string>x</dict></string></plist>`],
    ['a value without a key', `${open}<dict><string>x</string></dict></plist>`],
    ['a key without a value', `${open}<dict><key>x</key></dict></plist>`],
    ['an unknown value', `${open}<dict><key>x</key><thing/></dict></plist>`],
    ['an invalid number', `${open}<dict><key>x</key><integer>ten</integer></dict></plist>`],
    ['an undefined entity', `${open}<dict><key>x</key><string>&xxe;</string></dict></plist>`],
    [
      'external entities',
      `<!DOCTYPE plist [<!ENTITY x SYSTEM "file:///etc/hostname">]>${open}<dict/></plist>`,
    ],
    ['entities of entities', laughs],
    ['excessive depth', `${open}${nested(100_000)}</plist>`],
    ['a root that is not a dictionary', `${open}<array/></plist>`],
    ['unclosed comments', `${open}${'<!--'.repeat(200_000)}`],
    ['unclosed tags', `${open}${'<a '.repeat(200_000)}`],
  ])('rejects %s', ([, list]) => {
    expect(() => readPropertyList(Buffer.from(list))).toThrow(PlistError);
  });

  test('rejects an array that contains itself', () => {
    // The only object is an array at offset 8. Its single element is the array itself.
    expect(() => readPropertyList(binary([0xa1, 0x00], [8]))).toThrow(/circle/);
  });

  test('rejects a dictionary that contains itself', () => {
    expect(() => readPropertyList(binary([0x51, 0x61, 0xd1, 0x00, 0x01], [8, 10], 1))).toThrow(/circle/);
  });

  test('rejects 60 nested arrays without expanding them to 2^60 values', () => {
    // Each array contains the next array twice, so expanding them would create 2^60 values.
    const levels = 60;
    const arrays = Array.from({ length: levels }, (_, level) => [0xa2, level + 1, level + 1]).flat();
    const offsets = Array.from({ length: levels + 1 }, (_, level) => 8 + level * 3);
    const bytes = binary([...arrays, 0x09], offsets);
    expect(() => readPropertyList(bytes)).toThrow(/damage\/noDictionary/);
  });

  test('rejects wrong sizes and counts', () => {
    const whole = Buffer.from(buildBinary(sample));
    for (const position of [6, 7, 8, 15, 16, 23, 24, 31]) {
      const bytes = Buffer.from(whole);
      bytes[bytes.length - 32 + position] = 0xff;
      expect(() => readPropertyList(bytes), `trailer byte ${position}`).toThrow(Error);
    }
  });
});

/** Builds a binary list from object bytes, their offsets in the file, and the index of the root. */
function binary(objects: readonly number[], offsets: readonly number[], top = 0): Buffer {
  const trailer = Buffer.alloc(32);
  trailer.writeUInt8(1, 6);
  trailer.writeUInt8(1, 7);
  trailer.writeBigUInt64BE(BigInt(offsets.length), 8);
  trailer.writeBigUInt64BE(BigInt(top), 16);
  trailer.writeBigUInt64BE(BigInt(8 + objects.length), 24);
  return Buffer.concat([Buffer.from('bplist00'), Buffer.from(objects), Buffer.from(offsets), trailer]);
}
