import { acceptedLocales, type Language, languageOf, localeFor } from './locale.ts';
import { type Code, messageOf, type ValuesOfCode } from './message.ts';
import { textOf } from './text.ts';

/** Says messages in one language. */
export type Translator = {
  readonly language: Language;
  /** Of numbers and dates, such as `de-AT`. */
  readonly locale: string;
  say<const Of extends Code>(code: Of, ...values: ValuesOfCode<Of>): string;
};

/** For a language, or a locale with a region such as `de-AT`. */
export function translatorOf(locale: string): Translator {
  return {
    language: languageOf(locale),
    // Without a region the day stands before the month in English, as in every other of the languages.
    locale: locale === 'en' ? 'en-GB' : locale,
    say: (code, ...values) => textOf(messageOf(code, ...values), locale),
  };
}

/** For the best of those an `Accept-Language` header names; English where it names none that there is. */
export function translatorFor(header: string | undefined): Translator {
  return translatorOf(localeFor('system', acceptedLocales(header)));
}
