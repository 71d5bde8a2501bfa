import type { Message, MessageValues } from './message.ts';
import { isMessage, textOf } from './text.ts';

/**
 * Value with its messages as text. A failure keeps its code and has its text as `message`. If its values
 * contain messages, `source` has the original values, so that the page can translate the failure again.
 */
export type Localised<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends { readonly code: string; readonly remedy: unknown }
    ? Omit<Value, 'values' | 'message'> & LocalisedText
    : IsMessage<Value> extends true
      ? string
      : { [Name in keyof Value]: Localised<Value[Name]> };

type LocalisedText = {
  readonly message: string;
  readonly values?: MessageValues;
  readonly source?: MessageValues;
};

type IsMessage<Value> = Value extends { readonly code: string }
  ? [Exclude<keyof Value, keyof Message>] extends [never]
    ? true
    : false
  : false;

/** Translates messages for a locale such as `de-AT`. Values without messages are not copied. */
export function localise<Value>(value: Value, locale: string): Localised<Value> {
  return translated(value, locale) as Localised<Value>;
}

function translated(value: unknown, locale: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isMessage(value)) return textOf(value, locale);
  if (isFailure(value)) {
    const values = translated(value.values, locale);
    const nested = values === value.values ? {} : { values, source: value.values };
    return { ...value, ...nested, message: textOf(value, locale) };
  }
  const before = Object.values(value);
  const after = before.map((each) => translated(each, locale));
  if (after.every((each, index) => each === before[index])) return value;
  if (Array.isArray(value)) return after;
  return Object.fromEntries(Object.keys(value).map((name, index) => [name, after[index]]));
}

type FailureLike = Message & { readonly message?: string; readonly remedy: string };

const isFailure = (value: object): value is FailureLike =>
  'code' in value && 'remedy' in value && typeof value.code === 'string' && typeof value.remedy === 'string';
