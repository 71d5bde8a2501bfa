import { messageOf } from '../../messages/message.ts';
import { receivedValues } from '../handler/received-data.ts';
import { soundName } from '../handler/resolver.ts';
import { newEntitlements, readEntitlements, withEnvironment } from './entitlements.ts';
import { type Finding, type Fix, finding, type RuleReport, renameFix, report, writeFix } from './findings.ts';
import { isOlderTarget, notificationPermission, readManifestText, withPermission } from './manifest-text.ts';
import { mappingOf } from './rules-mapping.ts';
import { wavProblem } from './wav.ts';
import type { FileFact } from './workspace.ts';
import { type SoundFact, workspacePaths } from './workspace-facts.ts';

/** Environment of builds signed for testers and stores. */
const defaultEnvironment = 'production';

export function checkEntitlements(fact: FileFact): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'refused') {
    return report('entitlements', [
      finding('unclear', { file }, messageOf('check/notRead', { reason: fact.reason })),
    ]);
  }
  if (fact.kind === 'missing') return missingEntitlements(fact);
  const read = readEntitlements(fact.bytes, fact.text);
  const where = { file, text: fact.text, offset: read.offset };
  const after = fact.text === null ? null : withEnvironment(fact.text, defaultEnvironment);
  const fix: Fix | null =
    after === null || fact.text === null
      ? null
      : writeFix(messageOf('check/setEnvironment', { environment: defaultEnvironment }), {
          file,
          before: fact.text,
          after,
        });
  if (!read.ok) return report('entitlements', [finding('fail', where, read.problem)]);
  if (read.state === 'missing') {
    return report('entitlements', [finding('fail', where, messageOf('check/environmentMissing'))], fix);
  }
  if (read.state === 'wrong') {
    const message = messageOf('check/environmentWrong', { value: String(read.value) });
    return report('entitlements', [finding('fail', where, message)], fix);
  }
  return report('entitlements', [
    finding('pass', where, messageOf('check/environmentGood', { value: String(read.value) })),
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
      ? writeFix(messageOf('check/makeEntitlements', { environment: defaultEnvironment }), {
          file,
          before: null,
          after: newEntitlements(defaultEnvironment),
        })
      : inPlace
        ? renameFix(messageOf('check/renameEntitlements', { alike }), alike, file)
        : null;
  const message =
    alike === null
      ? messageOf('check/noEntitlements')
      : messageOf('check/entitlementsElsewhere', { alike, file });
  return report('entitlements', [finding('fail', { file: alike ?? file }, message)], fix);
}

/** Files created by version control systems and file managers. Ignored by the sound checks. */
const systemFiles = /^(\.gitkeep|\.gitignore|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

export function checkSounds(
  { sounds, mapping }: { readonly sounds: readonly SoundFact[] | null; readonly mapping: FileFact },
  message: unknown,
): RuleReport {
  const file = workspacePaths.sounds;
  const own = (sounds ?? []).filter(({ name }) => !systemFiles.test(name));
  const wrong = own.flatMap(soundFinding);
  const asked = messageSound(mapping, own, message);
  const fine =
    sounds === null ? messageOf('check/noSounds') : messageOf('check/sounds', { count: own.length });
  const findings = [...wrong, ...asked];
  if (findings.length === 0) return report('sounds', [finding('pass', { file }, fine)]);
  const upper = own.find((one) => one.isFile && /\.wav$/i.test(one.name) && !one.name.endsWith('.wav'));
  return report('sounds', findings, upper ? lowerFix(upper) : null);
}

function soundFinding({ path: file, name, isFile, head, size }: SoundFact): Finding[] {
  if (!isFile) {
    return [finding('fail', { file }, messageOf('check/soundNoFile'))];
  }
  if (!/\.wav$/i.test(name)) {
    return [finding('fail', { file }, messageOf('check/notWav', { name }))];
  }
  const problem = wavProblem(head, size);
  if (problem !== null) return [finding('fail', { file }, messageOf('check/wavProblem', { problem }))];
  if (name.endsWith('.wav')) return [];
  return [finding('fail', { file }, messageOf('check/capitalWav'))];
}

function lowerFix({ path, name }: SoundFact): Fix {
  const to = path.replace(/\.wav$/i, '.wav');
  return renameFix(messageOf('check/renameSound', { name }), path, to);
}

function messageSound(mapping: FileFact, sounds: readonly SoundFact[], message: unknown): Finding[] {
  const reading = mappingOf(mapping)?.mapping;
  if (!reading || message === undefined) return [];
  const name = receivedValues(reading, message)('sound').text;
  if (name === null || name.trim() === '') return [];
  const file = workspacePaths.sounds;
  if (!soundName.test(name)) return [finding('fail', { file }, messageOf('device/notWav', { text: name }))];
  if (sounds.some((sound) => sound.name === name)) return [];
  return [finding('fail', { file }, messageOf('check/soundMissing', { name }))];
}

/** `buildTarget`: target API level of the given apk; null if unknown. */
export function checkPermission(fact: FileFact, buildTarget: string | null): RuleReport {
  const { path: file } = fact;
  if (fact.kind === 'missing') {
    const { alike } = fact;
    if (isOlderTarget(buildTarget)) {
      return report('permission', [
        finding('pass', { file }, messageOf('check/notNeeded', { target: buildTarget })),
      ]);
    }
    const message =
      alike === null ? messageOf('check/noManifest') : messageOf('check/manifestElsewhere', { alike });
    return report('permission', [finding('fail', { file: alike ?? file }, message)]);
  }
  if (fact.kind === 'refused' || fact.text === null) {
    const reason = fact.kind === 'refused' ? fact.reason : messageOf('check/noUtf8');
    return report('permission', [finding('unclear', { file }, messageOf('check/notRead', { reason }))]);
  }
  const { text } = fact;
  const read = readManifestText(text);
  const where = { file, text, offset: read.offset };
  if (!read.ok) {
    return report('permission', [
      finding('unclear', where, messageOf('check/manifestBroken', { problem: read.problem })),
    ]);
  }
  const target = buildTarget ?? read.targetSdk;
  if (isOlderTarget(target)) {
    return report('permission', [finding('pass', where, messageOf('check/notNeeded', { target }))]);
  }
  const after = read.permission === 'missing' ? withPermission(text) : null;
  const fix: Fix | null =
    after === null
      ? null
      : writeFix(messageOf('check/declarePermission', { permission: notificationPermission }), {
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
      return finding('pass', where, messageOf('check/declared'));
    case 'limited':
      return finding('fail', where, messageOf('check/declaredBelow'));
    case 'removed':
      return finding('fail', where, messageOf('check/removed'));
    case 'missing':
      return finding('fail', where, messageOf('check/notDeclared', { permission: notificationPermission }));
  }
}
