/** Apple's `.strings` as text: `"key" = "value";` in UTF-8 or UTF-16, with comments. Pure over bytes. */
import { decodeText } from '../../base/formats/unicode-text.ts';

const parts = /\/\*[\s\S]*?\*\/|\/\/[^\n\r]*|"((?:[^"\\]|\\[\s\S])*)"|([A-Za-z0-9_.$/:-]+)|([=;])|[^\s]/g;

/** The pairs of a text; what is no pair is passed over. */
export function readStringsText(bytes: Buffer): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let words: string[] = [];
  for (const [whole, quoted, bare, mark] of decodeText(bytes).text.matchAll(parts)) {
    if (whole.startsWith('/*') || whole.startsWith('//')) continue;
    if (mark === ';') {
      const [key, equals, value] = words;
      if (words.length === 3 && equals === '=') found.set(key ?? '', value ?? '');
      words = [];
    } else words.push(quoted === undefined ? (bare ?? whole) : unescaped(quoted));
  }
  return found;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:[Uu]([0-9A-Fa-f]{4})|([\s\S]))/g, (_, code?: string, mark = '') =>
    code === undefined ? (escapes[mark] ?? mark) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
