/** The messages of a language as the page says them, for tests that look for them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type i18n } from 'i18next';
import type { Language } from '../preload/page.ts';

export const languages = ['en', 'de', 'fr', 'tr'] as const satisfies readonly Language[];

const folder = join(import.meta.dirname, '../assets/locales');

/** What JSON of the catalogue holds: texts, in objects that hold objects. */
export type Messages = { readonly [key: string]: string | Messages };

/** All messages of a language by place, such as `uploads`. */
export function messagesOf(language: Language): { readonly [place: string]: Messages } {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, language, name), 'utf8')),
    ]),
  );
}

/** All messages of main in a language by group, such as `uploads`; those of the terminal are in English alone. */
export function mainMessagesOf(language: Language): { readonly [group: string]: Messages } {
  const files = readdirSync(join(folder, language, 'main')).filter((name) => name !== 'terminal.json');
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(folder, language, 'main', name), 'utf8'))),
  );
}

/** Says a message by its key. */
export type Say = i18n['t'];

/** Says messages in a language, set up as `renderer/messages.ts` is. */
export async function speakerOf(language: Language): Promise<Say> {
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
