/** Removes personal data from text that is passed on, whoever wrote the text. Linear in it. */
import { trimEndOf } from '../trim-end.ts';

export const leftOut = '[left out]';

/** Fields of log lines that name a user or client. */
const namingField = /"(user|userName|client|clientId|recipient|displayName)":"(?:[^"\\]|\\.)*"/g;

/** The quoted part of an address such as `"Ann Smith"@example.org`. */
const quotedPart = /"[^"\n]*"@/g;

/** No mail address outside quotation marks has one of these characters. */
const word = /[^\s<>()[\]{},;:"\\]+/g;

/** An address as it is, in a URL (`%40`) or in the xtext of a mail server (`+40`), but not `node_modules/@scope`. */
const addressSign = /[^/](?:[@＠]|%40|\+40)./i;

/**
 * Returns `text` without mail addresses, without their local parts elsewhere in it, without the values of fields that
 * name a user or client, and without `names`, which may be addresses.
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
    if (/\s/.test(name)) unnamed = unnamed.replaceAll(name, leftOut);
    else add(name.split('@', 1)[0] ?? '');
  }
  const cleared = unnamed
    .replaceAll(namingField, `"$1":"${leftOut}"`)
    .replaceAll(quotedPart, (found) => {
      add(trimEndOf(found.slice(1, -2), '\\'));
      return 'x@';
    })
    .replaceAll(word, (found) => {
      const sign = addressSign.exec(found);
      if (!sign) return found;
      add(found.slice(0, sign.index + 1).replace(/^'/, ''));
      return leftOut;
    });
  if (words.size === 0) return cleared;
  return cleared.replaceAll(/[^\s<>()[\]{},;:"\\'@]+/g, (found) =>
    words.has(trimEndOf(found, '.').toLowerCase()) ? leftOut : found,
  );
}
