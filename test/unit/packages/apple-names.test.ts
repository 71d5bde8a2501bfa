import fc from 'fast-check';
import { build } from 'plist';
import { describe, expect, test } from 'vitest';
import { readStringsText } from '../../../main/packages/apple/apple-names.ts';
import { storedZip } from '../../fixtures/builds/zip-writer.ts';
import { inspectBytes } from './builds.ts';

const folder = 'Payload/Notes.app/';
const info = build({ CFBundleIdentifier: 'dev.example.notes', CFBundleDisplayName: 'Notes' });

function ipaWith(files: Readonly<Record<string, Buffer | string>>): Buffer {
  const others = Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data) }));
  return storedZip([{ name: `${folder}Info.plist`, data: Buffer.from(info) }, ...others]);
}

async function namesOf(files: Readonly<Record<string, Buffer | string>>): Promise<unknown> {
  return (await inspectBytes(ipaWith(files), 'notes.ipa')).localizedNames;
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('names in other languages', () => {
  test('are read from strings files and property lists', async () => {
    const names = await namesOf({
      [`${folder}de.lproj/InfoPlist.strings`]: '"CFBundleDisplayName" = "Notizen";',
      [`${folder}ja.lproj/InfoPlist.strings`]: utf16('CFBundleName = "メモ";'),
      [`${folder}pt_BR.lproj/InfoPlist.strings`]: build({ CFBundleDisplayName: 'Notas' }),
      [`${folder}zh-Hans.lproj/InfoPlist.strings`]: utf16('"CFBundleDisplayName" = "备忘录";').swap16(),
    });
    expect(names).toEqual({ de: 'Notizen', ja: 'メモ', 'pt-BR': 'Notas', 'zh-Hans': '备忘录' });
  });

  test('are read from the loctable of newer builds', async () => {
    const table = build({
      LocProvenance: { de: true },
      de: { CFBundleDisplayName: 'Notizen' },
      en: { CFBundleDisplayName: 'Notes' },
    });
    expect(await namesOf({ [`${folder}InfoPlist.loctable`]: table })).toEqual({ de: 'Notizen' });
  });

  test('exclude the default name, other bundles, Base and unreadable files', async () => {
    const german = '"CFBundleDisplayName" = "Notizen";';
    const names = await namesOf({
      [`${folder}en.lproj/InfoPlist.strings`]: '"CFBundleDisplayName" = "Notes";',
      [`${folder}Base.lproj/InfoPlist.strings`]: '"CFBundleDisplayName" = "Base";',
      [`${folder}fr.lproj/InfoPlist.strings`]: Buffer.from('bplist00 and then nothing of the kind'),
      [`${folder}es.lproj/Localizable.strings`]: german,
      [`${folder}PlugIns/X.appex/de.lproj/InfoPlist.strings`]: german,
    });
    expect(names).toEqual({});
  });
});

describe('readStringsText', () => {
  test('accepts comments, escapes and unquoted words', () => {
    const text = String.raw`
      /* "not" = "this"; */ // "nor" = "this";
      "a \"quote\"" = "line\nbreak \U00e9";  bare.key = word; "lost" "words"; "last" = "one";
    `.replaceAll('\\\\', '\\');
    expect([...readStringsText(Buffer.from(text))]).toEqual([
      ['a "quote"', 'line\nbreak é'],
      ['bare.key', 'word'],
      ['last', 'one'],
    ]);
  });

  test.each(['/* ', String.raw`\"`])('stops at an unclosed %s', (part) => {
    const text = `"name" = "App"; ${part.repeat(100_000)}; "late" = "1";`;
    expect([...readStringsText(Buffer.from(text))]).toEqual([['name', 'App']]);
  });

  test('parses every pair of quoted strings', () => {
    const written = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 10 }),
        fc.boolean(),
        (pairs, wide) => {
          const text = pairs.map(([key, value]) => `${written(key)} = ${written(value)};`).join('\n');
          const bytes = wide ? utf16(text) : Buffer.from(text);
          expect([...readStringsText(bytes)]).toEqual([...new Map(pairs)]);
        },
      ),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(readStringsText(Buffer.from(bytes)).size).toBeLessThan(300);
      }),
    );
  });
});
