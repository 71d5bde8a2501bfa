import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type ResourceLanguage, type TFunction } from 'i18next';
import { byteSizeText } from './byte-size.ts';
import { dateFormatter } from './date-format.ts';
import { durationText } from './duration-text.ts';
import { en } from './en.ts';
import { type Language, languageOf } from './locale.ts';
import type { Code, Message, MessageValue, MessageValues } from './message.ts';

/** Created on first use, because each translator contains all messages of its language. */
const translators = new Map<Language, TFunction>();

function translator(language: Language): TFunction {
  const cached = translators.get(language);
  if (cached) return cached;
  const instance = createInstance();
  void instance.init({
    lng: language,
    ns: Object.keys(en),
    resources: { [language]: catalogueOf(language), en },
    // Terminal texts exist only in English.
    fallbackLng: 'en',
    nsSeparator: '/',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  instance.services.formatter?.add('bytes', (size, locale) =>
    typeof size === 'number' ? byteSizeText(size, locale) : size,
  );
  instance.services.formatter?.add('duration', (seconds, locale) =>
    typeof seconds === 'number' ? durationText(seconds, locale) : seconds,
  );
  instance.services.formatter?.add('day', dayText);
  instance.services.formatter?.add('time', timeText);
  const translate = instance.t as TFunction;
  translators.set(language, translate);
  return translate;
}

/** English is bundled. Other languages are read from files, because bundling them would slow each start. */
function catalogueOf(language: Language): ResourceLanguage {
  if (language === 'en') return en;
  // The path is the same from the sources (main/messages) and from the bundle (out/main).
  const folder = join(import.meta.dirname, '..', '..', 'assets', 'locales', language, 'main');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return Object.assign({}, ...files.map((text) => JSON.parse(text)));
}

/** Formats an ISO date such as `2026-07-30` in long form; returns other text unchanged. */
function dayText(day: unknown, language: string | undefined): string {
  const text = String(day);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const locale = language === 'en' ? 'en-GB' : language;
  return dateFormatter(locale, { dateStyle: 'long', timeZone: 'UTC' })(Date.parse(text));
}

/**
 * Formats milliseconds since 1970 UTC as `14:32` in the time zone of this computer, with the date unless it is
 * today. Rounds up to a minute.
 */
function timeText(at: unknown, language: string | undefined): string {
  if (typeof at !== 'number') return String(at);
  const time = Math.ceil(at / 60_000) * 60_000;
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const locale = language === 'en' ? 'en-GB' : language;
  return dateFormatter(locale, { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' })(time);
}

/** `message` is a fallback text from another process or an earlier version. */
type MessageWithText = Message & { readonly message?: string };

/**
 * Returns the text of a message for a locale such as `de-AT`. Translates values that are messages, and joins
 * lists with commas. Falls back to `message` or the code.
 */
export function textOf(source: MessageWithText, locale = 'en'): string {
  const [group = ''] = source.code.split('/', 1);
  if (!Object.hasOwn(en, group)) return source.message ?? source.code;
  const t = translator(languageOf(locale));
  const values = source.values ?? {};
  const options = {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value, locale)])),
    nest: false,
    defaultValue: '',
  };
  const key = [...formsOf(values).map((form) => `${source.code}_${form}`), source.code];
  const template = t(key, { ...options, skipInterpolation: true });
  if (template === '') return source.message ?? source.code;
  if (source.message !== undefined && source.values === undefined && template.includes('{{'))
    return source.message;
  return t(key, options);
}

/**
 * Returns suffixes of the key, most specific first: `active` if the value of this name is true, `withoutSize`
 * if `size` is null or empty.
 */
function formsOf(values: MessageValues): readonly string[] {
  const entries = Object.entries(values);
  const active = entries.filter(([, value]) => value === true).map(([name]) => name);
  const missing = entries.flatMap(([name, value]) => {
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [`without${name.charAt(0).toUpperCase()}${name.slice(1)}`] : [];
  });
  const forms = [...active, ...missing];
  return forms.length > 1 ? [forms.join('_'), ...forms] : forms;
}

function formatValue(value: MessageValue, locale: string): string | number {
  if (typeof value === 'number') return value;
  if (isList(value)) return value.map((each) => formatValue(each, locale)).join(', ');
  return isMessageValue(value) ? textOf(value, locale) : String(value ?? '');
}

const isMessageValue = (value: MessageValue): value is MessageWithText =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

const isList = (value: MessageValue): value is readonly MessageValue[] => Array.isArray(value);

/** Returns true if the catalogue contains exactly this code, and not only its plural forms. */
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
