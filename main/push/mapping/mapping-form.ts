/** A mapping file as a form beside its text: what each property is taken from, and what is worth a look. Pure. */
import { type Dialect, mappingLines } from './dialects.ts';
import { type JsonNode, memberOf, placeIn, readJsonTree } from './json-tree.ts';
import {
  configurationVersion,
  type MappingProblem,
  type NotificationProperty,
  notificationProperties,
  readMapping,
} from './mapping.ts';

type Place = { readonly line: number; readonly column: number };

export type MappingField = {
  readonly property: NotificationProperty;
  /** The name of the key; null when the property is not mapped, or to something that is no name. */
  readonly key: string | null;
  /** Where it is mapped; null where it is not. */
  readonly at: Place | null;
};

/** What stands among the properties and is none of the nine. */
export type OtherEntry = { readonly property: string; readonly key: string | null; readonly at: Place };

export type MappingForm = {
  /** Null when the text is none of the known forms. */
  readonly dialect: Dialect | null;
  /** Whether what stands in the form can be written into the text; not while that is no JSON object. */
  readonly editable: boolean;
  /** `older`: the form of the file has none, or a lower one. */
  readonly version: 'right' | 'wrong' | 'missing' | 'older';
  /** The nine, in the order of the reference. */
  readonly fields: readonly MappingField[];
  readonly others: readonly OtherEntry[];
  /** In the order of the text. */
  readonly problems: readonly MappingProblem[];
};

/** What a text says. Never throws. */
export function mappingForm(text: string): MappingForm {
  const { dialect, problems } = readMapping(text);
  const tree = readJsonTree(text);
  const root = tree.ok ? tree.root : null;
  const lines = root && dialect ? mappingLines(root, dialect) : [];
  const notification = root && memberOf(root, 'notification');
  return {
    dialect,
    editable: root?.kind === 'object' && (!notification || notification.value.kind === 'object'),
    version: root ? versionOf(root, dialect) : 'missing',
    fields: notificationProperties.map((property) => {
      const line = lines.findLast((one) => one.property === property);
      return { property, key: line?.key ?? null, at: line ? placeIn(text, line.offset) : null };
    }),
    others: lines
      .filter(({ property }) => !notificationProperties.some((known) => known === property))
      // In the oldest form what leads to no key may be somebody else's.
      .filter(({ key }) => dialect !== 'data-paths' || key !== null)
      .map(({ property, key, offset }) => ({ property, key, at: placeIn(text, offset) })),
    problems,
  };
}

function versionOf(root: JsonNode, dialect: Dialect | null): MappingForm['version'] {
  if (dialect !== null && dialect !== 'version-2') return 'older';
  const version = memberOf(root, 'configuration_version')?.value;
  if (!version) return 'missing';
  return version.kind === 'value' && version.value === configurationVersion ? 'right' : 'wrong';
}
