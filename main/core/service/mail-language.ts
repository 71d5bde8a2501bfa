import { type Language, languageOf, localeFor } from '../../messages/locale.ts';
import type { Settings } from '../../settings/settings-schema.ts';

/**
 * In which the mails of the built-in service are written. `preferred` holds what the person's system prefers, BCP 47, the
 * most wanted first. Pure.
 */
export function mailLanguageOf(
  { language, builtInService: { mailLanguage } }: Pick<Settings, 'language' | 'builtInService'>,
  preferred: readonly string[],
): Language {
  return mailLanguage === 'app' ? languageOf(localeFor(language, preferred)) : mailLanguage;
}
