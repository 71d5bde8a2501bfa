/** Makes text of messages in the language of who reads it, from `assets/locales`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type ResourceLanguage, type TFunction } from 'i18next';
import { byteSizeText } from './byte-size.ts';
import { dateWriter } from './date-text.ts';
import { en } from './en.ts';
import { type Language, languageOf } from './locale.ts';
import type { Code, Message, MessageValue, MessageValues } from './message.ts';

/** Made when a language is first spoken: each holds all its messages. */
const translators = new Map<Language, TFunction>();

function translator(language: Language): TFunction {
  const known = translators.get(language);
  if (known) return known;
  const instance = createInstance();
  void instance.init({
    lng: language,
    ns: Object.keys(en),
    resources: { [language]: catalogueOf(language), en },
    // What only the terminal says is there in English alone.
    fallbackLng: 'en',
    nsSeparator: '/',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  instance.services.formatter?.add('bytes', (size, locale) =>
    typeof size === 'number' ? byteSizeText(size, locale) : size,
  );
  instance.services.formatter?.add('day', dayText);
  const made = instance.t as TFunction;
  translators.set(language, made);
  return made;
}

/** English is part of the program; the other languages lie beside it, as each is felt at every start. */
function catalogueOf(language: Language): ResourceLanguage {
  if (language === 'en') return en;
  // The same way up from the sources (main/messages) and from the bundle (out/main).
  const folder = join(import.meta.dirname, '..', '..', 'assets', 'locales', language, 'main');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return Object.assign({}, ...files.map((text) => JSON.parse(text)));
}

/** `2026-07-30` as people write it; anything else as it is. */
function dayText(day: unknown, language: string | undefined): string {
  const text = String(day);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const locale = language === 'en' ? 'en-GB' : language;
  return dateWriter(locale, { dateStyle: 'long', timeZone: 'UTC' })(Date.parse(text));
}

/** A message that may hold the text another program, or an earlier Slipway, made of it. */
type Said = Message & { readonly message?: string };

/**
 * The text of a message in the language of a locale such as `de-AT`; English without one. Values that are messages are
 * said in the same language, lists with commas between. A message without a code that is known, or without the values its
 * text needs, is said as it came.
 */
export function textOf(said: Said, locale = 'en'): string {
  const [group = ''] = said.code.split('/', 1);
  if (!Object.hasOwn(en, group)) return said.message ?? said.code;
  const t = translator(languageOf(locale));
  const values = said.values ?? {};
  const options = {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value, locale)])),
    nest: false,
    defaultValue: '',
  };
  const key = [...formsOf(values).map((form) => `${said.code}_${form}`), said.code];
  const template = t(key, { ...options, skipInterpolation: true });
  if (template === '') return said.message ?? said.code;
  if (said.message !== undefined && said.values === undefined && template.includes('{{')) return said.message;
  return t(key, options);
}

/**
 * The endings of a message's more special forms, the most special first: `active` for a value of this name that is true,
 * `withoutSize` for one named `size` that is null or empty.
 */
function formsOf(values: MessageValues): readonly string[] {
  const entries = Object.entries(values);
  const holding = entries.filter(([, value]) => value === true).map(([name]) => name);
  const missing = entries.flatMap(([name, value]) => {
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [`without${name.charAt(0).toUpperCase()}${name.slice(1)}`] : [];
  });
  const forms = [...holding, ...missing];
  return forms.length > 1 ? [forms.join('_'), ...forms] : forms;
}

function written(value: MessageValue, locale: string): string | number {
  if (typeof value === 'number') return value;
  if (isList(value)) return value.map((each) => written(each, locale)).join(', ');
  return isSaid(value) ? textOf(value, locale) : String(value ?? '');
}

/** A message, or a failure as a value of another message. */
const isSaid = (value: MessageValue): value is Said =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

const isList = (value: MessageValue): value is readonly MessageValue[] => Array.isArray(value);

/** Whether there is a message of this code, other than one that counts. */
export function isCode(code: string): code is Code {
  const [group = '', key = ''] = code.split('/');
  const groups: Readonly<Record<string, object>> = en;
  return Object.hasOwn(groups, group) && Object.hasOwn(groups[group] ?? {}, key);
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  return (
    typeof value.code === 'string' && Object.keys(value).every((name) => name === 'code' || name === 'values')
  );
}
