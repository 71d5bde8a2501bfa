import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import type { Localised } from '../../../main/messages/localised.ts';
import {
  applyFix,
  type DoctorOptions,
  checkWorkspace as mainCheckWorkspace,
} from '../../../main/push/checks/doctor.ts';
import type { RuleId, RuleReport } from '../../../main/push/checks/findings.ts';
import { saying } from '../../english.ts';
import {
  goodEntitlements,
  goodFiles,
  goodManifest,
  goodMapping,
  goodMessage,
  wavFile,
} from '../../fakes/push-workspace.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import {
  apk,
  broken,
  buildCases,
  entitlementsFile,
  ipa,
  manifestFile,
  mappingFile,
} from './broken-workspaces.ts';
import { writeWorkspace } from './workspace-files.ts';

const checkWorkspace = saying(mainCheckWorkspace);

async function ruleOf(
  folder: string,
  rule: RuleId,
  options: DoctorOptions = {},
): Promise<Localised<RuleReport>> {
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
  test.each(buildCases)('%j: %s is %s', async (build, rule, verdict, words) => {
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

describe('the icon', () => {
  const mapped = (key: string) => ({
    [mappingFile]: goodMapping.replace('"icon": "icon"', `"icon": "${key}"`),
  });
  const naming = (notification: unknown) => ({ message: { to: 'device', data: { notification } } });

  test('without a message it cannot be told, though a picture has the name of the key', async () => {
    const folder = await writeWorkspace({ 'images/Android/drawable-mdpi/icon.9.png': 'x' });
    expect(await ruleOf(folder, 'icon')).toMatchObject({
      verdict: 'cannot-tell',
      findings: [
        {
          file: mappingFile,
          line: 5,
          message: expect.stringContaining('under the key “icon”. Provide a message'),
        },
      ],
      fix: null,
    });
  });

  test.each(['my.png', 'bell.png', 'a.b', 'icon.xml'])('a key may be called %s', async (key) => {
    const folder = await writeWorkspace(mapped(key));
    expect(await ruleOf(folder, 'icon')).toMatchObject({ verdict: 'cannot-tell', fix: null });
    const { verdict, findings } = await ruleOf(folder, 'icon', naming({ [key]: 'bell' }));
    expect([verdict, findings[0]?.file]).toEqual(['pass', 'images/Android/drawable-hdpi/bell.png']);
  });

  test.each([{}, { icon: '' }, { icon: ' ' }, { icon: null }, { icon: ['bell'] }])(
    'a message with %j has the app’s own icon',
    async (notification) => {
      const folder = await writeWorkspace({ 'images/Android/drawable-mdpi/icon.png': 'x' });
      expect(await ruleOf(folder, 'icon', naming(notification))).toMatchObject({
        verdict: 'pass',
        findings: [{ file: mappingFile, message: expect.stringContaining('the app’s own icon is shown') }],
      });
    },
  );

  test('the name in a message has no ending, and is looked for as it is', async () => {
    const folder = await writeWorkspace();
    for (const icon of ['bell.png', 'Bell', 'bell ', 'drawable-hdpi/bell']) {
      expect((await ruleOf(folder, 'icon', naming({ icon }))).verdict, icon).toBe('fail');
    }
  });

  test('an older form finds it where it leads', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: '{"title": {"data": {"icon": ""}},\n"icon": {"data": {"i": ""}}}',
    });
    const message = { to: 'device', data: { i: 'bell' } };
    expect((await ruleOf(folder, 'icon', { message })).verdict).toBe('pass');
    expect((await ruleOf(folder, 'icon')).findings[0]?.line).toBe(2);
  });
});

test('a sound is a name that ends in .wav, or none is named', async () => {
  const folder = await writeWorkspace();
  const soundsWith = async (tone: unknown): Promise<string | undefined> => {
    const message = { to: 'device', data: { notification: { tone } } };
    return (await ruleOf(folder, 'sounds', { message })).findings[0]?.message;
  };
  for (const tone of ['ping', 'ping.mp3', 'ping.WAV', 'resources/ping.wav']) {
    expect(await soundsWith(tone)).toBe(`"${tone}" is not the name of a .wav file, so there is no sound.`);
  }
  expect(await soundsWith('pong.wav')).toContain('the folder has no sound of that name');
  for (const tone of ['ping.wav', '', null, undefined]) expect(await soundsWith(tone)).toContain('one sound');
});

describe('the permission below target level 33', () => {
  const bare = goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, '');
  const withTarget = (manifest: string, target: string): string =>
    manifest.replace('<application', `<uses-sdk android:targetSdkVersion="${target}" />\n<application`);
  const limited = goodManifest.replace(
    'POST_NOTIFICATIONS"',
    'POST_NOTIFICATIONS" android:maxSdkVersion="32"',
  );

  test.each([
    ['missing', withTarget(bare, '32')],
    ['limited', withTarget(limited, '30')],
  ])('is no failure in the manifest, and told: %s', async (_, manifest) => {
    expect(await ruleOf(await writeWorkspace({ [manifestFile]: manifest }), 'permission')).toMatchObject({
      verdict: 'pass',
      findings: [
        {
          file: manifestFile,
          message: expect.stringContaining('It does not have to be declared: the target'),
        },
      ],
      fix: null,
    });
  });

  test.each(['33', '35', '@integer/target', ''])('is one where the manifest says “%s”', async (target) => {
    const folder = await writeWorkspace({ [manifestFile]: withTarget(bare, target) });
    expect((await ruleOf(folder, 'permission')).verdict).toBe('fail');
  });

  test('a build knows its target better than the manifest', async () => {
    const older = { ...apk, targetSdk: '31', permissions: [] };
    const folder = await writeWorkspace({ [manifestFile]: withTarget(bare, '34') });
    const { rules } = await checkWorkspace(folder, { build: older });
    expect(rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const newer = await writeWorkspace({ [manifestFile]: withTarget(bare, '31') });
    expect((await ruleOf(newer, 'permission', { build: apk })).verdict).toBe('fail');
    expect((await ruleOf(newer, 'permission', { build: ipa })).verdict).toBe('pass');
    const none = await writeWorkspace({ [manifestFile]: null });
    expect((await ruleOf(none, 'permission', { build: older })).verdict).toBe('pass');
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
      findings: [
        {},
        { verdict: 'pass', message: expect.stringContaining('oldest form'), line: 1 },
        { verdict: 'pass', message: expect.stringContaining('data.t → data.notification.t'), line: 1 },
      ],
      fix: {
        title:
          'Convert the file to version 2, with the same keys; senders must then use data.t → data.notification.t',
      },
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
    await expect(applyFix(folder, { change })).rejects.toMatchObject({
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
      await expect(applyFix(folder, { change })).rejects.toMatchObject({
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
