/** `pushnotification.json`: maps notification properties to keys of received data. */

import { z } from 'zod';
import { type Message, messageOf } from '../../messages/message.ts';
import { pushErrors } from '../errors.ts';
import { conflictingKeys, senderChanges } from './conversion.ts';
import {
  defaultPath,
  formatOf,
  isSamePath,
  type MappingFormat,
  type MappingLine,
  mappingLines,
  olderVersion,
} from './formats.ts';
import { type JsonNode, memberOf, plainValue, positionAt, readJsonTree } from './json-tree.ts';

/** Properties that a mapping can contain, in the order of the API reference. */
export const notificationProperties = [
  'title',
  'body',
  'icon',
  'channelId',
  'channelIdTitle',
  'channelIdImportance',
  'deleteChannelId',
  'showBadge',
  'sound',
] as const;

export type NotificationProperty = (typeof notificationProperties)[number];

export const configurationVersion = '2';

/** Messages by code. Schema errors contain only a code. */
const ruleMessages = {
  keyNoText: messageOf('mapping/keyNoText'),
  keyEmpty: messageOf('mapping/keyEmpty'),
  notificationNoObject: messageOf('mapping/notificationNoObject'),
  wrongVersion: messageOf('mapping/wrongVersion', { version: configurationVersion }),
  noMapping: messageOf('mapping/noMapping'),
};

const keyName = z
  .string({ error: ruleMessages.keyNoText.code })
  .refine((name) => name.trim() !== '', { error: ruleMessages.keyEmpty.code })
  .optional();

/** Schema of version 2. Accepts unknown properties, because other tools may add them. */
export const mappingSchema = z.looseObject(
  {
    notification: z.looseObject(
      {
        title: keyName,
        body: keyName,
        icon: keyName,
        channelId: keyName,
        channelIdTitle: keyName,
        channelIdImportance: keyName,
        deleteChannelId: keyName,
        showBadge: keyName,
        sound: keyName,
      } satisfies Record<NotificationProperty, typeof keyName>,
      { error: ruleMessages.notificationNoObject.code },
    ),
    configuration_version: z.literal(configurationVersion, { error: ruleMessages.wrongVersion.code }),
  },
  { error: ruleMessages.noMapping.code },
);

export type PushMapping = {
  /** Key of each mapped property in received data. */
  readonly keys: Readonly<Partial<Record<NotificationProperty, string>>>;
  /** For older mapping formats: path of the object with the key, unless it is `data.notification`. */
  readonly paths?: Readonly<Partial<Record<NotificationProperty, readonly string[]>>>;
};

export type MappingProblem = {
  /** An `error` makes the file unusable; a `warning` does not. */
  readonly severity: 'error' | 'warning';
  readonly message: Message;
  /** Line and column, counted from 1. */
  readonly line: number;
  readonly column: number;
};

export type MappingReading = {
  /** Null if the text matches no format. */
  readonly format: MappingFormat | null;
  /** Null if any problem is an error. Older mapping formats are normalised to version 2. */
  readonly mapping: PushMapping | null;
  readonly problems: readonly MappingProblem[];
};

/** Reads a mapping file and returns all its problems. Never throws. */
export function readMapping(text: string): MappingReading {
  const tree = readJsonTree(text);
  if (!tree.ok) {
    return { format: null, mapping: null, problems: [problemAt(text, 'error', tree.offset, tree.problem)] };
  }
  const format = formatOf(tree.root);
  const found = [
    ...repeatedNames(tree.root),
    ...(format === 'version-2' ? schemaFindings(tree.root) : olderFindings(tree.root, format)),
  ];
  const lines = format === null ? [] : mappingLines(tree.root, format);
  const mapping = mappingOf(lines);
  const problems = [
    ...found,
    ...conversionFindings(tree.root, mapping, lines),
    ...lineFindings(lines, format),
  ]
    .toSorted((a, b) => a.offset - b.offset)
    .map((one) => problemAt(text, one.severity, one.offset, one.message));
  const usable = problems.every((problem) => problem.severity !== 'error');
  return { format, mapping: usable ? mapping : null, problems };
}

/** Parses a mapping. Throws `push/notJson` and `push/invalidMapping` with line and column. */
export function parseMapping(text: string): PushMapping {
  const { format, mapping, problems } = readMapping(text);
  if (mapping) return mapping;
  const first = problems.find((problem) => problem.severity === 'error') as MappingProblem;
  const facts = { line: first.line, column: first.column, problem: first.message };
  throw format === null && !readJsonTree(text).ok
    ? pushErrors.notJson(facts)
    : pushErrors.invalidMapping(facts);
}

type Finding = {
  readonly severity: MappingProblem['severity'];
  readonly offset: number;
  readonly message: Message;
};

