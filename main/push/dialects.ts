/**
 * The three forms a mapping file has in the wild. Pure.
 *
 *   data-paths     {"title": {"data": {"title": ""}}, …}                        the key is the innermost name
 *   v21-channels   {"notification": {"title": "…", "v21": {"channelId": "…"}}}  the channel's keys stand apart
 *   version-2      {"notification": {"title": "…", "channelId": "…"}, "configuration_version": "2"}
 */
import { type JsonMember, type JsonNode, memberOf } from './json-tree.ts';

export type Dialect = 'data-paths' | 'v21-channels' | 'version-2';

/** One line of a mapping: `property` as written, known or not. */
export type MappingLine = {
  readonly property: string;
  /** Null when what stands there is no key. */
  readonly key: string | null;
  /** Where the property's name stands in the text. */
  readonly offset: number;
  /** Where its value stands. */
  readonly valueOffset: number;
};

/** Which form a file has; null when it is none of them. */
export function dialectOf(root: JsonNode): Dialect | null {
  if (root.kind !== 'object') return null;
  const notification = memberOf(root, 'notification')?.value;
  if (!notification) {
    if (memberOf(root, 'configuration_version')) return 'version-2';
    return root.members.some((member) => innermostName(member.value) !== null) ? 'data-paths' : null;
  }
  if (memberOf(root, 'configuration_version')) return 'version-2';
  if (memberOf(notification, 'v21')) return 'v21-channels';
  const flatChannel = membersOf(notification).some((member) => /channel/i.test(member.name));
  return flatChannel ? 'version-2' : 'v21-channels';
}

/** What each property is mapped to; of a name given twice the last one counts. */
export function mappingLines(root: JsonNode, dialect: Dialect): readonly MappingLine[] {
  if (dialect === 'data-paths') {
    return lastOfEach(membersOf(root)).map((member) => line(member, innermostName(member.value)));
  }
  const notification = memberOf(root, 'notification')?.value;
  const members = notification ? lastOfEach(membersOf(notification)) : [];
  return members
    .flatMap((member) => {
      const isChannels = dialect === 'v21-channels' && member.name === 'v21';
      return isChannels && member.value.kind === 'object' ? lastOfEach(member.value.members) : [member];
    })
    .map((member) => line(member, textOf(member.value)));
}

function line({ name, nameSpan, value }: JsonMember, key: string | null): MappingLine {
  return { property: name, key, offset: nameSpan.from, valueOffset: value.from };
}

function membersOf(node: JsonNode): readonly JsonMember[] {
  return node.kind === 'object' ? node.members : [];
}

function lastOfEach(members: readonly JsonMember[]): readonly JsonMember[] {
  return members.filter(
    (member, index) => members.findLastIndex((one) => one.name === member.name) === index,
  );
}

function textOf(node: JsonNode): string | null {
  return node.kind === 'value' && typeof node.value === 'string' ? node.value : null;
}

function innermostName(node: JsonNode): string | null {
  return keysPath(node)?.name ?? null;
}

/** The member `"title": ""` of `{"data": {"title": ""}}`, whose name is the key; null when the node leads nowhere. */
export function keysPath(node: JsonNode): JsonMember | null {
  const only = membersOf(node)[0];
  if (!only) return null;
  return only.value.kind === 'object' ? keysPath(only.value) : only;
}
