/** Finds the translation of a sentence that is handed on in English. Pure. */

type Template = { readonly pattern: RegExp; readonly names: readonly string[]; readonly said: string };

/** Between two sentences of a text that is none of the phrases as a whole. */
const sentenceEnd = /(?<=[.!?]) (?=[\p{Lu}“])/u;

const place = /\{(\w+)\}/g;

/**
 * `phrases` has the English sentence as key, with `{name}` where something is filled in. What is filled in may itself be
 * a phrase. A text that is no phrase comes back as it is.
 */
export function createPhrasebook(phrases: Readonly<Record<string, string>>): (text: string) => string {
  const templates = Object.entries(phrases)
    .filter(([english]) => english.includes('{'))
    .map(([english, said]) => readTemplate(english, said));
  const say = (text: string): string => {
    if (Object.hasOwn(phrases, text)) return phrases[text] ?? text;
    for (const { pattern, names, said } of templates) {
      const found = pattern.exec(text);
      if (found) return fillIn(said, names, found.slice(1).map(say));
    }
    const sentences = text.split(sentenceEnd);
    return sentences.length > 1 ? sentences.map(say).join(' ') : text;
  };
  return say;
}

function readTemplate(english: string, said: string): Template {
  const parts = english.split(place);
  const source = parts
    .map((part, index) => (index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '(.+?)'))
    .join('');
  return {
    pattern: new RegExp(`^${source}$`, 's'),
    names: parts.filter((_, index) => index % 2 === 1),
    said,
  };
}

function fillIn(said: string, names: readonly string[], values: readonly string[]): string {
  return said.replace(place, (whole, name: string) => values[names.indexOf(name)] ?? whole);
}
