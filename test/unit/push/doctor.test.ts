import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import { applyFix, checkWorkspace, type DoctorOptions } from '../../../main/push/doctor.ts';
import type { RuleId, RuleReport, Verdict } from '../../../main/push/findings.ts';
import type { BuildFacts } from '../../../main/push/rules-build.ts';
import {
  goodEntitlements,
  goodFiles,
  goodManifest,
  goodMapping,
  goodMessage,
  wavFile,
} from '../../fakes/push-workspace.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeWorkspace } from './workspace-files.ts';

const mappingFile = 'config/Android/pushnotification.json';
const manifestFile = 'config/Android/AndroidManifest.xml';
const entitlementsFile = 'config/iOS/app.entitlements';

const apk: BuildFacts = {
  kind: 'apk',
  file: 'notes.apk',
  permissions: ['android.permission.POST_NOTIFICATIONS'],
  targetSdk: '35',
};
const ipa: BuildFacts = {
  kind: 'ipa',
  file: 'notes.ipa',
  simulator: false,
  provisioning: 'adhoc',
  apsEnvironment: 'production',
};

async function ruleOf(folder: string, rule: RuleId, options: DoctorOptions = {}): Promise<RuleReport> {
  const found = (await checkWorkspace(folder, options)).rules.find((one) => one.rule === rule);
  if (!found) throw new Error(`${rule} was not reported`);
  return found;
}

test('a sound workspace with a message and a build passes every rule', async () => {
  const folder = await writeWorkspace();
  for (const build of [apk, ipa]) {
    const { rules, verdict } = await checkWorkspace(folder, { message: goodMessage, build });
    expect(rules.filter((rule) => rule.verdict !== 'pass')).toEqual([]);
    expect(verdict).toBe('pass');
    expect(rules.every((rule) => rule.fix === null)).toBe(true);
  }
  const { rules } = await checkWorkspace(folder);
  expect(rules.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['mapping-file', 'pass'],
    ['mapping', 'pass'],
    ['icon', 'cannot-tell'],
    ['sender-id', 'pass'],
    ['entitlements', 'pass'],
    ['sounds', 'pass'],
    ['permission', 'pass'],
    ['published', 'cannot-tell'],
  ]);
});

type Broken = readonly [
  what: string,
  files: Readonly<Record<string, string | Buffer | null>>,
  rule: RuleId,
  verdict: Verdict,
  file: string,
  line: number | null,
  words: string,
];

