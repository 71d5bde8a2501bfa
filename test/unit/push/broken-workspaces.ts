/** Invalid projects and builds, each of which breaks a single rule, with the expected reports. */
import type { RuleId, Verdict } from '../../../main/push/checks/findings.ts';
import type { BuildFacts } from '../../../main/push/checks/rules-build.ts';
import { goodEntitlements, goodManifest, goodMapping, wavFile } from '../../fakes/push-workspace.ts';
import { isCaseSensitive } from '../../fakes/systems.ts';

export const mappingFile = 'config/Android/pushnotification.json';
export const manifestFile = 'config/Android/AndroidManifest.xml';
export const entitlementsFile = 'config/iOS/app.entitlements';

export const apk: BuildFacts = {
  kind: 'apk',
  file: 'notes.apk',
  permissions: ['android.permission.POST_NOTIFICATIONS'],
  targetSdk: '35',
};
export const ipa: BuildFacts = {
  kind: 'ipa',
  file: 'notes.ipa',
  simulator: false,
  provisioning: 'adhoc',
  apsEnvironment: 'production',
};

type Broken = readonly [
  what: string,
  files: Readonly<Record<string, string | Buffer | null>>,
  rule: RuleId,
  verdict: Verdict,
  file: string,
  line: number | null,
  words: string,
];

/** `files`: contents by path, or the content of the `file` passed to `breaking`. Null omits the file. */
type Row = readonly [
  what: string,
  files: Broken[1] | string | Buffer | null,
  line: number | null,
  words: string,
];

const inAnotherFolder: Broken = [
  'a mapping in a folder with another name',
  { [mappingFile]: null, 'config/android/pushnotification.json': goodMapping },
  'mapping-file',
  'fail',
  'config/android/pushnotification.json',
  null,
  'must be exactly',
];

/** Returns invalid projects. For each of them, `rule` reports `verdict` for `file`. */
function breaking(rule: RuleId, verdict: Verdict, file: string, ...rows: readonly Row[]): readonly Broken[] {
  return rows.map(([what, given, line, words]) => {
    const isContent = given === null || typeof given === 'string' || Buffer.isBuffer(given);
    return [what, isContent ? { [file]: given } : given, rule, verdict, file, line, words];
  });
}

