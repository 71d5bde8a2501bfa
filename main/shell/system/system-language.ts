import { app } from 'electron';
import { type Language, languageOf, localeFor } from '../../messages/locale.ts';

/** The system's, for as long as the settings are not read, or may be what is wrong. */
export const systemLanguage = (): Language =>
  languageOf(localeFor('system', app.getPreferredSystemLanguages()));
