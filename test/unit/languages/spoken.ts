/** Everything that a person reads in a result of pushes, in English and as a speaker says it. */
import type { Failure } from '../../../main/base/failure.ts';
import { isSentence, type Sentence, sentencesIn } from '../../../main/base/sentences.ts';
import { createSpeaker } from '../../../main/languages/speaker.ts';

export const speakers = (['de', 'fr', 'tr'] as const).map(createSpeaker);

export type Spoken = {
  readonly english: string;
  /** Null for a text that was not made of a code and values. */
  readonly sentence: Sentence | null;
  readonly said: unknown;
};

/** Under these names people read what Slipway says. */
const spokenFields: ReadonlySet<string> = new Set([
  'explanation',
  'lost',
  'message',
  'messageProblem',
  'notes',
  'reason',
]);

/** What people and projects have written. */
const foreignFields: ReadonlySet<string> = new Set(['argument', 'change', 'channel', 'data', 'state']);

/** `told`: the same value as a speaker has told it. */
export function* spokenIn(value: unknown, told: unknown): Generator<Spoken> {
  if (typeof value !== 'object' || value === null) return;
  const sentences = sentencesIn(value);
  const isTitled = 'rule' in value || 'change' in value;
  for (const [name, each] of Object.entries(value)) {
    if (foreignFields.has(name)) continue;
    const said = fieldOf(told, name);
    const made = Object.hasOwn(sentences, name) ? [sentences[name]].flat() : [];
    const isSpoken = spokenFields.has(name) || made.length > 0 || (isTitled && name === 'title');
    const texts = [each].flat().filter((text) => typeof text === 'string');
    if (isSpoken && texts.length > 0) {
      for (const [index, english] of texts.entries()) {
        const found = made[index];
        const text = Array.isArray(each) ? fieldOf(said, String(index)) : said;
        yield { english, sentence: found?.text === english ? found : null, said: text };
      }
    } else yield* spokenIn(each, said);
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

/** The codes of a sentence and of its parts. */
export function codesOf({ code, values }: Pick<Sentence, 'code' | 'values'>): readonly string[] {
  return [code, ...Object.values(values).flatMap((value) => (isSentence(value) ? codesOf(value) : []))];
}

/** Of a failure that names sentences. */
export function sentencesOf({ values = {} }: Failure): readonly Sentence[] {
  return Object.values(sentencesIn(values)).flatMap((made) => (isSentence(made) ? [made] : made));
}

/** Names, keys and numbers in a sentence and its parts: what must be in it in every language. */
export function namedIn({ values }: Pick<Sentence, 'values'>): readonly string[] {
  return Object.values(values).flatMap((value): readonly string[] => {
    if (isSentence(value)) return namedIn(value);
    if (value === null || typeof value === 'boolean') return [];
    return typeof value === 'object' ? (value as readonly string[]) : [String(value)];
  });
}

/** What is wrong with the translations of a value: nothing in the best case. */
export function problemsOf(value: unknown): readonly string[] {
  return speakers.flatMap(({ language, say, told }) =>
    [...spokenIn(value, told(value))].flatMap(({ english, sentence, said }): readonly string[] => {
      const where = `${language}: ${english}`;
      if (sentence === null) return [`${where} is not made of a code`];
      if (said !== say(sentence)) return [`${where} is told as ${JSON.stringify(said)}`];
      if (said === english) return [`${where} is left in English`];
      const lost = namedIn(sentence).filter((name) => english.includes(name) && !said.includes(name));
      return lost.map((name) => `${where} lost ${name}: ${said}`);
    }),
  );
}

const englishWords = /(?<!\p{L})(the|is|there|taken|holds|which|and|must|this|from)(?!\p{L})/iu;

/** Sentences with English in them, names and keys aside. */
export function leftInEnglish(value: unknown): readonly string[] {
  return speakers.flatMap(({ language, say, told }) =>
    [...spokenIn(value, told(value))].flatMap(({ sentence }): readonly string[] => {
      if (!sentence) return [];
      const names = namedIn(sentence).toSorted((a, b) => b.length - a.length);
      const text = names.reduce((rest, name) => rest.replaceAll(name, ''), say(sentence));
      return englishWords.test(text) ? [`${language}: ${text}`] : [];
    }),
  );
}
