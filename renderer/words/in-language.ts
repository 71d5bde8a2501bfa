/** Chooses the words of the page's language and holds every translation to the English one. */
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

/** The words of a place in every language that there is. */
type Catalogue<English> = { readonly en: English & Translation<English> } & {
  readonly [Other in Exclude<Language, 'en'>]: Translation<English>;
};

/**
 * The words in the language of the page, which the host has written into `<html lang>` before anything is run, so that
 * it never changes while the page lives; English where there is no page.
 */
export function inLanguage<English>(catalogue: Catalogue<English>): Translation<English> {
  const byLanguage: Readonly<Record<string, Translation<English> | undefined>> = catalogue;
  return byLanguage[pageLanguage()] ?? catalogue.en;
}

const pageLanguage = (): string => pageLocale().split('-', 1)[0] ?? 'en';

/** A locale for numbers and dates, such as `de-AT`. */
export function pageLocale(): string {
  return globalThis.document?.documentElement.lang || 'en';
}