const broken: readonly Broken[] = [
  [
    'no mapping',
    { [mappingFile]: null },
    'mapping-file',
    'fail',
    mappingFile,
    null,
    'There is no mapping file',
  ],
  [
    'a mapping in a folder of another name',
    { [mappingFile]: null, 'config/android/pushnotification.json': goodMapping },
    'mapping-file',
    'fail',
    'config/android/pushnotification.json',
    null,
    'must be exactly',
  ],
  [
    'a mapping that is no JSON',
    { [mappingFile]: '{\n "notification": {,}}' },
    'mapping',
    'fail',
    mappingFile,
    2,
    'A name in double quotes',
  ],
  [
    'a mapping without version',
    { [mappingFile]: '{"notification": {"channelId": "c"}}' },
    'mapping',
    'fail',
    mappingFile,
    1,
    'configuration_version',
  ],
  [
    'an icon with an ending',
    { [mappingFile]: goodMapping.replace('"icon": "icon"', '"icon": "bell.png"') },
    'icon',
    'fail',
    mappingFile,
    5,
    'without an ending',
  ],
  [
    'no such picture',
    { 'images/Android/drawable-hdpi/bell.png': null, 'images/Android/drawable-hdpi/other.png': 'x' },
    'icon',
    'fail',
    mappingFile,
    5,
    'no picture “bell”',
  ],
  [
    'no images',
    { 'images/Android/drawable-hdpi/bell.png': null },
    'icon',
    'cannot-tell',
    mappingFile,
    5,
    'no folder of images',
  ],
  [
    'no project.json',
    { 'config/project.json': null },
    'sender-id',
    'fail',
    'config/project.json',
    null,
    'There is no project.json',
  ],
  [
    'an empty sender id',
    { 'config/project.json': '{"api":\n{"googleCloudMessaging": {"senderID": ""}}}' },
    'sender-id',
    'fail',
    'config/project.json',
    2,
    'is empty',
  ],
  [
    'no sender id',
    { 'config/project.json': '{"api": {}}' },
    'sender-id',
    'fail',
    'config/project.json',
    null,
    'No sender id',
  ],
  [
    'a sender id filled in later',
    { 'config/project.json': '{"senderId": "FROM_THE_BUILD"}' },
    'sender-id',
    'cannot-tell',
    'config/project.json',
    1,
    'build step',
  ],
  [
    'a project.json that is no JSON',
    { 'config/project.json': '{' },
    'sender-id',
    'cannot-tell',
    'config/project.json',
    1,
    'not valid JSON',
  ],
  [
    'no entitlements',
    { [entitlementsFile]: null },
    'entitlements',
    'fail',
    entitlementsFile,
    null,
    'no token',
  ],
  [
    'entitlements of another name',
    { [entitlementsFile]: null, 'config/iOS/app.entitlements.plist': goodEntitlements },
    'entitlements',
    'fail',
    'config/iOS/app.entitlements.plist',
    null,
    'must be exactly',
  ],
  [
    'entitlements without the key',
    { [entitlementsFile]: '<plist><dict/></plist>' },
    'entitlements',
    'fail',
    entitlementsFile,
    1,
    'is missing',
  ],
  [
    'an entitlement that is no text',
    { [entitlementsFile]: goodEntitlements.replace('<string>production</string>', '<true/>') },
    'entitlements',
    'fail',
    entitlementsFile,
    5,
    'aps-environment is true',
  ],
  [
    'another environment',
    { [entitlementsFile]: goodEntitlements.replace('production', 'testing') },
    'entitlements',
    'fail',
    entitlementsFile,
    5,
    'development or production',
  ],
  [
    'entitlements that are no list',
    { [entitlementsFile]: 'aps-environment=production' },
    'entitlements',
    'fail',
    entitlementsFile,
    1,
    'no property list',
  ],
  [
    'entitlements cut off',
    { [entitlementsFile]: goodEntitlements.slice(0, -9) },
    'entitlements',
    'fail',
    entitlementsFile,
    8,
    'not closed',
  ],
  [
    'entitlements with entities',
    { [entitlementsFile]: `<!DOCTYPE x [<!ENTITY a "b">]>${goodEntitlements}` },
    'entitlements',
    'fail',
    entitlementsFile,
    1,
    'entities',
  ],
  [
    'another kind of sound',
    { 'config/resources/tune.mp3': 'ID3' },
    'sounds',
    'fail',
    'config/resources/tune.mp3',
    null,
    'no .wav file',
  ],
  [
    'a sound that is called WAV only',
    { 'config/resources/tune.wav': 'ID3….' },
    'sounds',
    'fail',
    'config/resources/tune.wav',
    null,
    'it is an MP3',
  ],
  [
    'a sound cut off',
    { 'config/resources/tune.wav': wavFile(100).subarray(0, 60) },
    'sounds',
    'fail',
    'config/resources/tune.wav',
    null,
    'cut off',
  ],
  [
    'a picture among the sounds',
    { 'config/resources/big.png': 'x' },
    'sounds',
    'fail',
    'config/resources/big.png',
    null,
    'only push sounds',
  ],
  [
    'a folder among the sounds',
    { 'config/resources/more/a.wav': wavFile() },
    'sounds',
    'fail',
    'config/resources/more',
    null,
    'This is no file',
  ],
  [
    'an ending in capitals',
    { 'config/resources/Pong.WAV': wavFile() },
    'sounds',
    'fail',
    'config/resources/Pong.WAV',
    null,
    'small letters',
  ],
  [
    'no sound of the name',
    { 'config/resources/ping.wav': null, 'config/resources/.gitkeep': '' },
    'sounds',
    'fail',
    'config/resources',
    null,
    'the sound “ping.wav”',
  ],
  [
    'no permission',
    { [manifestFile]: goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, '') },
    'permission',
    'fail',
    manifestFile,
    2,
    'is not declared',
  ],
  [
    'a permission in a comment',
    {
      [manifestFile]: goodManifest.replace(/(<uses-permission \S*POST_NOTIFICATIONS\S* \/>)/, '<!-- $1 -->'),
    },
    'permission',
    'fail',
    manifestFile,
    2,
    'is not declared',
  ],
  [
    'a permission for old levels',
    {
      [manifestFile]: goodManifest.replace(
        'POST_NOTIFICATIONS"',
        'POST_NOTIFICATIONS" android:maxSdkVersion="32"',
      ),
    },
    'permission',
    'fail',
    manifestFile,
    6,
    'below 33',
  ],
  [
    'a permission to be removed',
    {
      [manifestFile]: goodManifest
        .replace('package=', 'xmlns:t="http://schemas.android.com/tools" package=')
        .replace('POST_NOTIFICATIONS"', 'POST_NOTIFICATIONS" t:node="remove"'),
    },
    'permission',
    'fail',
    manifestFile,
    6,
    'marked to be removed',
  ],
  ['no manifest', { [manifestFile]: null }, 'permission', 'fail', manifestFile, null, 'no manifest'],
  [
    'a manifest that is not well-formed',
    { [manifestFile]: goodManifest.replace('</application>', '') },
    'permission',
    'cannot-tell',
    manifestFile,
    11,
    'not well-formed',
  ],
  [
    'a manifest in another encoding',
    { [manifestFile]: Buffer.from(goodManifest, 'utf16le') },
    'permission',
    'cannot-tell',
    manifestFile,
    null,
    'not well-formed',
  ],
];

