/** Edits a mapping file of any format and keeps all other text byte for byte. */

import { pushErrors } from '../errors.ts';
import { conflictingKeys } from './conversion.ts';
import { formatOf, keysPath, type MappingFormat } from './formats.ts';
import {
  insertMember,
  type JsonObject,
  removeMember,
  renameMember,
  replaceMember,
  setValue,
} from './json-edit.ts';
import { type JsonMember, type JsonNode, memberOf, positionAt, readJsonTree } from './json-tree.ts';
import { configurationVersion, notificationProperties, readMapping } from './mapping.ts';

export type MappingEdit =
  /** Maps a property to a key; adds the property if missing. */
  | { readonly kind: 'set'; readonly property: string; readonly key: string }
  | { readonly kind: 'rename'; readonly property: string; readonly to: string }
  | { readonly kind: 'remove'; readonly property: string }
  | { readonly kind: 'set-version' }
  /** Converts an older mapping format to version 2 without changing its meaning. */
  | { readonly kind: 'convert' };

/** Returns a new mapping, which maps each property to a key of the same name. */
export function newMapping(): string {
  const notification = Object.fromEntries(notificationProperties.map((name) => [name, name]));
  return `${JSON.stringify({ notification, configuration_version: configurationVersion }, null, 2)}\n`;
}

/**
 * Applies one edit. Throws `push/notJson`, `push/cannotEdit`, `push/ambiguousKey` (`convert` only),
 * `push/emptyName`, `push/noSuchProperty`, `push/nameTaken`.
 */
export function editMapping(text: string, edit: MappingEdit): string {
  const { root, format } = read(text);
  switch (edit.kind) {
    case 'set':
      return setKey(text, { root, format }, edit);
    case 'rename':
      return rename(text, { root, format }, edit);
    case 'remove': {
      if (linesOf(root, format, edit.property).length === 0) throw pushErrors.noSuchProperty(edit);
      return removeAll(text, edit.property);
    }
    case 'set-version':
      return format === 'version-2' ? setVersion(text) : convert(text);
    case 'convert':
      return convert(text);
  }
}

type Parsed = { readonly root: JsonObject; readonly format: MappingFormat };

function read(text: string): Parsed {
  const tree = readJsonTree(text);
  if (!tree.ok) throw pushErrors.notJson({ ...positionAt(text, tree.offset), problem: tree.problem });
  const { root } = tree;
  if (root.kind !== 'object') throw pushErrors.cannotEdit(positionAt(text, root.from));
  const notification = memberOf(root, 'notification');
  if (notification && notification.value.kind !== 'object') {
    throw pushErrors.cannotEdit(positionAt(text, notification.value.from));
  }
  // A text without a mapping, such as `{}`, is edited in the format of version 2.
  return { root, format: formatOf(root) ?? 'version-2' };
}

type Line = { readonly object: JsonObject; readonly index: number; readonly member: JsonMember };

/** Returns all entries of a property; later entries override earlier entries. */
function linesOf(root: JsonObject, format: MappingFormat, property: string): readonly Line[] {
  const named = (object: JsonObject): Line[] =>
    object.members.flatMap((member, index) => (member.name === property ? [{ object, index, member }] : []));
  if (format === 'data-paths') return named(root);
  const notification = asObject(memberOf(root, 'notification')?.value);
  if (!notification) return [];
  if (format === 'version-2') return named(notification);
  const channels = memberOf(notification, 'v21');
  const inner = asObject(channels?.value);
  if (!channels || !inner) return named(notification);
  const isBefore = ({ member }: Line): boolean => member.nameSpan.from < channels.nameSpan.from;
  const direct = named(notification);
  return [...direct.filter(isBefore), ...named(inner), ...direct.filter((line) => !isBefore(line))];
}

function setKey(
  text: string,
  { root, format }: Parsed,
  { property, key }: { readonly property: string; readonly key: string },
): string {
  if (key.trim() === '' || property.trim() === '') throw pushErrors.emptyName({});
  const line = linesOf(root, format, property).at(-1);
  if (format === 'data-paths') {
    const innermost = line && keysPath(line.member.value);
    if (innermost) return renameMember(text, innermost, key);
    const value = { entries: [['data', { entries: [[key, '']] }]] } as const;
    return line
      ? replaceMember(text, root, line.member, [[property, value]])
      : insertMember(text, root, root, [property, value]);
  }
  if (line) return setValue(text, line.member, key);
  const notification = asObject(memberOf(root, 'notification')?.value);
  if (!notification) {
    return insertMember(text, root, root, ['notification', { entries: [[property, key]] }]);
  }
  const channels = format === 'v21-channels' ? asObject(memberOf(notification, 'v21')?.value) : null;
  const isChannels = channels !== null && property.startsWith('channelId');
  return insertMember(text, root, isChannels ? channels : notification, [property, key]);
}