function problemAt(
  text: string,
  severity: MappingProblem['severity'],
  offset: number,
  message: Message,
): MappingProblem {
  return { severity, message, ...positionAt(text, offset) };
}

/** Returns the schema errors, each at the deepest existing node of its path. */
function schemaFindings(root: JsonNode): Finding[] {
  const checked = mappingSchema.safeParse(plainValue(root));
  if (checked.success) return [];
  return checked.error.issues.map((issue) => {
    let node = root;
    for (const step of issue.path) node = memberOf(node, String(step))?.value ?? node;
    const rule = Object.values(ruleMessages).find(({ code }) => code === issue.message);
    return { severity: 'error', offset: node.from, message: rule ?? ruleMessages.noMapping };
  });
}

function olderFindings(root: JsonNode, format: Exclude<MappingFormat, 'version-2'> | null): Finding[] {
  if (format === null) {
    return [{ severity: 'error', offset: root.from, message: ruleMessages.noMapping }];
  }
  const findings: Finding[] = [warning(root.from, olderFormat(root, format))];
  const notification = memberOf(root, 'notification')?.value;
  if (notification && notification.kind !== 'object') {
    findings.push({
      severity: 'error',
      offset: notification.from,
      message: ruleMessages.notificationNoObject,
    });
  }
  return findings;
}

function olderFormat(root: JsonNode, format: Exclude<MappingFormat, 'version-2'>): Message {
  const version = olderVersion(root);
  if (version !== null) return messageOf('mapping/olderVersion', { version });
  return {
    'data-paths': () => messageOf('mapping/dataPaths'),
    'v21-channels': () => messageOf('mapping/channelsApart'),
    flat: () => messageOf('mapping/noVersion'),
  }[format]();
}

/** Warns about paths that senders must change after a conversion, and keys that prevent the conversion. */
function conversionFindings(root: JsonNode, mapping: PushMapping, lines: readonly MappingLine[]): Finding[] {
  const moves = senderChanges(mapping);
  const apart = conflictingKeys(mapping);
  const at = lines.findLast(({ property }) => property === apart?.property);
  return [
    ...(moves.length > 0 ? [warning(root.from, messageOf('mapping/moves', { names: moves }))] : []),
    ...(apart ? [warning(at?.offset ?? root.from, messageOf('mapping/sameKeyApart', apart))] : []),
  ];
}

function warning(offset: number, message: Message): Finding {
  return { severity: 'warning', offset, message };
}

function repeatedNames(node: JsonNode): Finding[] {
  if (node.kind === 'value') return [];
  if (node.kind === 'array') return node.items.flatMap(repeatedNames);
  const names = new Set<string>();
  return node.members.flatMap((member) => {
    const repeated = names.has(member.name);
    names.add(member.name);
    const message = messageOf('mapping/givenTwice', { name: member.name });
    const own: Finding[] = repeated ? [{ severity: 'warning', offset: member.nameSpan.from, message }] : [];
    return [...own, ...repeatedNames(member.value)];
  });
}

function lineFindings(lines: readonly MappingLine[], format: MappingFormat | null): Finding[] {
  return lines.flatMap((mapped, index): Finding[] => {
    const { property, key } = mapped;
    if (!isProperty(property)) {
      // In the oldest mapping format, an unknown entry may belong to another tool.
      if (format === 'data-paths' && key === null) return [];
      return [warning(mapped.offset, messageOf('mapping/unknownProperty', { property }))];
    }
    if (key === null || key.trim() === '') {
      // The schema of version 2 already reports missing and empty keys.
      if (format === 'version-2') return [];
      const message =
        key === null
          ? messageOf('mapping/leadsNowhere', { property })
          : messageOf('mapping/leadsToEmpty', { property });
      return [warning(mapped.valueOffset, message)];
    }
    const other = lines
      .slice(0, index)
      .find((one) => one.key === key && one.property !== property && isSamePath(one.path, mapped.path));
    if (!other || !isProperty(other.property)) return [];
    return [warning(mapped.offset, messageOf('mapping/sameKey', { property, other: other.property, key }))];
  });
}

function mappingOf(lines: readonly MappingLine[]): PushMapping {
  const keys: Partial<Record<NotificationProperty, string>> = {};
  const paths: Partial<Record<NotificationProperty, readonly string[]>> = {};
  for (const { property, key, path } of lines) {
    if (!isProperty(property) || key === null || key.trim() === '') continue;
    keys[property] = key;
    if (isSamePath(path, defaultPath)) delete paths[property];
    else paths[property] = path;
  }
  return Object.keys(paths).length === 0 ? { keys } : { keys, paths };
}

function isProperty(name: string): name is NotificationProperty {
  return notificationProperties.some((property) => property === name);
}
