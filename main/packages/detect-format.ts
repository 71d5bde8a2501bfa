/** Detects the format of a file that is not a build, by its first bytes or its zip entries. Pure. */

import type { CodedError } from '../base/errors.ts';
import { type Message, messageOf } from '../messages/message.ts';
import { packageErrors } from './errors.ts';

/** Magic bytes (Latin-1) of other files that users may choose, or that a failed download leaves. */
const magicBytes: readonly (readonly [start: string, what: Message])[] = [
  ['\x1f\x8b', messageOf('format/gzip')],
  ['7z\xbc\xaf\x27\x1c', messageOf('format/sevenZip')],
  ['Rar!', messageOf('format/rar')],
  ['BZh', messageOf('format/bzip2')],
  ['\xfd7zXZ', messageOf('format/xz')],
  ['\x28\xb5\x2f\xfd', messageOf('format/zstd')],
  ['%PDF', messageOf('format/pdf')],
  ['\x89PNG', messageOf('format/png')],
  ['\xff\xd8\xff', messageOf('format/jpeg')],
  ['GIF8', messageOf('format/gif')],
  ['\x7fELF', messageOf('format/elf')],
  ['MZ', messageOf('format/windowsProgram')],
  ['dex\n', messageOf('format/dex')],
  ['\xcf\xfa\xed\xfe', messageOf('format/machO')],
  ['\xca\xfe\xba\xbe', messageOf('format/machOOrClass')],
  ['xar!', messageOf('format/macPackage')],
  ['bplist00', messageOf('format/propertyList')],
  ['SQLite format 3', messageOf('format/database')],
];

const textPatterns: readonly (readonly [start: RegExp, what: Message])[] = [
  [/^version https:\/\/git-lfs/, messageOf('format/gitLfs')],
  [/^\s*(<!doctype html|<html)/i, messageOf('format/webPage')],
  [/^\s*<\?xml/i, messageOf('format/xml')],
  [/^\s*[{[]/, messageOf('format/jsonOrText')],
];

/** Returns the error for a file without a complete zip. `head` is its first few hundred bytes. */
export function notAZipError(file: string, head: Buffer): CodedError {
  if (head.length === 0) return packageErrors.empty({ file });
  const start = head.toString('latin1');
  if ('PK\x03\x04'.startsWith(start.slice(0, 4))) return packageErrors.truncated({ file });
  return packageErrors.notAZip({ file, what: detectFormat(head, start) });
}

function detectFormat(head: Buffer, start: string): Message {
  const match = magicBytes.find(([beginning]) => start.startsWith(beginning));
  if (match) return match[1];
  if (head.every((byte) => byte === 0)) return messageOf('format/zeros');
  const isText = !/[^\t\n\f\r -~\x80-\xff]/.test(start);
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  if (!isText) return messageOf('format/unknown');
  return textPatterns.find(([beginning]) => beginning.test(text))?.[1] ?? messageOf('format/text');
}

/** Returns the error for a complete zip that is neither an apk nor an ipa. `names` are its entries. */
export function otherZipError(file: string, names: readonly string[]): CodedError {
  const has = (test: RegExp): string | undefined => names.find((name) => test.test(name));
  if (names.length === 0) return packageErrors.otherZip({ file, what: messageOf('format/emptyZip') });
  if (has(/^BundleConfig\.pb$/) || has(/^base\/manifest\/AndroidManifest\.xml$/)) {
    return packageErrors.bundle({ file });
  }
  if (has(/^toc\.pb$/)) return packageErrors.splitSet({ file, what: messageOf('format/apks') });
  if (has(/^manifest\.json$/) && has(/\.apk$/i))
    return packageErrors.splitSet({ file, what: messageOf('format/xapk') });
  if (has(/^info\.json$/) && has(/\.apk$/i))
    return packageErrors.splitSet({ file, what: messageOf('format/apkm') });
  if (has(/^base\.apk$/) && has(/^split_.*\.apk$/)) {
    return packageErrors.splitSet({ file, what: messageOf('format/splits') });
  }
  if (has(/^module\.json$/) && has(/^pack\.info$|^resources\.index$|^ets\//)) {
    return packageErrors.otherZip({ file, what: messageOf('format/harmony') });
  }
  const inside =
    has(/^[^/]*\.(apk|ipa|aab|hap)$/i) ?? has(/\.xcarchive\/Info\.plist$/) ?? has(/\/AndroidManifest\.xml$/);
  if (inside) return packageErrors.wrapped({ file, inside: displayName(inside) });
  return packageErrors.otherZip({ file, what: detectZipFormat(has) });
}

function detectZipFormat(has: (test: RegExp) => string | undefined): Message {
  if (has(/\.dSYM\//)) return messageOf('format/debugSymbols');
  if (has(/^\[Content_Types\]\.xml$/)) return messageOf('format/office');
  if (has(/^mimetype$/)) return messageOf('format/openDocument');
  if (has(/^META-INF\/MANIFEST\.MF$/)) return messageOf('format/jar');
  return messageOf('format/otherZip');
}

/** Returns an entry name for display: replaces control characters and truncates to 120 characters. */
export function displayName(name: string): string {
  const plain = name.replaceAll(/\p{C}/gu, '�');
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain;
}
