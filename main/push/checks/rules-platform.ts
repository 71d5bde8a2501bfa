/** The rules about entitlements, sounds and the permission. Pure. */

import { receivedValues } from '../handler/received-data.ts';
import { soundName } from '../handler/resolver.ts';
import { deviceWords } from '../handler/words-device.ts';
import { newEntitlements, readEntitlements, withEnvironment } from './entitlements.ts';
import { type Finding, type Fix, finding, type RuleReport, renaming, report, writing } from './findings.ts';
import { isOlderTarget, notificationPermission, readManifestText, withPermission } from './manifest-text.ts';
import { mappingOf } from './rules-mapping.ts';
import { wavProblem } from './wav.ts';
import { checkWords as words } from './words-check.ts';
import type { FileFact } from './workspace.ts';
import { places, type SoundFact } from './workspace-facts.ts';

/** What builds for testers and stores are signed with. */
const usualEnvironment = 'production';

export function checkEntitlements(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'refused') {
    return report('entitlements', [finding('cannot-tell', { file }, words.notRead({ reason: fact.reason }))]);
  }
  if (fact.kind === 'missing') return missingEntitlements(fact);
  const read = readEntitlements(fact.bytes, fact.text);
  const where = { file, text: fact.text, offset: read.offset };
  const after = fact.text === null ? null : withEnvironment(fact.text, usualEnvironment);
  const fix: Fix | null =
    after === null || fact.text === null
      ? null
      : writing(words.setEnvironment({ environment: usualEnvironment }), { file, before: fact.text, after });
  if (!read.ok) return report('entitlements', [finding('fail', where, read.problem)]);
  if (read.state === 'missing') {
    return report('entitlements', [finding('fail', where, words.environmentMissing())], fix);
  }
  if (read.state === 'wrong') {
    const message = words.environmentWrong({ value: String(read.value) });
    return report('entitlements', [finding('fail', where, message)], fix);
  }
  return report('entitlements', [
    finding('pass', where, words.environmentGood({ value: String(read.value) })),
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
      ? writing(words.makeEntitlements({ environment: usualEnvironment }), {
          file,
          before: null,
          after: newEntitlements(usualEnvironment),
        })
      : inPlace
        ? renaming(words.renameEntitlements({ alike }), alike, file)
        : null;
  const message = alike === null ? words.noEntitlements() : words.entitlementsElsewhere({ alike, file });
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
  const fine = sounds === null ? words.noSounds() : words.sounds({ count: own.length });
  const findings = [...wrong, ...asked];
  if (findings.length === 0) return report('sounds', [finding('pass', { file }, fine)]);
  const upper = own.find((one) => one.isFile && /\.wav$/i.test(one.name) && !one.name.endsWith('.wav'));
  return report('sounds', findings, upper ? lowerFix(upper) : null);
}

function soundFinding({ path: file, name, isFile, head, size }: SoundFact): Finding[] {
  if (!isFile) {
    return [finding('fail', { file }, words.soundNoFile())];
  }
  if (!/\.wav$/i.test(name)) {
    return [finding('fail', { file }, words.notWav({ name }))];
  }
  const problem = wavProblem(head, size);
  if (problem !== null) return [finding('fail', { file }, words.wavProblem({ problem }))];
  if (name.endsWith('.wav')) return [];
  return [finding('fail', { file }, words.capitalWav())];
}

function lowerFix({ path, name }: SoundFact): Fix {
  const to = path.replace(/\.wav$/i, '.wav');
  return renaming(words.renameSound({ name }), path, to);
}

/** The sound a message names must be there. */
function askedSound(mapping: FileFact, sounds: readonly SoundFact[], message: unknown): Finding[] {
  const reading = mappingOf(mapping)?.mapping;
  if (!reading || message === undefined) return [];
  const name = receivedValues(reading, message)('sound').text;
  if (name === null || name.trim() === '') return [];
  const file = places.sounds;
  if (!soundName.test(name)) return [finding('fail', { file }, deviceWords.notWav({ text: name }))];
  if (sounds.some((sound) => sound.name === name)) return [];
  return [finding('fail', { file }, words.soundMissing({ name }))];
}

/** `builtFor`: the target level of a build of the project; null where none is known. */
export function checkPermission(fact: FileFact, builtFor: string | null): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'missing') {
    const { alike } = fact;
    if (isOlderTarget(builtFor)) {
      return report('permission', [finding('pass', { file }, words.notNeeded({ target: builtFor }))]);
    }
    const message = alike === null ? words.noManifest() : words.manifestElsewhere({ alike });
    return report('permission', [finding('fail', { file: alike ?? file }, message)]);
  }
  if (fact.kind === 'refused' || fact.text === null) {
    const reason = fact.kind === 'refused' ? fact.reason : words.noUtf8();
    return report('permission', [finding('cannot-tell', { file }, words.notRead({ reason }))]);
  }
  const { text } = fact;
  const read = readManifestText(text);
  const where = { file, text, offset: read.offset };
  if (!read.ok) {
    return report('permission', [
      finding('cannot-tell', where, words.manifestBroken({ problem: read.problem })),
    ]);
  }
  const target = builtFor ?? read.targetSdk;
  if (read.permission !== 'declared' && isOlderTarget(target)) {
    return report('permission', [finding('pass', where, words.notNeeded({ target }))]);
  }
  const after = read.permission === 'missing' ? withPermission(text) : null;
  const fix: Fix | null =
    after === null
      ? null
      : writing(words.declarePermission({ permission: notificationPermission }), {
          file,
          before: text,
          after,
        });
  return report('permission', [permissionFinding(read.permission, where)], fix);
}

function permissionFinding(
  state: 'declared' | 'limited' | 'removed' | 'missing',
  where: { readonly file: string },
): Finding {
  switch (state) {
    case 'declared':
      return finding('pass', where, words.declared());
    case 'limited':
      return finding('fail', where, words.declaredBelow());
    case 'removed':
      return finding('fail', where, words.removed());
    case 'missing':
      return finding('fail', where, words.notDeclared({ permission: notificationPermission }));
  }
}
