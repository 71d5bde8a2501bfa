/**
 * Sentences for people, each made from a code and values, so that it can be said in another language later. In what is
 * handed on they stand as English text; what they were made of goes with it, unseen by JSON and by other processes. Pure.
 */

const mark: unique symbol = Symbol('sentence');
const kept: unique symbol = Symbol('sentences');

/** A sentence, or a part of one that others are put together from. */
export type Sentence = {
  readonly [mark]: true;
  /** `table/kind`. */
  readonly code: string;
  readonly values: SentenceValues;
  /** In English. */
  readonly text: string;
};

export type SentenceValue = string | number | boolean | null | readonly string[] | Sentence;
export type SentenceValues = { readonly [name: string]: SentenceValue };

/** Where a message takes a text, it may be given a sentence. */
export type Given<Values> = {
  readonly [Name in keyof Values]: string extends Values[Name] ? Values[Name] | Sentence : Values[Name];
};

/** The other way round: what a message is made from once its parts are said. */
export type Plain<Values> = { readonly [Name in keyof Values]: Exclude<Values[Name], Sentence> };

type SentenceMakers<Table> = {
  readonly [Kind in keyof Table]: Table[Kind] extends (...values: infer Arguments) => string
    ? Arguments extends readonly []
      ? () => Sentence
      : (values: Given<Arguments[0]>) => Sentence
    : never;
};

/**
 * One table of sentences in English. `sentenceTable('device', { noText: (p: {key: string}) => … })` gives
 * `noText({ key })`, whose code is `device/noText`.
 */
export function sentenceTable<const Table extends Record<string, (values: never) => string>>(
  name: string,
  table: Table,
): SentenceMakers<Table> {
  const makers: Record<string, unknown> = {};
  for (const [kind, say] of Object.entries(table)) {
    const english = say as (values: unknown) => string;
    makers[kind] = (values: SentenceValues = {}): Sentence => ({
      [mark]: true,
      code: `${name}/${kind}`,
      values,
      text: english(withTexts(values)),
    });
  }
  return makers as SentenceMakers<Table>;
}

export function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && mark in value;
}

/** Values with the English of the sentences among them. */
export function withTexts(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Object.values(values).some(isSentence)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSentence(value) ? value.text : value]),
  );
}

type TextOf<Value> = Value extends Sentence
  ? string
  : Value extends readonly (infer Item)[]
    ? [Item] extends [Sentence]
      ? readonly string[]
      : Value
    : Value;

/** With every sentence and list of sentences among its own fields as English text. */
export type Said<Fields> = { readonly [Name in keyof Fields]: TextOf<Fields[Name]> };

/** What is handed on: sentences as text, and beside it what they were made of. Copies by spreading keep both. */
export function said<Fields extends object>(fields: Fields): Said<Fields> {
  const sentences = Object.entries(fields).filter(([, value]) => isSpoken(value));
  if (sentences.length === 0) return fields as Said<Fields>;
  const texts = sentences.map(([name, value]) => [
    name,
    isSentence(value) ? value.text : (value as readonly Sentence[]).map(({ text }) => text),
  ]);
  return {
    ...fields,
    ...Object.fromEntries(texts),
    [kept]: { ...sentencesIn(fields), ...Object.fromEntries(sentences) },
  } as Said<Fields>;
}

function isSpoken(value: unknown): value is Sentence | readonly Sentence[] {
  return isSentence(value) || (Array.isArray(value) && value.length > 0 && value.every(isSentence));
}

/** A text of something `said`, as the sentence it is, to be handed on; the text itself when it is none. */
export function sentenceIn<Value extends object, Name extends keyof Value>(
  value: Value,
  name: Name,
): Value[Name] | Sentence {
  const found = sentencesIn(value)[String(name)];
  return isSentence(found) && found.text === value[name] ? found : value[name];
}

/** `to` with what the texts of `from` were made of, for fields that stand for the same. */
export function withSentencesOf<Fields extends object>(from: object, to: Fields): Fields {
  return kept in from ? { ...to, [kept]: from[kept] } : to;
}

/** By the names of their fields; empty for what holds none. */
export function sentencesIn(value: object): Readonly<Record<string, Sentence | readonly Sentence[]>> {
  return kept in value ? (value[kept] as Readonly<Record<string, Sentence | readonly Sentence[]>>) : {};
}
