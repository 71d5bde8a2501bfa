/** Which language, and which locale for numbers and dates, a person is spoken to in. Pure. */

/** What Slipway speaks. */
export const languages = ['en', 'de', 'fr', 'tr'] as const;
export type Language = (typeof languages)[number];

/**
 * A locale such as `de-AT`: the language a person chose, or else the first of `preferred` that there is, or English;
 * with the region the person's own locales name. `preferred` holds BCP 47 tags, the most wanted first.
 */
export function localeFor(chosen: 'system' | Language, preferred: readonly string[]): string {
  const locales = preferred.flatMap(readLocale);
  const language =
    chosen === 'system' ? (locales.map(({ language }) => language).find(isKnown) ?? 'en') : chosen;
  const own = locales.find((locale) => locale.language === language && locale.region !== undefined);
  const region = (own ?? (chosen === 'system' ? undefined : locales.find((each) => each.region)))?.region;
  return region === undefined ? language : `${language}-${region}`;
}

/** The language of a locale of `localeFor`. */
export function languageOf(locale: string): Language {
  const [language = 'en'] = locale.split('-', 1);
  return isKnown(language) ? language : 'en';
}

/** The tags of an `Accept-Language` header, the most wanted first. */
export function acceptedLocales(header: string | undefined): readonly string[] {
  return (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function readLocale(
  tag: string,
): readonly { readonly language: string; readonly region?: string | undefined }[] {
  try {
    const { language, region } = new Intl.Locale(tag.replaceAll('_', '-'));
    return [{ language, region }];
  } catch {
    // What is no tag names no language: `*`, `C`.
    return [];
  }
}

function isKnown(language: string): language is Language {
  return languages.some((known) => known === language);
}