test.each(broken)('%s', async (_, files, rule, verdict, file, line, words) => {
  const folder = await writeWorkspace(files);
  const { rules } = await checkWorkspace(folder, { message: goodMessage, build: apk });
  const found = rules.find((one) => one.rule === rule);
  expect(found?.verdict).toBe(verdict);
  const worst = found?.findings.find((one) => one.verdict === verdict);
  expect(worst).toMatchObject({ file, message: expect.stringContaining(words) });
  if (line !== null) expect(worst?.line).toBe(line);
  // Nothing else suffers, but for what cannot be judged without the file.
  const others = rules.filter((one) => one.rule !== rule && one.verdict === 'fail').map((one) => one.rule);
  expect(others.filter((one) => one !== 'icon' || rule !== 'mapping')).toEqual([]);
});

describe('builds', () => {
  const cases: readonly (readonly [BuildFacts, RuleId, Verdict, string])[] = [
    [{ ...ipa, apsEnvironment: null }, 'build-entitlement', 'fail', 'does not allow pushes'],
    [{ ...ipa, apsEnvironment: 'development' }, 'build-entitlement', 'fail', 'They must be the same'],
    [
      { ...ipa, provisioning: 'none', apsEnvironment: null },
      'build-entitlement',
      'cannot-tell',
      'no provisioning profile',
    ],
    [
      { ...ipa, provisioning: 'unknown', apsEnvironment: null },
      'build-entitlement',
      'cannot-tell',
      'cannot be read',
    ],
    [{ ...ipa, simulator: true }, 'published', 'fail', 'for the simulator'],
    [{ ...apk, permissions: [] }, 'build-permission', 'fail', 'the build does not'],
    [{ ...apk, permissions: [] }, 'build-target', 'fail', 'nothing is ever shown'],
    [{ ...apk, targetSdk: '32' }, 'build-target', 'pass', 'by themselves'],
    [{ ...apk, targetSdk: null }, 'build-target', 'cannot-tell', 'not given'],
    [{ ...apk, targetSdk: 'VanillaIceCream' }, 'build-target', 'cannot-tell', 'VanillaIceCream'],
  ];
  test.each(cases)('%j: %s is %s', async (build, rule, verdict, words) => {
    const found = await ruleOf(await writeWorkspace(), rule, { build });
    expect(found).toMatchObject({
      verdict,
      findings: [{ message: expect.stringContaining(words), file: build.file }],
    });
  });

  test('a build that declares more than its project', async () => {
    const folder = await writeWorkspace({
      [manifestFile]: goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, ''),
    });
    expect(await ruleOf(folder, 'build-permission', { build: apk })).toMatchObject({
      verdict: 'pass',
      findings: [{ message: expect.stringContaining('something else added it') }],
    });
  });
});

test('binary entitlements are read, and not changed', async () => {
  const good = await writeWorkspace({
    [entitlementsFile]: Buffer.from(buildBinary({ 'aps-environment': 'development' })),
  });
  expect((await ruleOf(good, 'entitlements')).verdict).toBe('pass');
  const wrong = await writeWorkspace({ [entitlementsFile]: Buffer.from(buildBinary({ other: 1 })) });
  expect(await ruleOf(wrong, 'entitlements')).toMatchObject({ verdict: 'fail', fix: null });
});

test('without a message a picture of the key’s name is taken for the icon', async () => {
  const folder = await writeWorkspace({ 'images/Android/drawable-mdpi/icon.9.png': 'x' });
  expect(await ruleOf(folder, 'icon')).toMatchObject({
    verdict: 'pass',
    findings: [{ file: 'images/Android/drawable-mdpi/icon.9.png' }],
  });
});

