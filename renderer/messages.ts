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
 * A locale for numbers and dates, such as `de-AT`. The host has written it into `<html lang>` before anything is run, so
 * it never changes while the page lives; English where there is no page.
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

async function speaker(locale: string) {
  const language = languageOf(locale);
  const { places } = await languages[language]();
  const messages = Object.fromEntries(Object.entries(places).map(([path, all]) => [placeOf(path), all]));
  const instance = createInstance();
  await instance.init({
    lng: locale.startsWith(language) ? locale : language,
    ns: Object.keys(messages),
    defaultNS: 'common',
    resources: { [language]: messages },
    fallbackLng: false,
    nsSeparator: '.',
    initAsync: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** Says a message by its key. Loaded before any other part of the page is evaluated, so that texts are plain values. */
export const { t } = await speaker(pageLocale());
