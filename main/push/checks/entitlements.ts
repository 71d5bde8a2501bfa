/** `app.entitlements`: the property list that enables push notifications for an iOS app. */

import { type PlistDictionary, PlistError } from '../../base/formats/plist-value.ts';
import { readPropertyList } from '../../base/formats/property-list.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { indentAt, lineEndOf, readXmlTags, type XmlTag } from './xml-tags.ts';

export const pushEnvironments = ['development', 'production'] as const;
type PushEnvironment = (typeof pushEnvironments)[number];

const entitlementKey = 'aps-environment';

export type EntitlementsReading =
  /** `offset` is null for a binary property list. */
  | { readonly ok: false; readonly problem: Message; readonly offset: number | null }
  | {
      readonly ok: true;
      /** `wrong`: not a string, or neither development nor production. */
      readonly state: 'good' | 'wrong' | 'missing';
      /** Value of the entitlement; in JSON if it is not a string. */
      readonly value: string | null;
      readonly offset: number | null;
    };

/** Reads an XML or binary property list. `text`: null if the bytes are not UTF-8. */
export function readEntitlements(bytes: Uint8Array, text: string | null): EntitlementsReading {
  const isBinary = Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist';
  if (!isBinary && text === null)
    return { ok: false, problem: messageOf('check/entitlementsNoUtf8'), offset: null };
  const damage = text === null || isBinary ? null : xmlDamage(text);
  if (damage) return damage;
  const list = parseDictionary(bytes);
  if (list === null)
    return { ok: false, problem: messageOf('check/noKeysAndValues'), offset: isBinary ? null : 0 };
  const offset = isBinary || text === null ? null : (keyTag(text)?.from ?? 0);
  const value = list[entitlementKey];
  if (value === undefined) return { ok: true, state: 'missing', value: null, offset };
  const isGood = typeof value === 'string' && pushEnvironments.some((one) => one === value);
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return { ok: true, state: isGood ? 'good' : 'wrong', value: shown, offset };
}

function xmlDamage(text: string): Extract<EntitlementsReading, { readonly ok: false }> | null {
  if (/<!ENTITY/i.test(text)) return { ok: false, problem: messageOf('check/ownEntities'), offset: 0 };
  const read = readXmlTags(text);
  if (!read.ok) return { ok: false, problem: read.problem, offset: read.offset };
  const [first] = read.tags;
  if (first?.name === 'plist' && textOutside(text, first, read.tags).trim() === '') return null;
  return { ok: false, problem: messageOf('check/noPropertyList'), offset: 0 };
}

/** Returns the text outside the root element, without comments and declarations. */
function textOutside(text: string, root: XmlTag, tags: readonly XmlTag[]): string {
  const end = tags.find(({ depth, kind }) => depth === 0 && kind !== 'open') ?? root;
  const around = text.slice(0, root.from) + text.slice(end.to);
  return around.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|\uFEFF/g, '');
}

function parseDictionary(bytes: Uint8Array): PlistDictionary | null {
  try {
    return readPropertyList(Buffer.from(bytes)).root;
  } catch (error) {
    if (error instanceof PlistError || error instanceof RangeError) return null;
    throw error;
  }
}

function keyTag(text: string): XmlTag | null {
  const read = readXmlTags(text);
  if (!read.ok) return null;
  return (
    read.tags.find(
      ({ name, kind, depth, to }) =>
        name === 'key' &&
        kind === 'open' &&
        depth === 2 &&
        text.slice(to, text.indexOf('<', to)).trim() === entitlementKey,
    ) ?? null
  );
}

export function newEntitlements(environment: PushEnvironment): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>${entitlementKey}</key>
  <string>${environment}</string>
</dict>
</plist>
`;
}

/** Sets the entitlement and keeps all other text; null if the text cannot be edited. */
export function withEnvironment(text: string, environment: PushEnvironment): string | null {
  const read = readXmlTags(text);
  if (!read.ok) return null;
  const { tags } = read;
  const dict = tags.find(({ name, depth }) => name === 'dict' && depth === 1);
  const key = keyTag(text);
  const written = `<string>${environment}</string>`;
  if (key) {
    const close = tags.find(({ from, depth, kind }) => from > key.from && depth === 2 && kind === 'close');
    const value = tags.find(({ from }) => close !== undefined && from > close.from);
    const end =
      value?.kind === 'open'
        ? tags.find(({ from, depth, kind }) => from > value.from && depth === value.depth && kind === 'close')
        : value;
    if (!value || !end || value.depth !== 2) return null;
    return text.slice(0, value.from) + written + text.slice(end.to);
  }
  if (!dict) return null;
  const end = lineEndOf(text);
  const first = tags.find(({ from, depth }) => from > dict.from && depth === 2);
  const outer = indentAt(text, dict.from);
  const indent = first && dict.kind === 'open' ? indentAt(text, first.from) : `${outer}  `;
  const lines = `${end}${indent}<key>${entitlementKey}</key>${end}${indent}${written}`;
  if (dict.kind === 'open') return text.slice(0, dict.to) + lines + text.slice(dict.to);
  return `${text.slice(0, dict.from)}<dict>${lines}${end}${outer}</dict>${text.slice(dict.to)}`;
}
