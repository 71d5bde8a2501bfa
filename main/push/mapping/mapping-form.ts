import { type MappingFormat, mappingLines } from './formats.ts';
import { type JsonNode, memberOf, positionAt, readJsonTree } from './json-tree.ts';
import {
  configurationVersion,
  type MappingProblem,
  type NotificationProperty,
  notificationProperties,
  readMapping,
} from './mapping.ts';

type Position = { readonly line: number; readonly column: number };

export type MappingField = {
  readonly property: NotificationProperty;
  /** Null if the property is not mapped, or its value is not a key. */
  readonly key: string | null;
  readonly at: Position | null;
};

/** Entry whose property is unknown. */
export type OtherEntry = { readonly property: string; readonly key: string | null; readonly at: Position };

export type MappingForm = {
  /** Null if the text matches no format. */
  readonly format: MappingFormat | null;
  /** True if the form can edit the text. This requires a JSON object. */
  readonly editable: boolean;
  /** `older`: the file has an older mapping format, with a lower version or none. */
  readonly version: 'right' | 'wrong' | 'missing' | 'older';
  /** All properties, in the order of the API reference. */
  readonly fields: readonly MappingField[];
  readonly others: readonly OtherEntry[];
  /** Without the warning about an older format, which the form shows beside the conversion. */
  readonly problems: readonly MappingProblem[];
};

const olderFormats: readonly string[] = [
  'mapping/dataPaths',
  'mapping/channelsApart',
  'mapping/noVersion',
  'mapping/olderVersion',
];

/** Reads the mapping for the form. Never throws; errors in the text become problems. */
export function mappingForm(text: string): MappingForm {
  const { format, problems } = readMapping(text);
  const tree = readJsonTree(text);
  const root = tree.ok ? tree.root : null;
  const lines = root && format ? mappingLines(root, format) : [];
  const notification = root && memberOf(root, 'notification');
  return {
    format,
    editable: root?.kind === 'object' && (!notification || notification.value.kind === 'object'),
    version: root ? versionOf(root, format) : 'missing',
    fields: notificationProperties.map((property) => {
      const line = lines.findLast((one) => one.property === property);
      return { property, key: line?.key ?? null, at: line ? positionAt(text, line.offset) : null };
    }),
    others: lines
      .filter(({ property }) => !notificationProperties.some((known) => known === property))
      // In the oldest mapping format, an object without a key may belong to another tool.
      .filter(({ key }) => format !== 'data-paths' || key !== null)
      .map(({ property, key, offset }) => ({ property, key, at: positionAt(text, offset) })),
    problems: problems.filter(({ message }) => !olderFormats.includes(message.code)),
  };
}

function versionOf(root: JsonNode, format: MappingFormat | null): MappingForm['version'] {
  if (format !== null && format !== 'version-2') return 'older';
  const version = memberOf(root, 'configuration_version')?.value;
  if (!version) return 'missing';
  return version.kind === 'value' && version.value === configurationVersion ? 'right' : 'wrong';
}
