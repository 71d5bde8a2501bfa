/** Property lists: XML in UTF-8 or UTF-16, and binary. Pure over bytes. */
import { messageOf } from '../../messages/message.ts';
import { readBinaryPlist } from './binary-plist.ts';
import { type PlistDictionary, PlistRefusal, type PlistValue } from './plist-value.ts';
import { decodeText } from './unicode-text.ts';
import { readXmlPlist } from './xml-plist.ts';

export type PlistFormat = 'xml' | 'utf16-xml' | 'binary';

export type PropertyList = { readonly format: PlistFormat; readonly root: PlistDictionary };

/**
 * Reads a list whose top is a dictionary. Throws `PlistRefusal` with the reason for everything else; may throw Node's
 * error for reading outside a buffer.
 */
export function readPropertyList(bytes: Buffer): PropertyList {
  if (bytes.length === 0) throw new PlistRefusal(messageOf('damage/empty'));
  if (bytes.toString('latin1', 0, 6) === 'bplist') {
    return { format: 'binary', root: asDictionary(readBinaryPlist(bytes)) };
  }
  const { text, wide } = decodeText(bytes);
  return { format: wide ? 'utf16-xml' : 'xml', root: asDictionary(readXmlPlist(text)) };
}

function asDictionary(value: PlistValue): PlistDictionary {
  if (isDictionary(value)) return value;
  throw new PlistRefusal(messageOf('damage/noDictionary'));
}

export function isDictionary(value: PlistValue | undefined): value is PlistDictionary {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Date) && !(value instanceof Uint8Array);
}
