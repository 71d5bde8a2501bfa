/** The rules about the mapping file, the icon and the sender id. Pure. */
import { editMapping, newMapping } from './edit-mapping.ts';
import { type Finding, type Fix, finding, type RuleReport, report } from './findings.ts';
import { type MappingReading, readMapping } from './mapping.ts';
import { receivedValues } from './received-data.ts';
import { readSenderId } from './sender-id.ts';
import type { FileFact } from './workspace.ts';
import type { ImagesFact } from './workspace-facts.ts';

/** The mapping of the workspace as far as it can be read; null when there is none to read. */
export function mappingOf(fact: FileFact): MappingReading | null {
  return fact.kind === 'file' && fact.text !== null ? readMapping(fact.text) : null;
}

export function checkMappingFile(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'file') return report('mapping-file', [finding('pass', { file }, 'It is there.')]);
  if (fact.kind === 'refused') {
    return report('mapping-file', [finding('cannot-tell', { file }, `It was not read: ${fact.reason}.`)]);
  }
  const { alike } = fact;
  const message =
    alike === null
      ? 'There is no mapping file, so the handler finds no property in what it receives.'
      : `There is ${alike} instead. The name and the folders must be exactly ${file}.`;
  const fix: Fix = {
    title: 'Make a mapping file in which every property has the key of its own name',
    change: { kind: 'write', file, before: null, after: newMapping() },
  };
  return report(
    'mapping-file',
    [finding('fail', { file: alike ?? file }, message)],
    alike === null ? fix : null,
  );
}

export function checkMapping(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind !== 'file') {
    return report('mapping', [finding('cannot-tell', { file }, 'There is no mapping file to read.')]);
  }
  if (fact.text === null)
    return report('mapping', [finding('fail', { file }, 'The file is no text in UTF-8.')]);
  const reading = readMapping(fact.text);
  const findings = reading.problems.map(
    ({ severity, message, line, column }): Finding => ({
      ...{ verdict: severity === 'error' ? 'fail' : 'pass', message, file, line, column },
    }),
  );
  const count = reading.mapping ? Object.keys(reading.mapping.keys).length : 0;
  const fine = finding('pass', { file }, `It maps ${count} of the nine properties.`);
  return report(
    'mapping',
    reading.mapping ? [fine, ...findings] : findings,
    mappingFix(file, fact.text, reading),
  );
}

function mappingFix(file: string, before: string, { dialect, mapping }: MappingReading): Fix | null {
  if (dialect === null || (dialect === 'version-2' && mapping)) return null;
  const isOlder = dialect !== 'version-2';
  const after = tried(() => editMapping(before, { kind: isOlder ? 'convert' : 'set-version' }));
  if (after === null || after === before) return null;
  const title = isOlder
    ? 'Convert the file to version 2, with the same keys'
    : 'Set configuration_version to "2"';
  return { title, change: { kind: 'write', file, before, after } };
}

/** Null for a text that has to be corrected by hand first. */
function tried(edit: () => string): string | null {
  try {
    return edit();
  } catch {
    return null;
  }
}

const pictureEnding = /\.(png|jpe?g|gif|webp|svg|bmp|xml|ico)$/i;

/** `message`: received data, whose icon is looked for; without it only what the mapping says can be judged. */
export function checkIcon(
  { mapping, images }: { readonly mapping: FileFact; readonly images: ImagesFact | null },
  message: unknown,
): RuleReport {
  const file = mapping.path;
  const reading = mappingOf(mapping)?.mapping;
  if (!reading)
    return report('icon', [finding('cannot-tell', { file }, 'There is no mapping that can be used.')]);
  const key = reading.keys.icon;
  if (key === undefined) {
    return report('icon', [finding('pass', { file }, 'No icon is mapped, so the app’s own icon is shown.')]);
  }
  const where = { file, text: mapping.kind === 'file' ? mapping.text : null, offset: iconOffset(mapping) };
  if (pictureEnding.test(key)) {
    const bare = key.replace(pictureEnding, '');
    return report(
      'icon',
      [finding('fail', where, `The icon is mapped to “${key}”. Names stand without an ending: “${bare}”.`)],
      endingFix(mapping, bare),
    );
  }
  const named = message === undefined ? null : receivedValues(reading, message)('icon').text;
  return report('icon', [iconFinding({ key, named }, images, where)]);
}

function iconFinding(
  { key, named }: { readonly key: string; readonly named: string | null },
  images: ImagesFact | null,
  where: { readonly file: string },
): Finding {
  const name = named?.trim() || key;
  if (pictureEnding.test(name)) {
    return finding('fail', where, `The message names the icon “${name}”. Names stand without an ending.`);
  }
  if (!images) return finding('cannot-tell', where, 'There is no folder of images to look for the icon in.');
  const found = images.pictures.get(name);
  if (found !== undefined) {
    return finding(
      'pass',
      { file: found },
      `The icon “${name}” is among the images. It appears in published builds only.`,
    );
  }
  if (named !== null) {
    return finding(
      'fail',
      where,
      `There is no picture “${name}” in ${images.folder}, so the app’s own icon is shown.`,
    );
  }
  return finding(
    'cannot-tell',
    where,
    `The icon’s name arrives with the message, under the key “${key}”. Give a message to have it looked for among the ${images.pictures.size} pictures in ${images.folder}.`,
  );
}

function iconOffset(mapping: FileFact): number | null {
  if (mapping.kind !== 'file' || mapping.text === null) return null;
  const at = mapping.text.lastIndexOf('"icon"');
  return at < 0 ? null : at;
}

function endingFix(mapping: FileFact, key: string): Fix | null {
  if (mapping.kind !== 'file' || mapping.text === null) return null;
  const { text: before, path: file } = mapping;
  const after = tried(() => editMapping(before, { kind: 'set', property: 'icon', key }));
  return after === null
    ? null
    : { title: `Map the icon to “${key}”`, change: { kind: 'write', file, before, after } };
}

export function checkSenderId(fact: FileFact): RuleReport {
  const { path: file } = fact;
  const one = (finding_: Finding): RuleReport => report('sender-id', [finding_]);
  if (fact.kind === 'missing') {
    return one(finding('fail', { file }, 'There is no project.json, where the sender id is written.'));
  }
  if (fact.kind === 'refused')
    return one(finding('cannot-tell', { file }, `It was not read: ${fact.reason}.`));
  if (fact.text === null) return one(finding('cannot-tell', { file }, 'The file is no text in UTF-8.'));
  const read = readSenderId(fact.text);
  const where = { file, text: fact.text, offset: 'offset' in read ? read.offset : null };
  switch (read.kind) {
    case 'unreadable':
      return one(finding('cannot-tell', where, `The file is not valid JSON: ${read.problem}`));
    case 'missing':
      return one(
        finding('fail', where, 'No sender id is written in it. Usual is api.googleCloudMessaging.senderID.'),
      );
    case 'empty':
      return one(
        finding('fail', where, `${read.path} is empty. Without a sender id no Android device registers.`),
      );
    case 'unclear':
      return one(
        finding(
          'cannot-tell',
          where,
          `${read.path} is “${read.value}”, and a sender id is a number. A build step may replace it.`,
        ),
      );
    case 'found':
      return one(finding('pass', where, `${read.path} is ${read.value}.`));
  }
}
