export const languages = ['en', 'de', 'fr', 'tr'] as const;
export type Language = (typeof languages)[number];

/**
 * Returns a locale such as `de-AT`: the chosen language, the first supported in `preferred` (BCP 47), or
 * English, with a region from `preferred`.
 */
export function localeFor(chosen: 'system' | Language, preferred: readonly string[]): string {
  const locales = preferred.flatMap(readLocale);
  const language =
    chosen === 'system' ? (locales.map(({ language }) => language).find(isSupported) ?? 'en') : chosen;
  const own = locales.find((locale) => locale.language === language && locale.region !== undefined);
  const region = (own ?? (chosen === 'system' ? undefined : locales.find((each) => each.region)))?.region;
  return region === undefined ? language : `${language}-${region}`;
}

export function languageOf(locale: string): Language {
  const [language = 'en'] = locale.split('-', 1);
  return isSupported(language) ? language : 'en';
}

/** Returns the tags of an `Accept-Language` header in order of preference. */
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
    // `preferred` can contain texts that are not BCP 47 tags, such as `*` or `C`.
    return [];
  }
}

function isSupported(language: string): language is Language {
  return languages.some((known) => known === language);
}
