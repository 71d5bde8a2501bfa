/** Property lists: binary, and XML in any encoding of `TextDecoder`. */
import { messageOf } from '../../messages/message.ts';
import { readBinaryPlist } from './binary-plist.ts';
import { type PlistDictionary, PlistError, type PlistValue } from './plist-value.ts';
import { decodeText } from './unicode-text.ts';
import { readXmlPlist } from './xml-plist.ts';

export type PlistFormat = 'xml' | 'utf16-xml' | 'binary';

export type PropertyList = { readonly format: PlistFormat; readonly root: PlistDictionary };

/**
 * Reads a property list, whose root must be a dictionary. Throws `PlistError`, or Node's `RangeError` for
 * reads outside the buffer.
 */
export function readPropertyList(bytes: Buffer): PropertyList {
  if (bytes.length === 0) throw new PlistError(messageOf('damage/empty'));
  if (bytes.toString('latin1', 0, 6) === 'bplist') {
    return { format: 'binary', root: asDictionary(readBinaryPlist(bytes)) };
  }
  const { text, wide } = decodeText(bytes);
  if (wide) return { format: 'utf16-xml', root: asDictionary(readXmlPlist(text)) };
  return { format: 'xml', root: asDictionary(readXmlPlist(decodeDeclared(bytes, text))) };
}

/** Decodes XML by its declared encoding. Returns `utf8` if none is declared or the bytes contradict it. */
function decodeDeclared(bytes: Buffer, utf8: string): string {
  const [, encoding = 'utf-8'] =
    /^<\?xml\s[^>]{0,80}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(
      bytes.toString('latin1', 0, 200),
    ) ?? [];
  if (/^(?:us-ascii|ascii|utf-?8|utf-?16|utf-?32|ucs-|unicode)/i.test(encoding)) return utf8;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new PlistError(messageOf('damage/unknownEncoding', { encoding }));
    throw error;
  }
}

function asDictionary(value: PlistValue): PlistDictionary {
  if (isDictionary(value)) return value;
  throw new PlistError(messageOf('damage/noDictionary'));
}

export function isDictionary(value: PlistValue | undefined): value is PlistDictionary {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Date) && !(value instanceof Uint8Array);
}
