/** The words of the page's language; only they are loaded. Holds every translation to the English one. */
import type { Language } from '../../preload/contract.ts';

/**
 * What a translation has to be: the same keys, texts of any wording, functions of the same values. A missing or a
 * surplus key does not compile.
 */
export type Translation<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => Translation<Said>
    : { readonly [Key in keyof English]: Translation<English[Key]> };

/** The words of all places in one language. */
type Catalogue = typeof import('./de/index.ts');

/** A place that one of the languages does without does not compile. */
const catalogues: { readonly [Other in Exclude<Language, 'en'>]: () => Promise<Catalogue> } = {
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  tr: () => import('./tr/index.ts'),
};

/** Before any place is evaluated, so that words are there from the beginning and are plain values. */
const loaded = await load(pageLanguage());

function load(language: string): Promise<Catalogue> | null {
  return isTranslated(language) ? catalogues[language]() : null;
}

function isTranslated(language: string): language is keyof typeof catalogues {
  return Object.hasOwn(catalogues, language);
}

/**
 * The words in the language of the page, which the host has written into `<html lang>` before anything is run, so that
 * it never changes while the page lives; English where there is no page.
 */
export function inLanguage<English>(
  english: English & Translation<English>,
  pick: (catalogue: Catalogue) => Translation<English>,
): Translation<English> {
  return loaded ? pick(loaded) : english;
}

function pageLanguage(): string {
  return pageLocale().split('-', 1)[0] ?? 'en';
}

/** A locale for numbers and dates, such as `de-AT`. */
export function pageLocale(): string {
  return globalThis.document?.documentElement.lang || 'en';
}
