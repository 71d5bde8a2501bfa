export type ParsedAddresses = {
  readonly addresses: readonly string[];
  readonly bad: readonly string[];
};

const localPart = /^[^\s\p{C}\p{Z}@<>()[\],;:\\"]+$/u;
const quotedLocalPart = /^"[^"\\\p{C}]+"$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

/** Returns true for `name@host.tld` in any script, and for `name@localhost`. */
export function isAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  if (at < 1 || local.length > 64) return false;
  if (!quotedLocalPart.test(local)) {
    if (!localPart.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
      return false;
  }
  if (labels.length < 2 && labels[0] !== 'localhost') return false;
  return labels.every((label) => label.length <= 63 && domainLabel.test(label));
}

/** Returns a key for comparing addresses: case-insensitive, in Unicode normalisation form C. */
export const addressKey = (address: string): string => address.normalize('NFC').toLowerCase();

/**
 * Splits a text at spaces, commas, semicolons, tabs and line breaks. Accepts addresses such as
 * `Name <a@b.c>`, `"Last, First" <a@b.c>`, `Last, First <a@b.c>`, `a@b.c (Name)`, `<a@b.c>` and
 * `mailto:a@b.c`. Ignores labels (`To: `), list markers, and names in other columns of a table.
 */
export function parseAddresses(text: string): ParsedAddresses {
  const addresses = new Map<string, string>();
  const bad = new Set<string>();
  for (const word of withoutQuotedNames(normalise(text))
    .split(/[\n\r]/)
    .flatMap(wordsOfLine)) {
    const address = stripPunctuation(word);
    if (isAddress(address)) {
      const key = addressKey(address);
      if (!addresses.has(key)) addresses.set(key, address);
    } else bad.add(address === '' ? word : address);
  }
  return { addresses: [...addresses.values()], bad: [...bad] };
}

/** Joins lists without duplicates; the first spelling wins. */
export function mergeAddresses(...lists: readonly (readonly string[])[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const address of lists.flat()) {
    const key = addressKey(address);
    if (!seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}

const otherSigns: ReadonlyMap<string, string> = new Map(
  [
    '“"',
    '”"',
    '„"',
    '‟"',
    '«"',
    '»"',
    '＂"',
    '＠@',
    '，,',
    '、,',
    '；;',
    '：:',
    '＜<',
    '＞>',
    '．.',
    '｡.',
    '。.',
  ].map(([sign = '', plain = '']) => [sign, plain]),
);

/** Removes invisible characters and replaces typographic and full-width punctuation with ASCII. */
function normalise(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[“”„‟«»＂＠，、；：＜＞．｡。]/g, (sign) => otherSigns.get(sign) ?? sign);
}

/** Removes quoted names before an address, because they may contain any character. */
function withoutQuotedNames(text: string): string {
  return text
    .replace(/"(?:[^"\\\n\r]|\\.)*"[ \t]*(?=<)/g, ' ')
    .replace(/(^|[\s,;])'[^\n\r<>@;]*'[ \t]*(?=<)/g, '$1 ');
}

const mark = /^\s*(?:[-*•·–—]|\d{1,4}[.)])\s+/u;
const label = /^\s*(?!mailto:)[\p{L}\p{M}][\p{L}\p{M}\p{N} _-]{0,60}:(?=\s)/u;

function wordsOfLine(line: string): readonly string[] {
  const cells = splitOutside(line, '\t');
  const named = cells.some((cell) => cell.includes('@'));
  return cells.filter((cell) => !(named && cells.length > 1 && isName(cell))).flatMap(wordsOfCell);
}

function wordsOfCell(cell: string): readonly string[] {
  return splitOutside(cell, ';').flatMap((piece) => {
    const plain = piece.replace(mark, '').replace(label, '');
    const cleaned = plain.includes('@') ? plain.replace(/(^|\s)\([^()@]*\)(?=[\s,.]|$)/g, '$1') : plain;
    const whole = /^([^@<>]*)<[^<>]+>$/.exec(cleaned);
    if (whole && isName(whole[1] ?? '')) return candidates(cleaned);
    const parts = splitOutside(cleaned, ',');
    return parts.filter((part, at) => !isFirstOfName(part, parts[at + 1])).flatMap(candidates);
  });
}

/** Returns true for names such as `Ada Lovelace`, `O’Hara-Smith` or `J. R.` */
function isName(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s,.'’()/&+-]*$/u.test(text) && !/\.\p{L}/u.test(text);
}

/** Returns true for `Lovelace` in `Lovelace, Ada <ada@x.org>`. */
function isFirstOfName(part: string, next: string | undefined): boolean {
  return next !== undefined && /^\p{L}/u.test(part) && isName(part) && /^\p{L}[^@<>]*<[^<>]+>/u.test(next);
}

/** Splits at a character, except inside closed double quotes or angle brackets. */
function splitOutside(text: string, separator: string): readonly string[] {
  const pieces: string[] = [];
  let begin = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === separator) {
      pieces.push(text.slice(begin, at));
      begin = at + 1;
    } else if (sign === '"' || sign === '<') {
      const end = text.indexOf(sign === '<' ? '>' : sign, at + 1);
      if (end > 0) at = end;
    }
  }
  return [...pieces, text.slice(begin)].map((each) => each.trim()).filter((each) => each !== '');
}

/** Returns the words of a piece that should be addresses. Omits the name before `<…>`. */
function candidates(piece: string): readonly string[] {
  const found: string[] = [];
  let rest = piece;
  for (;;) {
    const match = /<([^<>]*)>/.exec(rest);
    if (!match) break;
    const before = rest.slice(0, match.index);
    found.push(...before.split(/\s+/).filter((word) => word.includes('@')));
    const inside = (match[1] ?? '').trim();
    found.push(...(inside.split('@').length > 2 ? inside.split(/[\s,;]+/) : [inside]));
    rest = rest.slice(match.index + match[0].length);
  }
  const words = isAddress(rest.trim()) ? [rest.trim()] : rest.split(/\s+/);
  return [...found, ...words].filter((word) => /[\p{L}\p{N}@]/u.test(word));
}

/** Strips brackets, quotes, a trailing full stop and `mailto:`. */
function stripPunctuation(word: string): string {
  const inside = word
    .replace(/^"([^"]*)"$/, '$1')
    .replace(/^[<'([]+|[>')\]]+$/g, '')
    .replace(/^mailto:(.*)$/i, (_, address: string) => decoded(address.replace(/\?.*$/, '')));
  return isAddress(inside) ? inside : inside.replace(/[.:!?,]+$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
