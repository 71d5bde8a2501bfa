/** What testers read, in their language. Pure. */
import { acceptedLocales, type Language, languageOf, localeFor } from '../../messages/locale.ts';
import { english, type TesterWords } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { turkish } from './turkish.ts';

/** A language with the region whose numbers and dates are written. */
export type Tongue = {
  readonly language: Language;
  /** Such as `de-AT`. */
  readonly locale: string;
  readonly words: TesterWords;
};

const words: Readonly<Record<Language, TesterWords>> = {
  en: english,
  de: german,
  fr: french,
  tr: turkish,
};

/** Of mails: no region is known. */
export function tongueOf(language: Language): Tongue {
  // The day before the month, as in every other of the languages.
  return { language, locale: language === 'en' ? 'en-GB' : language, words: words[language] };
}

/** The best of those an `Accept-Language` header names; English where it names none that there is. */
export function tongueFor(header: string | undefined): Tongue {
  const locale = localeFor('system', acceptedLocales(header));
  const language = languageOf(locale);
  return locale === language ? tongueOf(language) : { language, locale, words: words[language] };
}
