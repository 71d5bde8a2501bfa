/** Reads mail addresses from whatever a person types or pastes. Pure. */

export type ParsedAddresses = {
  /** In the order given, each once; capitals do not make a second one. */
  readonly addresses: readonly string[];
  /** What is no address, word by word, as it was given. */
  readonly bad: readonly string[];
};

const localPart = /^[^\s@<>()[\],;:\\"]+$/u;
const quotedLocalPart = /^"[^"\\]+"$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

/** True for an address mail can be sent to: `name@host.tld`, also in other scripts; `@localhost` for one's own mail. */
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
  if (labels.length < 2 && labels[0]?.toLowerCase() !== 'localhost') return false;
  return labels.every((label) => label.length <= 63 && domainLabel.test(label));
}

/** Splits where `separator` says so, but not inside double quotes or angle brackets. */
function splitOutside(text: string, separator: RegExp): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let quoted = false;
  let bracketed = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '<') bracketed = true;
    else if (!quoted && character === '>') bracketed = false;
    if (!quoted && !bracketed && separator.test(character)) {
      pieces.push(piece);
      piece = '';
    } else piece += character;
  }
  return [...pieces, piece].map((each) => each.trim()).filter((each) => each !== '');
}

const bare = (word: string): string => {
  const trimmed = word.replace(/^mailto:/i, '').replace(/^[<'(]+|[>')]+$/g, '');
  return isAddress(trimmed) ? trimmed : trimmed.replace(/[.:]+$/, '');
};

/** The words of one piece that should be addresses; a name before `<…>` is not one of them. */
function candidates(piece: string): readonly string[] {
  const found: string[] = [];
  let rest = piece;
  for (;;) {
    const match = /<([^<>]*)>/.exec(rest);
    if (!match) break;
    const before = rest.slice(0, match.index);
    found.push(...before.split(/\s+/).filter((word) => word.includes('@')));
    found.push((match[1] ?? '').trim());
    rest = rest.slice(match.index + match[0].length);
  }
  const words = isAddress(rest.trim()) ? [rest.trim()] : rest.split(/\s+/);
  return [...found, ...words.filter((word) => word !== '')];
}

/**
 * Reads spaces, commas, semicolons, tabs and lines as separators; `Name <a@b.c>`, `"Last, First" <a@b.c>`,
 * `Last, First <a@b.c>; …` and `mailto:a@b.c` as one address each.
 */
export function parseAddresses(text: string): ParsedAddresses {
  const pieces = splitOutside(text, /[;\n\r\t]/).flatMap((piece) =>
    /^[^@<>]*<[^<>]+>$/.test(piece) ? [piece] : splitOutside(piece, /,/),
  );
  const addresses = new Map<string, string>();
  const bad = new Set<string>();
  for (const word of pieces.flatMap(candidates)) {
    const address = bare(word);
    if (isAddress(address)) {
      const key = address.toLowerCase();
      if (!addresses.has(key)) addresses.set(key, address);
    } else bad.add(address === '' ? word : address);
  }
  return { addresses: [...addresses.values()], bad: [...bad] };
}

/** Joins lists of addresses, each once, the first spelling kept. */
export function mergeAddresses(...lists: readonly (readonly string[])[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const address of lists.flat()) {
    const key = address.toLowerCase();
    if (!seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}
