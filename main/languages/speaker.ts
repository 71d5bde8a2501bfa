/**
 * Says in a person's language what main says in English: failures by their code and values, everything else that is a
 * sentence of Slipway's own by the sentence itself, which is kept in journals and handed on as it is. Pure.
 */
import type { Failure, FailureValue, FailureValues } from '../base/failure.ts';
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
  /** A sentence of Slipway's own; anything else unchanged. */
  sentence(text: string): string;
  /** An answer or event of the bridge with everything in it that a person reads. What needs no change is not copied. */
  told<Value>(value: Value): Value;
};

/** Under these names Slipway's own sentences are found in what crosses the bridge. */
const sentenceKeys: ReadonlySet<string> = new Set([
  'doubts',
  'explanation',
  'lost',
  'message',
  'notes',
  'problem',
  'problems',
  'reason',
  'stateWords',
  'warnings',
  'why',
]);

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
      sentence: (text) => text,
      told: (value) => value,
    };
  }
  const catalogue = catalogues[language];
  const sentence = createPhrasebook(catalogue.phrases);
  const failure = (given: Failure): string => {
    const message = messageFor(catalogue, given.code);
    if (message === null || (message.length > 0 && given.values === undefined))
      return sentence(given.message);
    return message(saidValues(given.values ?? {}, sentence));
  };
  return { language, failure, sentence, told: createTeller({ failure, sentence }) };
}

function messageFor({ errors }: Catalogue, code: string): ((values: FailureValues) => string) | null {
  const [module = '', kind = ''] = code.split('/');
  const tables: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = errors;
  const message = Object.hasOwn(errors, module) ? tables[module]?.[kind] : undefined;
  return typeof message === 'function' ? (message as (values: FailureValues) => string) : null;
}

/** Values may be sentences or parts of one, too. */
function saidValues(values: FailureValues, sentence: Speaker['sentence']): FailureValues {
  const said = (value: FailureValue): FailureValue => {
    if (typeof value === 'string') return sentence(value);
    if (isList(value)) return value.map(said);
    return typeof value === 'object' && value !== null ? saidValues(value, sentence) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, said(value)]));
}

const isList = (value: FailureValue): value is readonly FailureValue[] => Array.isArray(value);

function createTeller({ failure, sentence }: Pick<Speaker, 'failure' | 'sentence'>): Speaker['told'] {
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
    const told = Object.values(value).map((each, index) => {
      const name = names[index] ?? '';
      return isProposal && name === 'name' ? sentence(each) : tell(each, name);
    });
    if (told.every((each, index) => each === Object.values(value)[index])) return value;
    return Object.fromEntries(names.map((name, index) => [name, told[index]]));
  };
  return <Value>(value: Value) => tell(value, '') as Value;
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
