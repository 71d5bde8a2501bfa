import { app } from 'electron';
import { localeFor } from '../../messages/locale.ts';

/** Returns the system's locale, used before the settings are read or if they are unreadable. */
export const systemLocale = (): string => localeFor('system', app.getPreferredSystemLanguages());
