import { type Message, messageOf } from '../../messages/message.ts';
import { indentAt, lineEndOf, readXmlTags, type XmlTag } from './xml-tags.ts';

export const notificationPermission = 'android.permission.POST_NOTIFICATIONS';
/** API level of Android 13. Apps that target this level or later must declare `notificationPermission`. */
export const permissionLevel = 33;

/**
 * Returns true if the app targets a version before Android 13. Android 13 and later then request the
 * permission when the app creates its first channel (developer.android.com, Notification runtime permission).
 */
export function isOlderTarget(target: string | null): target is string {
  return target !== null && /^\d+$/.test(target) && Number(target) < permissionLevel;
}

export type ManifestReading =
  | { readonly ok: false; readonly offset: number; readonly problem: Message }
  | {
      readonly ok: true;
      /** `limited`: `maxSdkVersion` is too low. `removed`: `tools:node="remove"` drops it from the build. */
      readonly permission: 'declared' | 'limited' | 'removed' | 'missing';
      /** Offset of the declaration, else of the root element. */
      readonly offset: number;
      readonly targetSdk: string | null;
    };

const androidNamespace = 'http://schemas.android.com/apk/res/android';
const toolsNamespace = 'http://schemas.android.com/tools';
const permissionTags: ReadonlySet<string> = new Set([
  'uses-permission',
  'uses-permission-sdk-23',
  'uses-permission-sdk-m',
]);

export function readManifestText(text: string): ManifestReading {
  const read = readXmlTags(text);
  if (!read.ok) return read;
  const root = read.tags[0];
  if (root?.name !== 'manifest') {
    return { ok: false, offset: root?.from ?? 0, problem: messageOf('check/noManifestInside') };
  }
  const [android, tools] = [androidNamespace, toolsNamespace].map((space) => prefixOf(root, space));
  const value = (tag: XmlTag, name: string): string | null =>
    tag.attributes.get(`${android}:${name}`) ?? null;
  const children = read.tags.filter(({ kind, depth }) => depth === 1 && kind !== 'close');
  const declared = children.filter(
    (tag) => permissionTags.has(tag.name) && value(tag, 'name') === notificationPermission,
  );
  const states = declared.map((tag): 'declared' | 'limited' | 'removed' => {
    if (tag.attributes.get(`${tools}:node`) === 'remove') return 'removed';
    const max = Number(value(tag, 'maxSdkVersion') ?? permissionLevel);
    return max < permissionLevel ? 'limited' : 'declared';
  });
  const index = Math.max(0, states.indexOf('declared'));
  const sdk = children.find(({ name }) => name === 'uses-sdk');
  return {
    ok: true,
    permission: states[index] ?? 'missing',
    offset: (declared[index] ?? root).from,
    targetSdk: sdk ? value(sdk, 'targetSdkVersion') : null,
  };
}

function prefixOf(root: XmlTag, space: string): string | null {
  const found = [...root.attributes].find(([name, value]) => name.startsWith('xmlns:') && value === space);
  return found ? found[0].slice('xmlns:'.length) : null;
}

/** Adds `notificationPermission` after all other permissions; null if the manifest cannot be edited. */
export function withPermission(text: string): string | null {
  const read = readXmlTags(text);
  const root = read.ok ? read.tags[0] : undefined;
  if (!read.ok || root?.name !== 'manifest' || root.kind !== 'open') return null;
  const android = prefixOf(root, androidNamespace);
  if (android === null) return null;
  const others = read.tags.filter(({ name, depth }) => depth === 1 && permissionTags.has(name));
  const behind = others.at(-1) ?? root;
  const first = read.tags.find(({ depth, from }) => depth === 1 && from > root.to);
  const indent =
    others.length > 0 ? indentAt(text, behind.from) : first ? indentAt(text, first.from) : '    ';
  const line = `<uses-permission ${android}:name="${notificationPermission}" />`;
  return `${text.slice(0, behind.to)}${lineEndOf(text)}${indent}${line}${text.slice(behind.to)}`;
}
