/** The rules about entitlements, sounds and the permission. Pure. */
import { newEntitlements, readEntitlements, withEnvironment } from './entitlements.ts';
import { type Finding, type Fix, finding, type RuleReport, report } from './findings.ts';
import { notificationPermission, readManifestText, withPermission } from './manifest-text.ts';
import { receivedValues } from './received-data.ts';
import { mappingOf } from './rules-mapping.ts';
import { wavProblem } from './wav.ts';
import type { FileFact } from './workspace.ts';
import { places, type SoundFact } from './workspace-facts.ts';

/** What builds for testers and stores are signed with. */
const usualEnvironment = 'production';

export function checkEntitlements(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'refused') {
    return report('entitlements', [finding('cannot-tell', { file }, `It was not read: ${fact.reason}.`)]);
  }
  if (fact.kind === 'missing') return missingEntitlements(fact);
  const read = readEntitlements(fact.bytes, fact.text);
  const where = { file, text: fact.text, offset: read.offset };
  const after = fact.text === null ? null : withEnvironment(fact.text, usualEnvironment);
  const fix: Fix | null =
    after === null || fact.text === null
      ? null
      : {
          title: `Set aps-environment to ${usualEnvironment}`,
          change: { kind: 'write', file, before: fact.text, after },
        };
  if (!read.ok) return report('entitlements', [finding('fail', where, read.problem)]);
  if (read.state === 'missing') {
    const message = 'The key aps-environment is missing, so the device receives no token.';
    return report('entitlements', [finding('fail', where, message)], fix);
  }
  if (read.state === 'wrong') {
    const message = `aps-environment is ${read.value}. It must be the text development or production.`;
    return report('entitlements', [finding('fail', where, message)], fix);
  }
  return report('entitlements', [
    finding(
      'pass',
      where,
      `aps-environment is ${read.value}. The signing certificate must have push enabled, too; a build shows that.`,
    ),
  ]);
}

function missingEntitlements({
  path: file,
  alike,
}: Extract<FileFact, { readonly kind: 'missing' }>): RuleReport {
  const inPlace =
    alike !== null && alike.slice(0, alike.lastIndexOf('/')) === file.slice(0, file.lastIndexOf('/'));
  const fix: Fix | null =
    alike === null
      ? {
          title: `Make app.entitlements with aps-environment ${usualEnvironment}`,
          change: { kind: 'write', file, before: null, after: newEntitlements(usualEnvironment) },
        }
      : inPlace
        ? { title: `Rename ${alike} to app.entitlements`, change: { kind: 'rename', file: alike, to: file } }
        : null;
  const message =
    alike === null
      ? 'There is no app.entitlements, so iOS devices receive no token.'
      : `There is ${alike} instead. The name must be exactly ${file}.`;
  return report('entitlements', [finding('fail', { file: alike ?? file }, message)], fix);
}

/** What tools and file managers leave behind. */
const leftBehind = /^(\.gitkeep|\.gitignore|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

export function checkSounds(
  { sounds, mapping }: { readonly sounds: readonly SoundFact[] | null; readonly mapping: FileFact },
  message: unknown,
): RuleReport {
  const file = places.sounds;
  const own = (sounds ?? []).filter(({ name }) => !leftBehind.test(name));
  const wrong = own.flatMap(soundFinding);
  const asked = askedSound(mapping, own, message);
  const fine =
    sounds === null
      ? 'There is no folder of sounds, so there are no sounds of the app’s own.'
      : `${own.length === 1 ? 'One sound is' : `${own.length} sounds are`} in it.`;
  const findings = [...wrong, ...asked];
  if (findings.length === 0) return report('sounds', [finding('pass', { file }, fine)]);
  const upper = own.find((one) => one.isFile && /\.wav$/i.test(one.name) && !one.name.endsWith('.wav'));
  return report('sounds', findings, upper ? lowerFix(upper) : null);
}

function soundFinding({ path: file, name, isFile, head, size }: SoundFact): Finding[] {
  if (!isFile) {
    return [
      finding('fail', { file }, 'This is no file. The folder holds only sounds, without folders or links.'),
    ];
  }
  if (!/\.wav$/i.test(name)) {
    return [
      finding(
        'fail',
        { file },
        `“${name}” is no .wav file. The folder holds only push sounds; move it elsewhere.`,
      ),
    ];
  }
  const problem = wavProblem(head, size);
  if (problem !== null) return [finding('fail', { file }, `The file is called .wav, but ${problem}.`)];
  if (name.endsWith('.wav')) return [];
  return [
    finding('fail', { file }, 'The ending must be .wav in small letters; with this one there is no sound.'),
  ];
}

function lowerFix({ path, name }: SoundFact): Fix {
  const to = path.replace(/\.wav$/i, '.wav');
  return { title: `Rename ${name} so that it ends in .wav`, change: { kind: 'rename', file: path, to } };
}

/** The sound a message names must be there. */
function askedSound(mapping: FileFact, sounds: readonly SoundFact[], message: unknown): Finding[] {
  const reading = mappingOf(mapping)?.mapping;
  if (!reading || message === undefined) return [];
  const name = receivedValues(reading, message)('sound').text;
  if (name === null || sounds.some((sound) => sound.name === name)) return [];
  const file = places.sounds;
  return [
    finding('fail', { file }, `The message names the sound “${name}”, and the folder has none of that name.`),
  ];
}

export function checkPermission(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'missing') {
    const alike = fact.alike === null ? '' : ` There is ${fact.alike} instead.`;
    return report('permission', [
      finding(
        'fail',
        { file: fact.alike ?? file },
        `There is no manifest to declare the permission in.${alike}`,
      ),
    ]);
  }
  const why = fact.kind === 'refused' ? fact.reason : fact.text === null ? 'it is no text in UTF-8' : null;
  if (fact.kind === 'refused' || fact.text === null) {
    return report('permission', [finding('cannot-tell', { file }, `It was not read: ${why}.`)]);
  }
  const { text } = fact;
  const read = readManifestText(text);
  const where = { file, text, offset: read.offset };
  if (!read.ok) {
    return report('permission', [
      finding('cannot-tell', where, `The manifest is not well-formed: ${read.problem}`),
    ]);
  }
  const after = read.permission === 'missing' ? withPermission(text) : null;
  const fix: Fix | null =
    after === null
      ? null
      : { title: `Declare ${notificationPermission}`, change: { kind: 'write', file, before: text, after } };
  return report('permission', [permissionFinding(read.permission, where)], fix);
}

function permissionFinding(
  state: 'declared' | 'limited' | 'removed' | 'missing',
  where: { readonly file: string },
): Finding {
  switch (state) {
    case 'declared':
      return finding(
        'pass',
        where,
        'It is declared. From level 33 on the app must request it at run time, too; below, it must neither check nor request it.',
      );
    case 'limited':
      return finding(
        'fail',
        where,
        'It is declared only for levels below 33, and from there on it is needed.',
      );
    case 'removed':
      return finding('fail', where, 'It is marked to be removed when the manifests are merged.');
    case 'missing':
      return finding(
        'fail',
        where,
        `${notificationPermission} is not declared, so from Android 13 on nothing is shown.`,
      );
  }
}
