/** Chooses the words of the page's language and holds every translation to the English one. */
import type { Language } from '../../preload/contract.ts';

/** The English words with texts of any wording, and functions of the same values. */
export type Words<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => Words<Said>
    : { readonly [Key in keyof English]: Words<English[Key]> };

/** What a translation has to be; what is missing is said in English. */
export type Translation<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => Words<Said>
    : English extends readonly string[]
      ? readonly string[]
      : { readonly [Key in keyof English]?: Translation<English[Key]> } & Readonly<Record<string, unknown>>;

/** The words of a place in every language that there is. */
type Catalogue<English> = { readonly en: English & Words<English> } & {
  readonly [Other in Exclude<Language, 'en'>]?: Translation<English>;
};

/**
 * The words in the language of the page, which the host has written into `<html lang>` before anything is run, so that
 * it never changes while the page lives; English where there is no page.
 */
export function inLanguage<English>(catalogue: Catalogue<English>): Words<English> {
  const byLanguage: Readonly<Record<string, unknown>> = catalogue;
  return overlaid(catalogue.en, byLanguage[pageLanguage()]) as Words<English>;
}

function overlaid(english: unknown, other: unknown): unknown {
  if (other === undefined || typeof other !== 'object' || typeof english !== 'object')
    return other ?? english;
  if (Array.isArray(other)) return other;
  return Object.fromEntries(
    Object.entries({ ...english }).map(([key, value]) => [
      key,
      overlaid(value, (other as Readonly<Record<string, unknown>>)[key]),
    ]),
  );
}

const pageLanguage = (): string => pageLocale().split('-', 1)[0] ?? 'en';

/** A locale for numbers and dates, such as `de-AT`. */
export function pageLocale(): string {
  return globalThis.document?.documentElement.lang || 'en';
}
