/**
 * Says in a person's language what main says in English: failures and sentences that were handed on with what they were
 * made of by their code and values, everything else that is a sentence of Slipway's own by the sentence itself, which is
 * kept in journals and handed on as it is. Pure.
 */
import type { Failure, FailureValue, FailureValues } from '../base/failure.ts';
import { isSentence, type Sentence, sentencesIn } from '../base/sentences.ts';
import type { Language } from '../settings/settings-schema.ts';
import { de } from './de/catalogue.ts';
import { fr } from './fr/catalogue.ts';
import { createPhrasebook } from './phrasebook.ts';
import { tr } from './tr/catalogue.ts';
import type { Catalogue } from './translation.ts';

export type Speaker = {
  readonly language: Language;
  /** The message in the language; as it is when it has no translation, or was kept without its values. */
  failure(failure: Failure): string;
  /** What was made from a code and values. */
  say(sentence: Sentence): string;
  /** A sentence of Slipway's own; anything else unchanged. */
  sentence(text: string): string;
  /** An answer or event of the bridge with everything in it that a person reads. What needs no change is not copied. */
  told<Value>(value: Value): Value;
};

/** Under these names Slipway's own sentences are found in what crosses the bridge. */
const sentenceKeys: ReadonlySet<string> = new Set([
  'doubts',
  'keptIn',
  'message',
  'notes',
  'problem',
  'problems',
  'reason',
  'secretsKeptIn',
  'stateWords',
  'warnings',
  'why',
]);

/** Under these names a failure tells of things that have their own name, which may be a word of Slipway's, too. */
const nameKeys: ReadonlySet<string> = new Set(['file', 'host', 'known', 'name', 'path', 'property']);

const catalogues: Readonly<Record<Exclude<Language, 'en'>, Catalogue>> = { de, fr, tr };

/** One speaker for each language, made when it is asked for. */
export function createSpeakers(): (language: Language) => Speaker {
  const made = new Map<Language, Speaker>();
  return (language) => {
    const known = made.get(language) ?? createSpeaker(language);
    made.set(language, known);
    return known;
  };
}

export function createSpeaker(language: Language): Speaker {
  if (language === 'en') {
    return {
      language,
      failure: ({ message }) => message,
      say: ({ text }) => text,
      sentence: (text) => text,
      told: (value) => value,
    };
  }
  const catalogue = catalogues[language];
  const sentence = createPhrasebook(catalogue.phrases);
  const say: Speaker['say'] = ({ code, values, text }) => {
    const message = messageIn(catalogue.sentences, code);
    if (message === null) return text;
    const parts = Object.entries(values).map(([name, value]) => [
      name,
      isSentence(value) ? say(value) : value,
    ]);
    return message(Object.fromEntries(parts));
  };
  const failure = (given: Failure): string => {
    const message = messageIn(catalogue.errors, given.code);
    if (message === null || (message.length > 0 && given.values === undefined))
      return sentence(given.message);
    return message(saidValues(given.values ?? {}, { say, sentence }));
  };
  return { language, failure, say, sentence, told: createTeller({ failure, say, sentence }) };
}

type Said = (values: Readonly<Record<string, unknown>>) => string;

function messageIn(catalogue: Catalogue['errors'] | Catalogue['sentences'], code: string): Said | null {
  const [module = '', kind = ''] = code.split('/');
  const tables: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = catalogue;
  const table = Object.hasOwn(tables, module) ? tables[module] : undefined;
  const message = table && Object.hasOwn(table, kind) ? table[kind] : undefined;
  return typeof message === 'function' ? (message as Said) : null;
}

/** Values may be sentences or parts of one, too. */
function saidValues(values: FailureValues, speaker: Pick<Speaker, 'say' | 'sentence'>): FailureValues {
  const said = (value: FailureValue): FailureValue => {
    if (typeof value === 'string') return speaker.sentence(value);
    if (isList(value)) return value.map(said);
    return typeof value === 'object' && value !== null ? saidValues(value, speaker) : value;
  };
  const sentences = sentencesIn(values);
  const parts = Object.entries(values).map(([name, value]): [string, FailureValue] => {
    if (nameKeys.has(name)) return [name, value];
    const made = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
    return [name, isSentence(made) && made.text === value ? speaker.say(made) : said(value)];
  });
  return Object.fromEntries(parts);
}

const isList = (value: FailureValue): value is readonly FailureValue[] => Array.isArray(value);

function createTeller({
  failure,
  say,
  sentence,
}: Pick<Speaker, 'failure' | 'say' | 'sentence'>): Speaker['told'] {
  const tell = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return sentenceKeys.has(key) ? sentence(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return unlessEqual(
        value,
        value.map((each) => tell(each, key)),
      );
    if (isFailure(value)) {
      const { values: _, ...rest } = value;
      return { ...rest, message: failure(value) };
    }
    const isProposal = 'why' in value && 'name' in value;
    const names = Object.keys(value);
    const sentences = sentencesIn(value);
    const values = Object.values(value);
    const told = values.map((each, index) => {
      const name = names[index] ?? '';
      const made = Object.hasOwn(sentences, name) ? spoken(sentences[name], each, say) : null;
      if (made !== null) return made;
      return isProposal && name === 'name' ? sentence(each) : tell(each, name);
    });
    if (told.every((each, index) => each === values[index])) return value;
    return Object.fromEntries(names.map((name, index) => [name, told[index]]));
  };
  return <Value>(value: Value) => tell(value, '') as Value;
}

/** Null when the text is not, or not any more, the one that was made. */
function spoken(
  made: Sentence | readonly Sentence[] | undefined,
  text: unknown,
  say: Speaker['say'],
): string | readonly string[] | null {
  if (isSentence(made)) return made.text === text ? say(made) : null;
  if (!made || !Array.isArray(text) || text.length !== made.length) return null;
  return made.every((one, index) => one.text === text[index]) ? made.map(say) : null;
}

function unlessEqual(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((each, index) => each === before[index]) ? before : after;
}

function isFailure(value: object): value is Failure {
  return (
    'code' in value &&
    'message' in value &&
    'remedy' in value &&
    typeof value.code === 'string' &&
    typeof value.message === 'string'
  );
}
