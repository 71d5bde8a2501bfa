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
  /** Text of the service, which is in its own language and not part of `message`. */
  readonly quote?: string;
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
    const quote = quoteOf(value, locale);
    if (quote === null) return { ...value, ...nested, message: textOf(value, locale) };
    const own = { ...value, values: { ...value.values, reason: null } };
    return { ...value, ...nested, message: textOf(own, locale), quote };
  }
  const before = Object.values(value);
  const after = before.map((each) => translated(each, locale));
  if (after.every((each, index) => each === before[index])) return value;
  if (Array.isArray(value)) return after;
  return Object.fromEntries(Object.keys(value).map((name, index) => [name, after[index]]));
}

/** Failures whose texts are complete without the explanation of the service. */
const quoted: ReadonlySet<string> = new Set([
  'api/credentialsRefused',
  'api/clientRefused',
  'api/signInRefused',
  'api/scopeRefused',
  'api/unauthorized',
  'api/forbidden',
  'api/missing',
  'api/refused',
  'api/tooLarge',
  'api/busy',
  'api/storageFull',
  'api/serverError',
]);

function quoteOf({ code, values }: FailureLike, locale: string): string | null {
  const reason = quoted.has(code) ? values?.['reason'] : null;
  if (typeof reason === 'string') return reason;
  return isMessage(reason) ? textOf(reason, locale) : null;
}

type FailureLike = Message & { readonly message?: string; readonly remedy: string };

const isFailure = (value: object): value is FailureLike =>
  'code' in value && 'remedy' in value && typeof value.code === 'string' && typeof value.remedy === 'string';
