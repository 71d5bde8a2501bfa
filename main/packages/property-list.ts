/** Property lists: XML in UTF-8 or UTF-16, and binary. Pure over bytes. */
import { parse } from 'plist';
import { PlistRefusal, readBinaryPlist } from './binary-plist.ts';

export type PlistValue =
  | string
  | number
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly PlistValue[]
  | PlistDictionary;
export type PlistDictionary = { readonly [key: string]: PlistValue };

export type PlistFormat = 'xml' | 'utf16-xml' | 'binary';

const deepest = 64;
/** Real ones have some hundred. */
const mostTags = 50_000;
const longestXml = 4 * 1024 * 1024;

/** Reads a list whose top is a dictionary. Throws `PlistRefusal` with the reason for everything else. */
export function readPropertyList(bytes: Buffer): {
  readonly format: PlistFormat;
  readonly root: PlistDictionary;
} {
  if (bytes.length === 0) throw new PlistRefusal('is empty');
  if (bytes.toString('latin1', 0, 6) === 'bplist') {
    return { format: 'binary', root: asDictionary(readBinaryPlist(bytes)) };
  }
  const { text, format } = decode(bytes);
  guardXml(text);
  return { format, root: asDictionary(parseXml(text)) };
}

function asDictionary(value: PlistValue): PlistDictionary {
  if (isDictionary(value)) return value;
  throw new PlistRefusal('is no list of named values');
}

export function isDictionary(value: PlistValue | undefined): value is PlistDictionary {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array)
  );
}

function decode(bytes: Buffer): { readonly text: string; readonly format: PlistFormat } {
  const [first = 0, second = 0] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  if (!isLittle && !isBig) return { text: withoutMark(bytes.toString('utf8')), format: 'xml' };
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = (isLittle ? even : Buffer.from(even).swap16()).toString('utf16le');
  return { text: withoutMark(text), format: 'utf16-xml' };
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Refuses before parsing what would make the parser run long, recurse deep, or resolve entities. */
function guardXml(text: string): void {
  if (text.length > longestXml) throw new PlistRefusal('is longer than any real one');
  if (!/^\s*<(\?xml|!--|!DOCTYPE|plist)/.test(text)) throw new PlistRefusal('is no property list');
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) {
    throw new PlistRefusal('defines entities of its own, which could pull in other files');
  }
  let depth = 0;
  let tags = 0;
  for (const [, close, selfClosed] of withoutComments(text).matchAll(/<(\/?)[A-Za-z][^<>]*?(\/?)>/g)) {
    tags += 1;
    if (close) depth -= 1;
    else if (!selfClosed) depth += 1;
    if (depth > deepest) throw new PlistRefusal(`is nested more than ${deepest} levels deep`);
    if (tags > mostTags) throw new PlistRefusal('holds more values than any real one');
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '');
}

function parseXml(text: string): PlistValue {
  try {
    return parse(text) as PlistValue;
  } catch (error) {
    if (error instanceof PlistRefusal) throw error;
    throw new PlistRefusal('is not well-formed', { cause: error });
  }
}