describe('fixes', () => {
  type Mended = readonly [
    string,
    Readonly<Record<string, string | Buffer | null>>,
    RuleId,
    string,
    string | null,
  ];
  const mended: readonly Mended[] = [
    ['a missing mapping', { [mappingFile]: null }, 'mapping-file', mappingFile, null],
    [
      'a mapping without version',
      { [mappingFile]: '{"notification": {"channelId": "c"}}' },
      'mapping',
      mappingFile,
      '{"notification": {"channelId": "c"}, "configuration_version": "2"}',
    ],
    [
      'an older mapping',
      { [mappingFile]: '{"title": {"data": {"t": ""}}}' },
      'mapping',
      mappingFile,
      '{"notification": {"title": "t"}, "configuration_version": "2"}',
    ],
    [
      'an icon with an ending',
      { [mappingFile]: goodMapping.replace('"icon": "icon"', '"icon": "bell.png"') },
      'icon',
      mappingFile,
      goodMapping.replace('"icon": "icon"', '"icon": "bell"'),
    ],
    ['missing entitlements', { [entitlementsFile]: null }, 'entitlements', entitlementsFile, null],
    [
      'entitlements of another name',
      { [entitlementsFile]: null, 'config/iOS/My.entitlements': goodEntitlements },
      'entitlements',
      entitlementsFile,
      goodEntitlements,
    ],
    [
      'entitlements without the key',
      { [entitlementsFile]: '<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict></plist>' },
      'entitlements',
      entitlementsFile,
      '<plist>\r\n<dict>\r\n\t<key>aps-environment</key>\r\n\t<string>production</string>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict></plist>',
    ],
    [
      'empty entitlements',
      { [entitlementsFile]: '<plist><dict/></plist>' },
      'entitlements',
      entitlementsFile,
      null,
    ],
    [
      'a wrong entitlement',
      {
        [entitlementsFile]: goodEntitlements.replace('<string>production</string>', '<array><true/></array>'),
      },
      'entitlements',
      entitlementsFile,
      goodEntitlements,
    ],
    [
      'an ending in capitals',
      { 'config/resources/Pong.WAV': wavFile() },
      'sounds',
      'config/resources/Pong.wav',
      null,
    ],
    [
      'a missing permission',
      { [manifestFile]: goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, '') },
      'permission',
      manifestFile,
      goodManifest,
    ],
  ];

  test.each(mended)('%s is mended, and the rule then passes', async (_, files, rule, file, text) => {
    const folder = await writeWorkspace(files);
    const { fix } = await ruleOf(folder, rule);
    if (!fix) throw new Error('no fix was offered');
    await applyFix(folder, fix);
    const after = await readFile(join(folder, file), 'utf8');
    if (text !== null) expect(after).toBe(text);
    expect(await ruleOf(folder, rule, { message: goodMessage })).toMatchObject({
      verdict: 'pass',
      fix: null,
    });
    // Nothing half-written lies about, and nothing else has changed.
    const all = await readdir(folder, { recursive: true });
    expect(all.filter((name) => name.endsWith('.part'))).toEqual([]);
    for (const [path, content] of Object.entries(goodFiles)) {
      if (path !== file && !(path in files))
        expect(await readFile(join(folder, path))).toEqual(Buffer.from(content));
    }
  });

  test('an older mapping passes all the same, and conversion is offered', async () => {
    const folder = await writeWorkspace({ [mappingFile]: '{"title": {"data": {"t": ""}}}' });
    expect(await ruleOf(folder, 'mapping')).toMatchObject({
      verdict: 'pass',
      findings: [{}, { verdict: 'pass', message: expect.stringContaining('oldest form'), line: 1 }],
      fix: { title: expect.stringContaining('version 2') },
    });
  });

  test('a mode is kept', async () => {
    const folder = await writeWorkspace({ [mappingFile]: '{"title": {"data": {"t": ""}}}' });
    await chmod(join(folder, mappingFile), 0o640);
    const { fix } = await ruleOf(folder, 'mapping');
    if (fix) await applyFix(folder, fix);
    expect((await stat(join(folder, mappingFile))).mode & 0o777).toBe(0o640);
  });

  test('a file that has changed since is left alone', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: null,
      [entitlementsFile]: '<plist><dict/></plist>',
    });
    const missing = (await ruleOf(folder, 'mapping-file')).fix;
    const wrong = (await ruleOf(folder, 'entitlements')).fix;
    if (!missing || !wrong) throw new Error('no fix was offered');
    await writeFile(join(folder, mappingFile), 'mine');
    await writeFile(join(folder, entitlementsFile), goodEntitlements);
    const changed = expect.objectContaining({ code: 'push/changedMeanwhile' });
    await expect(applyFix(folder, missing)).rejects.toEqual(changed);
    await expect(applyFix(folder, wrong)).rejects.toEqual(changed);
    expect(await readFile(join(folder, mappingFile), 'utf8')).toBe('mine');
    expect(await readFile(join(folder, entitlementsFile), 'utf8')).toBe(goodEntitlements);
  });

  test('a name that is taken by now is not overwritten', async () => {
    const folder = await writeWorkspace({ 'config/resources/Pong.WAV': wavFile() });
    const { fix } = await ruleOf(folder, 'sounds');
    if (!fix) throw new Error('no fix was offered');
    await writeFile(join(folder, 'config/resources/Pong.wav'), 'mine');
    await expect(applyFix(folder, fix)).rejects.toMatchObject({ code: 'push/changedMeanwhile' });
    expect(await readFile(join(folder, 'config/resources/Pong.wav'), 'utf8')).toBe('mine');
  });
});

