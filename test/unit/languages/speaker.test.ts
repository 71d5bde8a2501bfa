import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import { toFailure } from '../../../main/base/errors.ts';
import { fileErrors } from '../../../main/base/files/files.ts';
import { presetsOf } from '../../../main/core/folders/presets.ts';
import { checkNetwork } from '../../../main/core/network/network-check.ts';
import { createSpeaker, type Speaker } from '../../../main/languages/speaker.ts';
import { profileWarnings } from '../../../main/packages/apple/provisioning.ts';
import { packageErrors } from '../../../main/packages/errors.ts';
import { describeRuleProblems, folderSchema } from '../../../main/settings/folder-rule.ts';
import { stateWords } from '../../../main/uploads/machine/state-words.ts';
import { longUnmovedMs, waitingReason } from '../../../main/watcher/completeness/waiting-words.ts';

const german = createSpeaker('de');
const speakers = (['de', 'fr', 'tr'] as const).map(createSpeaker);

const missing = toFailure(fileErrors.missing({ path: '/builds/app.apk' }));

describe('a failure', () => {
  test('is said from its values', () => {
    expect(german.failure(missing)).toBe('/builds/app.apk gibt es nicht. Prüfen Sie den Pfad.');
    expect(createSpeaker('en').failure(missing)).toBe('/builds/app.apk does not exist. Check the path.');
  });

  test('that was kept without its values stays as it was written', () => {
    const { values: _, ...kept } = missing;
    expect(german.failure(kept)).toBe('/builds/app.apk does not exist. Check the path.');
  });

  test('that needs no values is said without them', () => {
    expect(german.failure({ code: 'base/cancelled', message: 'Cancelled.', remedy: 'none' })).toBe(
      'Abgebrochen.',
    );
  });

  test.each(['other/kind', 'api/constructor', '__proto__/toString', ''])(
    'of the unknown code “%s” stays',
    (code) => {
      expect(german.failure({ code, message: 'Something else.', remedy: 'none' })).toBe('Something else.');
    },
  );

  test('has parts of its sentence in the language, too', () => {
    const noBuild = toFailure(packageErrors.notAZip({ file: 'x.apk', what: 'a PDF document' }));
    expect(german.failure(noBuild)).toMatch(/^x\.apk ist kein Build, sondern ein PDF-Dokument\. /);
    const gone = toFailure(
      apiErrors.proxy({ proxy: 'p:1', reason: 'it cannot be reached (its address was not found)' }),
    );
    expect(german.failure(gone)).toContain('er ist nicht erreichbar (seine Adresse wurde nicht gefunden)');
  });

  test('keeps no secret in its values', () => {
    const failure = toFailure(apiErrors.refused({ said: 'password=hunter2 is wrong.' }));
    expect(JSON.stringify(failure)).not.toContain('hunter2');
  });
});

describe('what crosses the bridge', () => {
  const upload = {
    stateWords: 'Uploading',
    fileName: 'Ready',
    notes: ['The same bytes were already on the service, so nothing was uploaded again.', 'Own words.'],
    failure: missing,
    package: { name: 'Done', warnings: ['Not signed: no device installs it.'] },
    timeline: [{ event: 'queued', at: 1 }],
  };

  test('is told in the language, and names of things are left alone', () => {
    expect(german.told([upload])).toEqual([
      {
        stateWords: 'Wird hochgeladen',
        fileName: 'Ready',
        notes: [
          'Dieselbe Datei war schon auf dem Dienst, deshalb wurde nichts noch einmal hochgeladen.',
          'Own words.',
        ],
        failure: {
          code: 'file/missing',
          message: '/builds/app.apk gibt es nicht. Prüfen Sie den Pfad.',
          remedy: 'choose-file',
        },
        package: { name: 'Done', warnings: ['Nicht signiert: Kein Gerät installiert das.'] },
        timeline: [{ event: 'queued', at: 1 }],
      },
    ]);
  });

  test('is told where passwords are kept', () => {
    expect(
      german.told({ secretsKeptIn: 'the keyring of this computer', keptIn: 'the file /a/b.json' }),
    ).toEqual({
      secretsKeptIn: 'dem Schlüsselbund dieses Computers',
      keptIn: 'der Datei /a/b.json',
    });
  });

  test('is not copied where nothing is to be said', () => {
    const value = { items: [{ name: 'Queued', at: 1 }], next: null };
    expect(german.told(value)).toBe(value);
    expect(createSpeaker('en').told(upload)).toBe(upload);
  });

  test('may be a refusal itself', () => {
    expect(german.told({ ok: false, ...missing })).toMatchObject({ ok: false, code: 'file/missing' });
  });

  test('is taken as it comes', () => {
    for (const value of [null, undefined, 1, true, 'Ready', [], [null], { message: null }]) {
      expect(german.told(value)).toEqual(value);
    }
  });
});

