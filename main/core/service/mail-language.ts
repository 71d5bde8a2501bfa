import { type Language, languageOf, localeFor } from '../../messages/locale.ts';
import type { Settings } from '../../settings/settings-schema.ts';

/** Returns the mail language. `preferred`: system locales in BCP 47, most preferred first. Pure. */
export function mailLanguageOf(
  { language, builtInService: { mailLanguage } }: Pick<Settings, 'language' | 'builtInService'>,
  preferred: readonly string[],
): Language {
  return mailLanguage === 'app' ? languageOf(localeFor(language, preferred)) : mailLanguage;
}
