/** Names what a file that is no build really is, from its first bytes or the names in its zip. Pure. */
import type { CodedError } from '../base/errors.ts';
import { packageErrors } from './errors.ts';

/** First bytes (Latin-1) of formats that are taken for builds: by wrong names, failed downloads, wrong settings. */
const beginnings: readonly (readonly [start: string, what: string])[] = [
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ', 'an xz archive'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard archive'],
  ['%PDF', 'a PDF document'],
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['\x7fELF', 'a Linux program'],
  ['MZ', 'a Windows program'],
  ['dex\n', 'a single dex file'],
  ['\xcf\xfa\xed\xfe', 'a bare Apple executable'],
  ['\xca\xfe\xba\xbe', 'a bare Apple executable or Java class'],
  ['xar!', 'a Mac installer package'],
  ['bplist00', 'a property list'],
  ['SQLite format 3', 'a database'],
];

const textBeginnings: readonly (readonly [start: RegExp, what: string])[] = [
  [/^version https:\/\/git-lfs/, 'a Git LFS pointer; fetch the real file with “git lfs pull”'],
  [/^\s*(<!doctype html|<html)/i, 'a web page (perhaps an error page that was saved instead of the build)'],
  [/^\s*<\?xml/i, 'an XML file'],
  [/^\s*[{[]/, 'a JSON or text file'],
];

/** What a file without a whole zip in it is. `head` is its first bytes, some hundred if there are as many. */
export function refusalWithoutZip(file: string, head: Buffer): CodedError {
  if (head.length === 0) return packageErrors.empty({ file });
  const start = head.toString('latin1');
  if ('PK\x03\x04'.startsWith(start.slice(0, 4))) return packageErrors.truncated({ file });
  return packageErrors.notAZip({ file, what: nameOf(head, start) });
}

function nameOf(head: Buffer, start: string): string {
  const known = beginnings.find(([beginning]) => start.startsWith(beginning));
  if (known) return known[1];
  if (head.every((byte) => byte === 0)) return 'a file of zeros (space that was set aside and never written)';
  const isText = !/[^\t\n\f\r -~\x80-\xff]/.test(start);
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  if (!isText) return 'some other kind of file, or a build whose beginning and end were destroyed';
  return textBeginnings.find(([beginning]) => beginning.test(text))?.[1] ?? 'a text file';
}

/** What a whole zip is that is neither an apk nor an ipa. `names` are its entries. */
export function refusalOfZip(file: string, names: readonly string[]): CodedError {
  const has = (test: RegExp): string | undefined => names.find((name) => test.test(name));
  if (names.length === 0) return packageErrors.otherZip({ file, what: 'an empty zip file' });
  if (has(/^BundleConfig\.pb$/) || has(/^base\/manifest\/AndroidManifest\.xml$/)) {
    return packageErrors.bundle({ file });
  }
  if (has(/^toc\.pb$/)) return packageErrors.splitSet({ file, what: 'a bundletool set (.apks)' });
  if (has(/^manifest\.json$/) && has(/\.apk$/i)) return packageErrors.splitSet({ file, what: 'an .xapk' });
  if (has(/^info\.json$/) && has(/\.apk$/i)) return packageErrors.splitSet({ file, what: 'an .apkm' });
  if (has(/^base\.apk$/) && has(/^split_.*\.apk$/)) {
    return packageErrors.splitSet({ file, what: 'a set of split apks' });
  }
  const inside =
    has(/^[^/]*\.(apk|ipa|aab)$/i) ?? has(/\.xcarchive\/Info\.plist$/) ?? has(/\/AndroidManifest\.xml$/);
  if (inside) return packageErrors.wrapped({ file, inside: printable(inside) });
  return packageErrors.otherZip({ file, what: otherZip(has) });
}

function otherZip(has: (test: RegExp) => string | undefined): string {
  if (has(/\.dSYM\//)) return 'a zip file of debug symbols (.dSYM)';
  if (has(/^\[Content_Types\]\.xml$/)) return 'an Office document';
  if (has(/^mimetype$/)) return 'an electronic book or OpenDocument file';
  if (has(/^META-INF\/MANIFEST\.MF$/)) return 'a Java archive (.jar)';
  return 'a zip file of other things';
}

/** A name from the file as it may stand in a sentence: control characters shown, cut at 120 characters. */
export function printable(name: string): string {
  const plain = name.replaceAll(/\p{C}/gu, '�');
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain;
}