/** Those a speaker leaves in English. */
const leftBy = ({ sentence }: Speaker, texts: readonly string[]): readonly string[] =>
  texts.filter((text) => sentence(text) === text);

describe('in every language', () => {
  test.each(speakers)('$language: the states of an upload', (speaker) => {
    expect(leftBy(speaker, Object.values(stateWords))).toEqual([]);
  });

  test.each(speakers)('$language: folders proposed for a project', (speaker) => {
    const project = {
      path: '/work',
      androidModules: ['', 'app'],
      isFlutter: true,
      isReactNative: true,
      xcode: ['App.xcworkspace'],
      hasFastlane: true,
      isUnity: true,
      folders: new Set<string>(),
    };
    const presets = presetsOf(project, 'linux');
    expect(presets.length).toBeGreaterThan(8);
    expect(
      leftBy(
        speaker,
        presets.map(({ why }) => why),
      ),
    ).toEqual([]);
    expect(
      leftBy(
        speaker,
        presets.map(({ name }) => name),
      ),
    ).toEqual(['Unity']);
    expect(speaker.told(presets)[0]?.name).toBe(speaker.sentence(presets[0]?.name ?? ''));
  });

  test.each(speakers)('$language: what a profile means', (speaker) => {
    const profiles = (['development', 'adhoc', 'appstore', 'unknown'] as const).flatMap((provisioning) =>
      [1, 12].map((profileDevices) => ({
        provisioning,
        profileDevices,
        profileExpires: '2020-01-31T12:00:00Z',
      })),
    );
    const warnings = profiles.flatMap((profile) =>
      profileWarnings({ profileName: null, ...profile } as Parameters<typeof profileWarnings>[0], Date.now()),
    );
    expect(warnings.length).toBeGreaterThan(8);
    expect(leftBy(speaker, warnings)).toEqual([]);
  });

  test.each(speakers)('$language: what a file waits for', (speaker) => {
    const reasons = (['open', 'empty', 'no-zip', 'ends-early', 'no-entries'] as const).flatMap((reason) =>
      [0, longUnmovedMs].map((at) =>
        waitingReason(
          { kind: 'incomplete', reason, unmovedSince: 0 } as Parameters<typeof waitingReason>[0],
          at,
        ),
      ),
    );
    expect(
      leftBy(
        speaker,
        reasons.map((reason) => reason ?? ''),
      ),
    ).toEqual([]);
  });

  test.each(speakers)('$language: what is wrong with a rule and a network', (speaker) => {
    const rule = folderSchema
      .pick({ kinds: true, quietMs: true, depth: true })
      .safeParse({ kinds: [], quietMs: 1, depth: -1 });
    const problems = describeRuleProblems(rule.error as NonNullable<typeof rule.error>);
    for (const word of ['choose apk', 'give whole']) expect(speaker.sentence(problems)).not.toContain(word);
    const failure = (given: unknown) => {
      try {
        return checkNetwork(given) as never;
      } catch (error) {
        return toFailure(error);
      }
    };
    const refused = [
      failure({ proxy: { mode: 'manual' } }),
      failure({ proxy: { mode: 'manual', url: 'socks5://x' } }),
      failure({ bytesPerSecond: 1 }),
      failure({ caFiles: ['relative.pem'] }),
      failure({ proxy: { bypass: ['not a host!'] } }),
    ];
    for (const each of refused) {
      expect(speaker.failure(each)).not.toBe(each.message);
      expect(speaker.failure(each)).not.toMatch(/Enter |Give |Proxy: enter/);
    }
  });
});