function rename(
  text: string,
  { root, format }: Parsed,
  { property, to }: { readonly property: string; readonly to: string },
): string {
  if (to.trim() === '') throw pushErrors.emptyName({});
  const line = linesOf(root, format, property).at(-1);
  if (!line) throw pushErrors.noSuchProperty({ property });
  if (to === property) return text;
  if (linesOf(root, format, to).length > 0) throw pushErrors.nameTaken({ property: to });
  return renameMember(text, line.member, to);
}

function removeAll(text: string, property: string): string {
  let result = text;
  for (;;) {
    const { root, format } = read(result);
    const line = linesOf(root, format, property).at(-1);
    if (!line) return result;
    result = removeMember(result, line.object, line.index);
  }
}

/** Sets the version, even if other parts of the file are invalid. */
function setVersion(text: string): string {
  const { root } = read(text);
  const version = memberOf(root, 'configuration_version');
  if (!version) return insertMember(text, root, root, ['configuration_version', configurationVersion]);
  const { value } = version;
  if (value.kind === 'value' && value.value === configurationVersion) return text;
  return setValue(text, version, configurationVersion);
}

function convert(text: string): string {
  const { format } = read(text);
  if (format === 'version-2') return text;
  const { mapping } = readMapping(text);
  const apart = mapping && conflictingKeys(mapping);
  if (apart) throw pushErrors.ambiguousKey(apart);
  return setVersion(format === 'data-paths' ? pathsToNotification(text) : flatChannels(text));
}

const properties: ReadonlySet<string> = new Set(notificationProperties);

/** Replaces the entries of the oldest format with one `notification` at the position of the first. */
function pathsToNotification(text: string): string {
  const { root } = read(text);
  const paths = root.members.filter(({ name }) => properties.has(name));
  const entries = paths.flatMap((member, index) => {
    const counts = paths.findLastIndex(({ name }) => name === member.name) === index;
    const key = counts ? keysPath(member.value) : null;
    return key && key.name.trim() !== '' ? [[member.name, key.name] as const] : [];
  });
  const first = paths[0];
  if (!first) return insertMember(text, root, root, ['notification', { entries }]);
  let result = replaceMember(text, root, first, [['notification', { entries }]]);
  for (;;) {
    const now = read(result).root;
    const index = now.members.findIndex(({ name }) => properties.has(name));
    if (index < 0) return result;
    result = removeMember(result, now, index);
  }
}

/** Moves the members of `v21` into `notification`. If a property has two entries, keeps the effective one. */
function flatChannels(text: string): string {
  const settled = removeDuplicates(withoutIneffective(text));
  const { root, notification, channels } = parts(settled);
  if (!notification || !channels) return settled;
  const inner = asObject(channels.value);
  const moved = inner
    ? inner.members.map(({ name, value }) => [name, { raw: settled.slice(value.from, value.to) }] as const)
    : [];
  if (moved.length > 0) return withoutChannels(replaceMember(settled, root, channels, moved));
  return withoutChannels(settled);
}

/** Removes entries without effect, because version 2 rejects them. */
function withoutIneffective(text: string): string {
  for (let result = text; ; ) {
    const { notification, channels } = parts(result);
    const objects = [notification, asObject(channels?.value)].filter((object) => object !== null);
    const useless = objects
      .map((object) => ({ object, index: object.members.findIndex((one) => isUseless(object, one)) }))
      .find(({ index }) => index >= 0);
    if (!useless) return result;
    result = removeMember(result, useless.object, useless.index);
  }
}

function isUseless(object: JsonObject, member: JsonMember): boolean {
  if (!properties.has(member.name)) return false;
  const { value } = member;
  if (memberOf(object, member.name) !== member) return true;
  return value.kind !== 'value' || typeof value.value !== 'string' || value.value.trim() === '';
}

function removeDuplicates(text: string): string {
  for (let result = text; ; ) {
    const { notification, channels } = parts(result);
    const inner = asObject(channels?.value);
    if (!notification || !channels || !inner) return result;
    const double = inner.members.find(({ name }) => name === 'v21' || memberOf(notification, name));
    if (!double) return result;
    const direct = memberOf(notification, double.name);
    const wins = direct !== null && direct.nameSpan.from > channels.nameSpan.from;
    result =
      wins || direct === channels || direct === null
        ? removeMember(result, inner, inner.members.indexOf(double))
        : removeMember(result, notification, notification.members.indexOf(direct));
  }
}

function withoutChannels(text: string): string {
  for (let result = text; ; ) {
    const { notification } = parts(result);
    const index = notification?.members.findIndex(({ name }) => name === 'v21') ?? -1;
    if (!notification || index < 0) return result;
    result = removeMember(result, notification, index);
  }
}

function parts(text: string): {
  readonly root: JsonObject;
  readonly notification: JsonObject | null;
  readonly channels: JsonMember | null;
} {
  const { root } = read(text);
  const notification = asObject(memberOf(root, 'notification')?.value);
  return { root, notification, channels: notification && memberOf(notification, 'v21') };
}

function asObject(node: JsonNode | undefined): JsonObject | null {
  return node?.kind === 'object' ? node : null;
}
