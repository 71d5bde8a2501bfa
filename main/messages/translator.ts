import { acceptedLocales, type Language, languageOf, localeFor } from './locale.ts';
import { type Code, messageOf, type ValuesOfCode } from './message.ts';
import { textOf } from './text.ts';

export type Translator = {
  readonly language: Language;
  /** Locale of numbers and dates, such as `de-AT`. */
  readonly locale: string;
  translate<const Of extends Code>(code: Of, ...values: ValuesOfCode<Of>): string;
};

export function translatorOf(locale: string): Translator {
  return {
    language: languageOf(locale),
    // British English puts the day before the month, as the other languages do.
    locale: locale === 'en' ? 'en-GB' : locale,
    translate: (code, ...values) => textOf(messageOf(code, ...values), locale),
  };
}

/** Returns the translator for an `Accept-Language` header; defaults to English. */
export function translatorFor(header: string | undefined): Translator {
  return translatorOf(localeFor('system', acceptedLocales(header)));
}
