/** Translated texts, for tests that compare them with the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type i18n } from 'i18next';
import type { Language } from '../preload/page.ts';

export const languages = ['en', 'de', 'fr', 'tr'] as const satisfies readonly Language[];

const folder = join(import.meta.dirname, '../assets/locales');

/** Messages of a locale, nested as in its JSON files. */
export type Messages = { readonly [key: string]: string | Messages };

/** Returns all messages of the page in a language by namespace, such as `uploads`. */
export function messagesOf(language: Language): { readonly [namespace: string]: Messages } {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, language, name), 'utf8')),
    ]),
  );
}

/** Returns the messages of the main process by group, such as `uploads`, except the terminal's. */
export function mainMessagesOf(language: Language): { readonly [group: string]: Messages } {
  const files = readdirSync(join(folder, language, 'main')).filter((name) => name !== 'terminal.json');
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(folder, language, 'main', name), 'utf8'))),
  );
}

export type Translate = i18n['t'];

/** Returns a translator with the options of `renderer/messages.ts`. */
export async function catalogueTranslator(language: Language): Promise<Translate> {
  const messages = messagesOf(language);
  const instance = createInstance();
  await instance.init({
    lng: language,
    ns: Object.keys(messages),
    defaultNS: 'common',
    resources: { [language]: messages },
    fallbackLng: false,
    nsSeparator: '.',
    interpolation: { escapeValue: false },
  });
  return instance.t;
}
