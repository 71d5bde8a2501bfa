/** Resolves references of a manifest in the resource table, like a device in the default locale. Pure. */
import { isReference, type RawValue, scalarText, valueTypes } from '../images/chunks.ts';
import { truncateText } from '../text.ts';
import type { ManifestValue } from './manifest.ts';
import type { ResourceConfig } from './resource-config.ts';
import type { ResourceTable, ResourceValue } from './resources.ts';

/** Maximum references to follow one after another; the same limit as Android. */
const maxSteps = 20;
/** Maximum files of one reference; an icon in every density and language has a few hundred. */
const maxFiles = 500;
/** Limits for hostile tables. Android has about 300 locales, and translations are rarely references. */
const maxLocales = 500;
const maxStepsInLocale = 4;

/** Returns the text of a value in the default locale; null if it has none or cannot be resolved. */
export function resolveText(value: ManifestValue | undefined, table: ResourceTable | null): string | null {
  if (!value) return null;
  if (!isReference(value)) return value.text ?? scalarText(value);
  const found = table && followDefault(value, table);
  return found ? textOf(found) : null;
}

/** Returns true for `true` and for numbers other than 0; false if undefined. */
export function resolveBoolean(value: ManifestValue | undefined, table: ResourceTable | null): boolean {
  const text = resolveText(value, table);
  return text === 'true' || (text !== null && /^-?[1-9]\d*$/.test(text));
}

/** Returns the texts of a value by locale, without the default: `{ ja: 'サンプル' }`. */
export function resolveLocalized(
  value: ManifestValue | undefined,
  table: ResourceTable | null,
): Readonly<Record<string, string>> {
  if (!value || !table || !isReference(value)) return {};
  const texts = new Map<string, string>();
  for (const entry of localizedValues(value, table)) {
    const { locale } = entry.config;
    if (!locale || texts.has(locale) || texts.size >= maxLocales) continue;
    const text = isReference(entry) ? resolveInLocale(locale, entry, table) : textOf(entry);
    const short = truncateText(text);
    if (short) texts.set(locale, short);
  }
  return Object.fromEntries(texts);
}

export type ResourceFile = { readonly path: string; readonly config: ResourceConfig };

/** Returns the files of a resource in all configurations, without duplicates; empty if there are none. */
export function resolveFiles(value: RawValue | undefined, table: ResourceTable | null): ResourceFile[] {
  const files = new Map<string, ResourceFile>();
  if (!value || !table || !isReference(value)) return [];
  const seen = new Set<number>();
  let ids = new Set([value.data]);
  for (let step = 0; step < maxSteps && ids.size > 0; step += 1) {
    const next = new Set<number>();
    for (const id of ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      for (const found of table.values(id)) {
        if (isReference(found)) next.add(found.data);
        else if (found.text && files.size < maxFiles && !files.has(found.text)) {
          files.set(found.text, { path: found.text, config: found.config });
        }
      }
    }
    ids = next;
  }
  return [...files.values()];
}

function textOf(value: ResourceValue): string | null {
  return value.type === valueTypes.string ? value.text : scalarText(value);
}

/** Returns the value at the end of the references; null if they are broken or circular. */
function followDefault(reference: RawValue, table: ResourceTable): ResourceValue | null {
  let current: RawValue = reference;
  for (let step = 0; step < maxSteps; step += 1) {
    const next = defaultValue(table.values(current.data));
    if (!next || !isReference(next)) return next;
    current = next;
  }
  return null;
}

/** Follows default values to the first id with translations, or to the last id, and returns its values. */
function localizedValues(reference: RawValue, table: ResourceTable): readonly ResourceValue[] {
  let current: RawValue = reference;
  for (let step = 0; step < maxSteps; step += 1) {
    const values = table.values(current.data);
    const next = defaultValue(values);
    if (!next || !isReference(next) || values.some(({ config }) => config.locale !== '')) return values;
    current = next;
  }
  return [];
}

function resolveInLocale(locale: string, reference: RawValue, table: ResourceTable): string | null {
  let current: RawValue = reference;
  for (let step = 0; step < maxStepsInLocale; step += 1) {
    const values = table.values(current.data);
    const next = values.find(({ config }) => config.locale === locale) ?? defaultValue(values);
    if (!next || !isReference(next)) return next && textOf(next);
    current = next;
  }
  return null;
}

/** Returns the default value with the newest SDK version; falls back to English, then to the first value. */
export function defaultValue(values: readonly ResourceValue[]): ResourceValue | null {
  const plain = values.filter(({ config }) => config.locale === '' && !config.special);
  const newest = plain.reduce<ResourceValue | null>(
    (best, value) => (best && best.config.sdkVersion >= value.config.sdkVersion ? best : value),
    null,
  );
  return (
    newest ??
    values.find(({ config }) => config.locale === '') ??
    values.find(({ config }) => config.locale.startsWith('en')) ??
    values[0] ??
    null
  );
}
