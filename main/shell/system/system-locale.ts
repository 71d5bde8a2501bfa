import { app } from 'electron';
import { localeFor } from '../../messages/locale.ts';

/** The system's, for as long as the settings are not read, or may be what is wrong. */
export const systemLocale = (): string => localeFor('system', app.getPreferredSystemLanguages());
