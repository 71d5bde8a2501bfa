/**
 * The forms a mapping file has in the wild. Pure.
 *
 *   data-paths     {"title": {"data": {"title": ""}}, …}                        the key is the innermost name
 *   v21-channels   {"notification": {"title": "…", "v21": {"channelId": "…"}}}  the channel's keys stand apart
 *   flat           {"notification": {"title": "…", "channelId": "…"}}           as version 2, without it or with a lower one
 *   version-2      {"notification": {"title": "…", "channelId": "…"}, "configuration_version": "2"}
 *
 * A key is found in received data at the path at which it is mapped: `data.title` for the first, `data.notification.v21.…`
 * for the channel of the second, `data.notification.…` for everything else.
 */
import { type JsonMember, type JsonNode, memberOf } from './json-tree.ts';

export type Dialect = 'data-paths' | 'v21-channels' | 'flat' | 'version-2';

/** Where version 2 has the keys in received data. */
export const usualPlace: readonly string[] = ['data', 'notification'];

/** Where the form with `v21` has the keys of the channel. */
export const channelPlace: readonly string[] = [...usualPlace, 'v21'];

/** One line of a mapping: `property` as written, known or not. */
export type MappingLine = {
  readonly property: string;
  /** Null when what stands there is no key. */
  readonly key: string | null;
  /** The objects in which received data have the key, from the outside in. */
  readonly place: readonly string[];
  /** Where the property's name stands in the text. */
  readonly offset: number;
  /** Where its value stands. */
  readonly valueOffset: number;
};

export function isSamePlace(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

/** `data.notification.v21.channel`: where received data have a key, for people. */
export function pathOf(place: readonly string[], key: string): string {
  return [...place, key].join('.');
}

/** Which form a file has; null when it is none of them. */
export function dialectOf(root: JsonNode): Dialect | null {
  if (root.kind !== 'object') return null;
  const version = memberOf(root, 'configuration_version');
  const isOlder = !version || olderVersion(root) !== null;
  const notification = memberOf(root, 'notification')?.value;
  if (notification && isOlder) return memberOf(notification, 'v21') ? 'v21-channels' : 'flat';
  if (isOlder && root.members.some((member) => keysPath(member.value))) return 'data-paths';
  return version ? 'version-2' : null;
}

/** The version a file gives when it is lower than the one in use, as in `"1"`; else null. */
export function olderVersion(root: JsonNode): string | null {
  const version = memberOf(root, 'configuration_version')?.value;
  const text = version ? textOf(version) : null;
  return text !== null && /^[01](\.\d+)*$/.test(text) ? text : null;
}

/** What each property is mapped to; of a name given twice the last one counts. */
export function mappingLines(root: JsonNode, dialect: Dialect): readonly MappingLine[] {
  if (dialect === 'data-paths') {
    return lastOfEach(membersOf(root)).map(pathLine);
  }
  const notification = memberOf(root, 'notification')?.value;
  const members = notification ? lastOfEach(membersOf(notification)) : [];
  return members.flatMap((member) => {
    const isChannels = dialect === 'v21-channels' && member.name === 'v21';
    return isChannels && member.value.kind === 'object'
      ? lastOfEach(member.value.members).map((inner) => line(inner, channelPlace))
      : [line(member, usualPlace)];
  });
}

function line(member: JsonMember, place: readonly string[]): MappingLine {
  return { ...spots(member), key: textOf(member.value), place };
}

function pathLine(member: JsonMember): MappingLine {
  const steps = stepsOf(member.value);
  return {
    ...spots(member),
    key: steps.at(-1)?.name ?? null,
    place: steps.slice(0, -1).map(({ name }) => name),
  };
}

function spots({ name, nameSpan, value }: JsonMember): Omit<MappingLine, 'key' | 'place'> {
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

/** The member `"title": ""` of `{"data": {"title": ""}}`, whose name is the key; null when the node leads nowhere. */
export function keysPath(node: JsonNode): JsonMember | null {
  return stepsOf(node).at(-1) ?? null;
}

/** The members that lead to a key, the first of each object; none where an empty object ends them. */
function stepsOf(node: JsonNode): readonly JsonMember[] {
  const only = membersOf(node)[0];
  if (!only) return [];
  if (only.value.kind !== 'object') return [only];
  const further = stepsOf(only.value);
  return further.length === 0 ? [] : [only, ...further];
}
