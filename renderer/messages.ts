/** What the page says: the messages of its language from `assets/locales`, the only ones it loads. */
import { createInstance } from 'i18next';
import type Resources from '../assets/locales/resources.d.ts';
import type { Language } from '../preload/page.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Resources;
    defaultNS: 'common';
    /** `uploads.pauseAll` is the message `pauseAll` of the file `uploads.json`. */
    nsSeparator: '.';
  }
}

type Places = { readonly places: Readonly<Record<string, object>> };

/** A file each, so that a page loads that of its own language. */
const languages: Readonly<Record<Language, () => Promise<Places>>> = {
  en: () => import('./messages/en.ts'),
  de: () => import('./messages/de.ts'),
  fr: () => import('./messages/fr.ts'),
  tr: () => import('./messages/tr.ts'),
};

/**
 * A locale for numbers and dates, such as `de-AT`. The host has written it into `<html lang>` before anything is run, and
 * tells of another one that is chosen; English where there is no page.
 */
export function pageLocale(): string {
  return globalThis.document?.documentElement.lang || 'en';
}

function languageOf(locale: string): Language {
  const [language = ''] = locale.split('-', 1);
  return Object.hasOwn(languages, language) ? (language as Language) : 'en';
}

/** `uploads` of `…/uploads.json`. */
const placeOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

const messages = createInstance();
await messages.init({
  defaultNS: 'common',
  resources: {},
  fallbackLng: false,
  nsSeparator: '.',
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});

/** From now on `t` speaks the language of the page's locale. Rejects when its messages cannot be loaded. */
export async function speakPageLanguage(): Promise<void> {
  const locale = pageLocale();
  const language = languageOf(locale);
  const { places } = await languages[language]();
  for (const [path, all] of Object.entries(places)) messages.addResourceBundle(language, placeOf(path), all);
  // Meanwhile another one may have been chosen.
  if (locale !== pageLocale()) return;
  await messages.changeLanguage(locale.startsWith(language) ? locale : language);
}

await speakPageLanguage();

/**
 * Says a message by its key. It can be used as soon as it is imported, but only while the page is drawn or something is
 * done: what is kept from the loading of a file stays in the language of the start.
 */
export const { t } = messages;
