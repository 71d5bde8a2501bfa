/** Messages of the page from `assets/locales`; loads only the current language. */
import { createInstance } from 'i18next';
import type Resources from '../assets/locales/resources.d.ts';
import type { Language } from '../preload/page.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Resources;
    defaultNS: 'common';
    /** In `uploads.pauseAll`, `uploads` is the file and `pauseAll` the message. */
    nsSeparator: '.';
  }
}

type Catalogue = { readonly files: Readonly<Record<string, object>> };

/** Each language is a separate chunk, so that a page loads only one language. */
const languages: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => import('./messages/en.ts'),
  de: () => import('./messages/de.ts'),
  fr: () => import('./messages/fr.ts'),
  tr: () => import('./messages/tr.ts'),
};

/** Returns the locale for numbers and dates: `de-AT`. The host sets `<html lang>` before scripts run. */
export function pageLocale(): string {
  return globalThis.document?.documentElement.lang || 'en';
}

function languageOf(locale: string): Language {
  const [language = ''] = locale.split('-', 1);
  return Object.hasOwn(languages, language) ? (language as Language) : 'en';
}

const namespaceOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

const messages = createInstance();
await messages.init({
  defaultNS: 'common',
  resources: {},
  fallbackLng: false,
  nsSeparator: '.',
  initAsync: false,
  // Not needed, because React escapes text.
  interpolation: { escapeValue: false },
});

/** Switches `t` to the page's language. Rejects if the messages cannot be loaded. */
export async function loadPageLanguage(): Promise<void> {
  const locale = pageLocale();
  const language = languageOf(locale);
  const { files } = await languages[language]();
  for (const [path, all] of Object.entries(files))
    messages.addResourceBundle(language, namespaceOf(path), all);
  // The user may have selected another language while the messages were loading.
  if (locale !== pageLocale()) return;
  await messages.changeLanguage(locale.startsWith(language) ? locale : language);
}

await loadPageLanguage();

/** Call `t` only in render or event handlers: a text stored at module load stays in the first language. */
export const { t } = messages;

export type Translator = typeof t;

/** Returns `t` for a locale whose language is already loaded. */
export const translatorOf = (locale: string): Translator => messages.getFixedT(locale);
