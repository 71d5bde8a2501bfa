/**
 * The formats of a mapping file.
 *
 *   data-paths     {"title": {"data": {"title": ""}}, …}                        the innermost name is the key
 *   v21-channels   {"notification": {"title": "…", "v21": {"channelId": "…"}}}  channel keys are in `v21`
 *   flat           {"notification": {"title": "…", "channelId": "…"}}           lower version than 2, or none
 *   version-2      {"notification": {"title": "…", "channelId": "…"}, "configuration_version": "2"}
 *
 * Received data contain each key at its mapped path: `data.title` in the first format,
 * `data.notification.v21.…` for channels in the second, `data.notification.…` otherwise.
 */
import { type JsonMember, type JsonNode, memberOf } from './json-tree.ts';

export type MappingFormat = 'data-paths' | 'v21-channels' | 'flat' | 'version-2';

/** Path of the object that contains the keys in received data, for version 2. */
export const defaultPath: readonly string[] = ['data', 'notification'];

/** Path of the object that contains the channel keys in received data, for the format with `v21`. */
export const channelPath: readonly string[] = [...defaultPath, 'v21'];

/** Entry of a mapping, whose property may be unknown. */
export type MappingLine = {
  readonly property: string;
  /** Null if the value is not a key. */
  readonly key: string | null;
  /** Path of the object that contains the key in received data. */
  readonly path: readonly string[];
  readonly offset: number;
  readonly valueOffset: number;
};

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

/** Returns the path of a key in received data: `data.notification.v21.channel`. */
export function pathOf(path: readonly string[], key: string): string {
  return [...path, key].join('.');
}

/** Returns null if the file matches no format. */
export function formatOf(root: JsonNode): MappingFormat | null {
  if (root.kind !== 'object') return null;
  const version = memberOf(root, 'configuration_version');
  const isOlder = !version || olderVersion(root) !== null;
  const notification = memberOf(root, 'notification')?.value;
  if (notification && isOlder) return memberOf(notification, 'v21') ? 'v21-channels' : 'flat';
  if (isOlder && root.members.some((member) => keysPath(member.value))) return 'data-paths';
  return version ? 'version-2' : null;
}

/** Returns the file's version if it is below 2, such as `1`; else null. */
export function olderVersion(root: JsonNode): string | null {
  const version = memberOf(root, 'configuration_version')?.value;
  const text = version ? textOf(version) : null;
  return text !== null && /^[01](\.\d+)*$/.test(text) ? text : null;
}

/** Returns one entry per property. The last entry with a name wins. */
export function mappingLines(root: JsonNode, format: MappingFormat): readonly MappingLine[] {
  if (format === 'data-paths') {
    return lastOfEach(membersOf(root)).map(pathLine);
  }
  const notification = memberOf(root, 'notification')?.value;
  const members = notification ? lastOfEach(membersOf(notification)) : [];
  return members.flatMap((member) => {
    const isChannels = format === 'v21-channels' && member.name === 'v21';
    return isChannels && member.value.kind === 'object'
      ? lastOfEach(member.value.members).map((inner) => line(inner, channelPath))
      : [line(member, defaultPath)];
  });
}

function line(member: JsonMember, path: readonly string[]): MappingLine {
  return { ...offsetsOf(member), key: textOf(member.value), path };
}

function pathLine(member: JsonMember): MappingLine {
  const steps = stepsOf(member.value);
  return {
    ...offsetsOf(member),
    key: steps.at(-1)?.name ?? null,
    path: steps.slice(0, -1).map(({ name }) => name),
  };
}

function offsetsOf({ name, nameSpan, value }: JsonMember): Omit<MappingLine, 'key' | 'path'> {
  return { property: name, offset: nameSpan.from, valueOffset: value.from };
}

function membersOf(node: JsonNode): readonly JsonMember[] {
  return node.kind === 'object' ? node.members : [];
}

function lastOfEach(members: readonly JsonMember[]): readonly JsonMember[] {
  const last = new Map(members.map((member) => [member.name, member]));
  return members.filter((member) => last.get(member.name) === member);
}

function textOf(node: JsonNode): string | null {
  return node.kind === 'value' && typeof node.value === 'string' ? node.value : null;
}

/** Returns the innermost member, whose name is the key: `"title": ""` of `{"data": {"title": ""}}`. */
export function keysPath(node: JsonNode): JsonMember | null {
  return stepsOf(node).at(-1) ?? null;
}

/** Returns the members on the path to a key, the first of each object; empty if the path has no key. */
function stepsOf(node: JsonNode): readonly JsonMember[] {
  const only = membersOf(node)[0];
  if (!only) return [];
  if (only.value.kind !== 'object') return [only];
  const further = stepsOf(only.value);
  return further.length === 0 ? [] : [only, ...further];
}
