/** Property lists: XML in UTF-8 or UTF-16, and binary. Pure over bytes. */
import { readBinaryPlist } from './binary-plist.ts';
import { type PlistDictionary, PlistRefusal, type PlistValue } from './plist-value.ts';
import { readXmlPlist } from './xml-plist.ts';

export type PlistFormat = 'xml' | 'utf16-xml' | 'binary';

export type PropertyList = { readonly format: PlistFormat; readonly root: PlistDictionary };

/**
 * Reads a list whose top is a dictionary. Throws `PlistRefusal` with the reason for everything else; may throw Node's
 * error for reading outside a buffer.
 */
export function readPropertyList(bytes: Buffer): PropertyList {
  if (bytes.length === 0) throw new PlistRefusal('is empty');
  if (bytes.toString('latin1', 0, 6) === 'bplist') {
    return { format: 'binary', root: asDictionary(readBinaryPlist(bytes)) };
  }
  const { text, format } = decode(bytes);
  return { format, root: asDictionary(readXmlPlist(text)) };
}

function asDictionary(value: PlistValue): PlistDictionary {
  if (isDictionary(value)) return value;
  throw new PlistRefusal('is no list of named values');
}

export function isDictionary(value: PlistValue | undefined): value is PlistDictionary {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Date) && !(value instanceof Uint8Array);
}

/** UTF-16 is told by its mark or by the zero beside the first `<`. */
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
