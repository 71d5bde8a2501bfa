/** Removes personal data from text that leaves the computer. Linear in the length of the text. */
import { trimEndOf } from '../trim-end.ts';

export const removed = '[left out]';

const namingField = /"(user|userName|client|clientId|recipient|displayName)":"(?:[^"\\]|\\.)*"/g;

/** Quoted local part of a mail address, such as `"Ann Smith"@example.org`. */
const quotedPart = /"[^"\n]*"@/g;

/** A run of characters that are allowed in unquoted mail addresses. */
const word = /[^\s<>()[\]{},;:"\\]+/g;

/** A mail address as plain text, in a URL (`%40`) or in SMTP xtext (`+40`), but not `node_modules/@scope`. */
const addressSign = /[^/](?:[@＠]|%40|\+40)./i;

/**
 * Removes mail addresses, other occurrences of the part before the `@`, values of fields that name a user or
 * client, and `names`.
 */
export function withoutPersonalData(text: string, names: readonly string[] = []): string {
  const words = new Set<string>();
  const add = (name: string): void => {
    for (const part of [name, name.split(/[=/?&]/).at(-1) ?? '']) {
      if (part.length >= 2) words.add(part.toLowerCase());
    }
  };
  let unnamed = text;
  for (const name of names) {
    if (/\s/.test(name)) unnamed = unnamed.replaceAll(name, removed);
    else add(name.split('@', 1)[0] ?? '');
  }
  const cleared = unnamed
    .replaceAll(namingField, `"$1":"${removed}"`)
    .replaceAll(quotedPart, (found) => {
      add(trimEndOf(found.slice(1, -2), '\\'));
      return 'x@';
    })
    .replaceAll(word, (found) => {
      const sign = addressSign.exec(found);
      if (!sign) return found;
      add(found.slice(0, sign.index + 1).replace(/^'/, ''));
      return removed;
    });
  if (words.size === 0) return cleared;
  return cleared.replaceAll(/[^\s<>()[\]{},;:"\\'@]+/g, (found) =>
    words.has(trimEndOf(found, '.').toLowerCase()) ? removed : found,
  );
}
