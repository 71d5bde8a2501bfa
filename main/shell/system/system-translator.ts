import { app } from 'electron';
import { languageOf, localeFor } from '../../languages/choose.ts';
import { createSpeaker, type Speaker } from '../../languages/speaker.ts';

/** Of the system's language, for as long as the settings are not read, or may be what is wrong. */
export const systemSpeaker = (): Speaker =>
  createSpeaker(languageOf(localeFor('system', app.getPreferredSystemLanguages())));