export const broken: readonly Broken[] = [
  ...(isCaseSensitive ? [inAnotherFolder] : []),
  ...breaking('mapping-file', 'fail', mappingFile, ['no mapping', null, null, 'There is no mapping file']),
  ...breaking(
    'mapping',
    'fail',
    mappingFile,
    ['a mapping that is not JSON', '{\n "notification": {,}}', 2, 'A name in double quotes'],
    [
      'a mapping of a later version',
      '{"notification": {"channelId": "c"}, "configuration_version": "3"}',
      1,
      'configuration_version',
    ],
  ),
  ...breaking('icon', 'fail', mappingFile, [
    'a missing picture',
    { 'images/Android/drawable-hdpi/bell.png': null, 'images/Android/drawable-hdpi/other.png': 'x' },
    5,
    'no image “bell”',
  ]),
  ...breaking('icon', 'unclear', mappingFile, [
    'no images',
    { 'images/Android/drawable-hdpi/bell.png': null },
    5,
    'no images folder',
  ]),
  ...breaking(
    'sender-id',
    'fail',
    'config/project.json',
    ['no project.json', null, null, 'There is no project.json'],
    ['an empty sender id', '{"api":\n{"googleCloudMessaging": {"senderID": ""}}}', 2, 'is empty'],
    ['no sender id', '{"api": {}}', null, 'contains no sender id'],
  ),
  ...breaking(
    'sender-id',
    'unclear',
    'config/project.json',
    ['a placeholder as sender id', '{"senderId": "FROM_THE_BUILD"}', 1, 'build step'],
    ['a project.json that is not JSON', '{', 1, 'not valid JSON'],
  ),
  ...breaking(
    'entitlements',
    'fail',
    entitlementsFile,
    ['no entitlements', null, null, 'no token'],
    ['entitlements without the key', '<plist><dict/></plist>', 1, 'is missing'],
    [
      'an entitlement that is not text',
      goodEntitlements.replace('<string>production</string>', '<true/>'),
      5,
      'aps-environment is true',
    ],
    [
      'an unknown environment',
      goodEntitlements.replace('production', 'testing'),
      5,
      'development or production',
    ],
    ['entitlements that are not a property list', 'aps-environment=production', 1, 'not a property list'],
    ['truncated entitlements', goodEntitlements.slice(0, -9), 8, 'not closed'],
    ['entitlements with entities', `<!DOCTYPE x [<!ENTITY a "b">]>${goodEntitlements}`, 1, 'entities'],
  ),
  ...breaking('entitlements', 'fail', 'config/iOS/app.entitlements.plist', [
    'entitlements with another file name',
    { [entitlementsFile]: null, 'config/iOS/app.entitlements.plist': goodEntitlements },
    null,
    'must be exactly',
  ]),
  ...breaking('sounds', 'fail', 'config/resources/tune.mp3', [
    'a sound that is not WAV',
    'ID3',
    null,
    'not a .wav file',
  ]),
  ...breaking(
    'sounds',
    'fail',
    'config/resources/tune.wav',
    ['an MP3 file with the extension .wav', 'ID3….', null, 'it is an MP3'],
    ['a truncated sound', wavFile(100).subarray(0, 60), null, 'cut off'],
  ),
  ...breaking('sounds', 'fail', 'config/resources/big.png', [
    'a picture in the sounds folder',
    'x',
    null,
    'only push sounds',
  ]),
  ...breaking('sounds', 'fail', 'config/resources/more', [
    'a folder in the sounds folder',
    { 'config/resources/more/a.wav': wavFile() },
    null,
    'This is not a file',
  ]),
  ...breaking('sounds', 'fail', 'config/resources/Pong.WAV', [
    'a file extension in capitals',
    wavFile(),
    null,
    'lower case',
  ]),
  ...breaking('sounds', 'fail', 'config/resources', [
    'a missing sound',
    { 'config/resources/ping.wav': null, 'config/resources/.gitkeep': '' },
    null,
    'the sound “ping.wav”',
  ]),
  ...breaking(
    'permission',
    'fail',
    manifestFile,
    ['no permission', goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, ''), 2, 'is not declared'],
    [
      'a permission in a comment',
      goodManifest.replace(/(<uses-permission \S*POST_NOTIFICATIONS\S* \/>)/, '<!-- $1 -->'),
      2,
      'is not declared',
    ],
    [
      'a permission for old API levels only',
      goodManifest.replace('POST_NOTIFICATIONS"', 'POST_NOTIFICATIONS" android:maxSdkVersion="32"'),
      6,
      'below 33',
    ],
    [
      'a permission marked for removal',
      goodManifest
        .replace('package=', 'xmlns:t="http://schemas.android.com/tools" package=')
        .replace('POST_NOTIFICATIONS"', 'POST_NOTIFICATIONS" t:node="remove"'),
      6,
      'marked for removal',
    ],
    ['no manifest', null, null, 'no manifest'],
  ),
  ...breaking(
    'permission',
    'unclear',
    manifestFile,
    ['a malformed manifest', goodManifest.replace('</application>', ''), 11, 'not well-formed'],
    ['a manifest in another encoding', Buffer.from(goodManifest, 'utf16le'), null, 'not well-formed'],
  ),
];

export const buildCases: readonly (readonly [BuildFacts, RuleId, Verdict, string])[] = [
  [{ ...ipa, apsEnvironment: null }, 'build-entitlement', 'fail', 'does not allow pushes'],
  [{ ...ipa, apsEnvironment: 'development' }, 'build-entitlement', 'fail', 'Both must be the same'],
  [
    { ...ipa, provisioning: 'none', apsEnvironment: null },
    'build-entitlement',
    'unclear',
    'no provisioning profile',
  ],
  [
    { ...ipa, provisioning: 'unknown', apsEnvironment: null },
    'build-entitlement',
    'unclear',
    'cannot be read',
  ],
  [{ ...ipa, simulator: true }, 'published', 'fail', 'for the simulator'],
  [{ ...apk, permissions: [] }, 'build-permission', 'fail', 'the build does not'],
  [{ ...apk, permissions: [] }, 'build-target', 'fail', 'never show anything'],
  [
    { ...apk, targetSdk: '32' },
    'build-target',
    'pass',
    'once the app is open and has created its first channel',
  ],
  [
    { ...apk, targetSdk: '32', permissions: [] },
    'build-target',
    'pass',
    'once the app is open and has created its first channel',
  ],
  [{ ...apk, targetSdk: '32', permissions: [] }, 'build-permission', 'pass', 'its target level is 32'],
  [{ ...apk, targetSdk: null }, 'build-target', 'unclear', 'does not state'],
  [{ ...apk, targetSdk: 'VanillaIceCream' }, 'build-target', 'unclear', 'VanillaIceCream'],
];
