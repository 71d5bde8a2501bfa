import { type Message, messageOf } from '../../messages/message.ts';
import { receivedValues } from '../handler/received-data.ts';
import { pictureExtension } from '../handler/resolver.ts';
import { senderChanges } from '../mapping/conversion.ts';
import { editMapping, newMapping } from '../mapping/edit-mapping.ts';
import { formatOf, mappingLines } from '../mapping/formats.ts';
import { readJsonTree } from '../mapping/json-tree.ts';
import { type MappingReading, type PushMapping, readMapping } from '../mapping/mapping.ts';
import { type Finding, type Fix, finding, type RuleReport, report, writeFix } from './findings.ts';
import { readSenderId } from './sender-id.ts';
import type { FileFact } from './workspace.ts';
import type { ImagesFact } from './workspace-facts.ts';

/** Returns null if there is no readable mapping file. */
export function mappingOf(fact: FileFact): MappingReading | null {
  return fact.kind === 'file' && fact.text !== null ? readMapping(fact.text) : null;
}

export function checkMappingFile(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'file')
    return report('mapping-file', [finding('pass', { file }, messageOf('check/there'))]);
  if (fact.kind === 'refused') {
    return report('mapping-file', [
      finding('unclear', { file }, messageOf('check/notRead', { reason: fact.reason })),
    ]);
  }
  const { alike } = fact;
  const message =
    alike === null ? messageOf('check/noMappingFile') : messageOf('check/mappingElsewhere', { alike, file });
  const fix = writeFix(messageOf('check/makeMapping'), { file, before: null, after: newMapping() });
  return report(
    'mapping-file',
    [finding('fail', { file: alike ?? file }, message)],
    alike === null ? fix : null,
  );
}

export function checkMapping(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind !== 'file') {
    return report('mapping', [finding('unclear', { file }, messageOf('check/noMappingToRead'))]);
  }
  if (fact.text === null)
    return report('mapping', [finding('fail', { file }, messageOf('check/fileNoUtf8'))]);
  const reading = readMapping(fact.text);
  const findings = reading.problems.map(
    (problem): Finding => ({
      verdict: problem.severity === 'error' ? ('fail' as const) : ('pass' as const),
      message: problem.message,
      file,
      line: problem.line,
      column: problem.column,
    }),
  );
  const count = reading.mapping ? Object.keys(reading.mapping.keys).length : 0;
  const fine = finding('pass', { file }, messageOf('check/mapped', { count }));
  return report(
    'mapping',
    reading.mapping ? [fine, ...findings] : findings,
    mappingFix(file, fact.text, reading),
  );
}

function mappingFix(file: string, before: string, { format, mapping }: MappingReading): Fix | null {
  if (format === null || (format === 'version-2' && mapping)) return null;
  const isOlder = format !== 'version-2';
  const after = editOrNull(() => editMapping(before, { kind: isOlder ? 'convert' : 'set-version' }));
  if (after === null || after === before) return null;
  return writeFix(isOlder ? conversion(mapping) : messageOf('check/setVersion'), { file, before, after });
}

function conversion(mapping: PushMapping | null): Message {
  const names = mapping ? senderChanges(mapping) : [];
  return names.length === 0 ? messageOf('check/convert') : messageOf('check/convertMoving', { names });
}

/** Returns null if the text has errors that the user must correct first. */
function editOrNull(edit: () => string): string | null {
  try {
    return edit();
  } catch {
    return null;
  }
}

/** Returns the path of the message's icon; null if no picture has its name. */
export function iconOf(
  { mapping, images }: { readonly mapping: FileFact; readonly images: ImagesFact | null },
  message: unknown,
): string | null {
  const reading = mappingOf(mapping)?.mapping;
  const name = reading && message !== undefined ? receivedValues(reading, message)('icon').text : null;
  return (name && images?.pictures.get(name)) || null;
}

/** `message` contains the name of the icon; the mapping contains only its key. */
export function checkIcon(
  { mapping, images }: { readonly mapping: FileFact; readonly images: ImagesFact | null },
  message: unknown,
  isIconOpaque: boolean,
): RuleReport {
  const file = mapping.path;
  const reading = mappingOf(mapping)?.mapping;
  if (!reading) return report('icon', [finding('unclear', { file }, messageOf('check/noUsableMapping'))]);
  const key = reading.keys.icon;
  if (key === undefined) {
    return report('icon', [finding('pass', { file }, messageOf('check/noIconMapped'))]);
  }
  const where = { file, text: mapping.kind === 'file' ? mapping.text : null, offset: iconOffset(mapping) };
  if (message !== undefined)
    return report('icon', [namedIcon(reading, message, { images, where, isIconOpaque })]);
  const undecided = images
    ? messageOf('check/iconInMessage', { key, count: images.pictures.size, folder: images.folder })
    : messageOf('check/noImages');
  return report('icon', [finding('unclear', where, undecided)]);
}

function namedIcon(
  mapping: PushMapping,
  message: unknown,
  {
    images,
    where,
    isIconOpaque,
  }: {
    readonly images: ImagesFact | null;
    readonly where: { readonly file: string };
    readonly isIconOpaque: boolean;
  },
): Finding {
  const icon = receivedValues(mapping, message)('icon');
  if (icon.text === null || icon.text.trim() === '') {
    const reason = icon.text === null ? icon.absence : messageOf('device/keyHoldsNoName', { key: icon.key });
    return finding('pass', where, messageOf('device/ownIcon', { reason }));
  }
  const name = icon.text;
  if (pictureExtension.test(name))
    return finding('fail', where, messageOf('check/messageIconEnding', { name }));
  if (!images) return finding('unclear', where, messageOf('check/noImages'));
  const found = images.pictures.get(name);
  if (found !== undefined) {
    const text = isIconOpaque
      ? messageOf('check/iconOpaque', { name })
      : messageOf('check/iconFound', { name });
    return finding('pass', { file: found }, text);
  }
  return finding('fail', where, messageOf('check/noPicture', { name, folder: images.folder }));
}

function iconOffset(mapping: FileFact): number | null {
  if (mapping.kind !== 'file' || mapping.text === null) return null;
  const tree = readJsonTree(mapping.text);
  const format = tree.ok ? formatOf(tree.root) : null;
  if (!tree.ok || format === null) return null;
  return mappingLines(tree.root, format).findLast(({ property }) => property === 'icon')?.offset ?? null;
}

export function checkSenderId(fact: FileFact): RuleReport {
  const { path: file } = fact;
  const one = (finding_: Finding): RuleReport => report('sender-id', [finding_]);
  if (fact.kind === 'missing') {
    return one(finding('fail', { file }, messageOf('check/noProject')));
  }
  if (fact.kind === 'refused')
    return one(finding('unclear', { file }, messageOf('check/notRead', { reason: fact.reason })));
  if (fact.text === null) return one(finding('unclear', { file }, messageOf('check/fileNoUtf8')));
  const read = readSenderId(fact.text);
  const where = { file, text: fact.text, offset: 'offset' in read ? read.offset : null };
  switch (read.kind) {
    case 'unreadable':
      return one(finding('unclear', where, messageOf('check/projectNoJson', { problem: read.problem })));
    case 'missing':
      return one(finding('fail', where, messageOf('check/noSenderId')));
    case 'empty':
      return one(finding('fail', where, messageOf('check/senderIdEmpty', { path: read.path })));
    case 'unclear':
      return one(
        finding('unclear', where, messageOf('check/senderIdUnclear', { path: read.path, value: read.value })),
      );
    case 'found':
      return one(finding('pass', where, messageOf('check/senderId', { path: read.path, value: read.value })));
  }
}
