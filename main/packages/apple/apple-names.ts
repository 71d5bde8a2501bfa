/** Localised names of an Apple app, from `de.lproj/InfoPlist.strings` or the newer `InfoPlist.loctable`. */

import { CodedError } from '../../base/errors.ts';
import { type PlistDictionary, PlistError, type PlistValue } from '../../base/formats/plist-value.ts';
import { isDictionary, readPropertyList } from '../../base/formats/property-list.ts';
import { decodeText } from '../../base/formats/unicode-text.ts';
import { messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import { isUnresolved, truncateText } from '../text.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readInBounds } from '../zip/out-of-bounds.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { readEntry } from '../zip/zip-entry.ts';

/** Real files stay below 20 KiB. */
const fileLimit = 256 * 1024;
const maxLanguages = 100;

/**
 * Returns the names that differ from `name`, by language (`de`, `zh-Hans`, `pt-BR`). `folder` is the folder
 * of Info.plist, with a trailing slash. Ignores unreadable files.
 */
export async function readLocalizedNames(
  source: ByteSource,
  directory: ZipDirectory,
  folder: string,
  name: string | null,
): Promise<Readonly<Record<string, string>>> {
  const found = new Map<string, string | null>();
  for (const [language, values] of await readTable(source, directory, `${folder}InfoPlist.loctable`)) {
    if (isDictionary(values)) found.set(language, appNameIn(values));
  }
  const files = directory.names.filter((entry) => languageOf(entry, folder) !== null).slice(0, maxLanguages);
  for (const file of files) {
    found.set(languageOf(file, folder) ?? '', appNameIn(await readPairs(source, directory, file)));
  }
  const named = [...found].filter(([language, own]) => language !== 'Base' && own !== null && own !== name);
  return Object.fromEntries(named.map(([language, own]) => [language.replaceAll('_', '-'), own ?? '']));
}

function languageOf(entry: string, folder: string): string | null {
  if (!entry.startsWith(folder)) return null;
  return /^([A-Za-z0-9_-]{1,40})\.lproj\/InfoPlist\.strings$/.exec(entry.slice(folder.length))?.[1] ?? null;
}

function appNameIn(values: PlistDictionary): string | null {
  return textOf(values['CFBundleDisplayName']) ?? textOf(values['CFBundleName']);
}

function textOf(value: PlistValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' && !isUnresolved(value)
    ? truncateText(value)
    : null;
}

async function readTable(
  source: ByteSource,
  directory: ZipDirectory,
  entry: string,
): Promise<readonly (readonly [string, PlistValue])[]> {
  if (!directory.names.includes(entry)) return [];
  const languages = Object.entries(await readPairs(source, directory, entry));
  return languages.filter(([language]) => language !== 'LocProvenance').slice(0, maxLanguages);
}

async function readPairs(
  source: ByteSource,
  directory: ZipDirectory,
  name: string,
): Promise<PlistDictionary> {
  try {
    const entry = directory.find(name);
    if (!entry) return {};
    const { bytes } = await readEntry(source, directory, entry, fileLimit);
    return readInBounds(
      () => pairsOf(bytes),
      (cause) =>
        packageErrors.partDamaged(
          { file: source.file, part: name, reason: messageOf('damage/cutOff') },
          { cause },
        ),
    );
  } catch (error) {
    if (error instanceof CodedError) return {};
    throw error;
  }
}

function pairsOf(bytes: Buffer): PlistDictionary {
  try {
    return readPropertyList(bytes).root;
  } catch (error) {
    if (error instanceof PlistError) return Object.fromEntries(readStringsText(bytes));
    throw error;
  }
}

/**
 * Tokens of Apple's `.strings` format: `"key" = "value";` and comments. An unclosed token extends to the end
 * of the text, because searching for each end would take quadratic time.
 */
const stringsTokens =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n\r]*|"((?:[^"\\]|\\[\s\S])*)"?|([A-Za-z0-9_.$/:-]+)|([=;])|[^\s]/g;

/** Returns the key-value pairs of a text in UTF-8 or UTF-16. Ignores everything else. Pure. */
export function readStringsText(bytes: Buffer): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let words: string[] = [];
  for (const [whole, quoted, bare, mark] of decodeText(bytes).text.matchAll(stringsTokens)) {
    if (whole.startsWith('/*') || whole.startsWith('//')) continue;
    if (mark === ';') {
      const [key, equals, value] = words;
      if (words.length === 3 && equals === '=') found.set(key ?? '', value ?? '');
      words = [];
    } else words.push(quoted === undefined ? (bare ?? whole) : unescapeString(quoted));
  }
  return found;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescapeString(text: string): string {
  return text.replaceAll(/\\(?:[Uu]([0-9A-Fa-f]{4})|([\s\S]))/g, (_, code?: string, mark = '') =>
    code === undefined ? (escapes[mark] ?? mark) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