describe('links', () => {
  test('one that leads out is neither read nor changed', async () => {
    const outside = await temporaryFolder();
    await writeFile(join(outside, 'secret.json'), '{"title": {"data": {"t": ""}}}');
    const folder = await writeWorkspace({ [mappingFile]: null });
    await mkdir(join(folder, 'config/Android'), { recursive: true });
    await symlink(join(outside, 'secret.json'), join(folder, mappingFile));
    expect(await ruleOf(folder, 'mapping-file')).toMatchObject({
      verdict: 'cannot-tell',
      findings: [{ message: expect.stringContaining('leads out of the workspace') }],
      fix: null,
    });
    const change = { kind: 'write', file: mappingFile, before: null, after: 'x' } as const;
    await expect(applyFix(folder, { title: '', change })).rejects.toMatchObject({
      code: 'push/changedMeanwhile',
    });
    expect(await readFile(join(outside, 'secret.json'), 'utf8')).toContain('title');
  });

  test('nor is a folder that leads out, or a path that does', async () => {
    const outside = await temporaryFolder();
    const folder = await writeWorkspace();
    await rename(join(folder, 'config', 'iOS'), join(outside, 'iOS'));
    await symlink(join(outside, 'iOS'), join(folder, 'config', 'iOS'));
    expect((await ruleOf(folder, 'entitlements')).verdict).toBe('cannot-tell');
    for (const file of ['config/iOS/new.txt', '../new.txt', '../../x/new.txt']) {
      const change = { kind: 'write', file, before: null, after: 'x' } as const;
      await expect(applyFix(folder, { title: '', change })).rejects.toMatchObject({
        code: expect.stringMatching(/^push\/(isLink|changedMeanwhile)$/),
      });
    }
    expect(await readdir(join(outside, 'iOS'))).toEqual(['app.entitlements']);
  });

  test('one within the workspace is read, and not replaced by a file', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: null,
      'shared/map.json': '{"title": {"data": {"t": ""}}}',
    });
    await symlink('../../shared/map.json', join(folder, mappingFile));
    const { verdict, fix } = await ruleOf(folder, 'mapping');
    expect(verdict).toBe('pass');
    if (!fix) throw new Error('no fix was offered');
    await expect(applyFix(folder, fix)).rejects.toMatchObject({ code: 'push/isLink' });
  });

  test('a circle of links and a folder in a file’s place are said', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: null,
      [manifestFile]: null,
      'config/Android/other.txt': '',
    });
    await symlink('pushnotification.json', join(folder, mappingFile));
    await mkdir(join(folder, manifestFile));
    expect((await ruleOf(folder, 'mapping-file')).findings[0]?.message).toContain('ELOOP');
    expect((await ruleOf(folder, 'permission')).findings[0]?.message).toContain('it is a folder');
  });
});

test('what is no folder is refused', async () => {
  const folder = await writeWorkspace();
  await expect(checkWorkspace(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'file/missing' });
  await expect(checkWorkspace(join(folder, mappingFile))).rejects.toMatchObject({ code: 'push/noFolder' });
});

test('an empty folder fails where it must and has nothing to say elsewhere', async () => {
  const { rules } = await checkWorkspace(await temporaryFolder());
  expect(rules.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['mapping-file', 'fail'],
    ['mapping', 'cannot-tell'],
    ['icon', 'cannot-tell'],
    ['sender-id', 'fail'],
    ['entitlements', 'fail'],
    ['sounds', 'pass'],
    ['permission', 'fail'],
    ['published', 'cannot-tell'],
  ]);
});
