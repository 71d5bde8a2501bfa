import { join } from 'node:path';
import { buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import { goodManifest, goodMapping, goodMessage } from '../../fakes/push-workspace.ts';
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
import { checkWorkspace, ruleOf } from './check-workspace.ts';
import { writeWorkspace } from './workspace-files.ts';

test('a valid workspace with a message and a build passes every rule', async () => {
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
    ['icon', 'unclear'],
    ['sender-id', 'pass'],
    ['entitlements', 'pass'],
    ['sounds', 'pass'],
    ['permission', 'pass'],
    ['published', 'unclear'],
  ]);
});

test.each(broken)(
  'a workspace with %s fails only the matching rule',
  async (_, files, rule, verdict, file, line, words) => {
    const folder = await writeWorkspace(files);
    const { rules } = await checkWorkspace(folder, { message: goodMessage, build: apk });
    const found = rules.find((one) => one.rule === rule);
    expect(found?.verdict).toBe(verdict);
    const worst = found?.findings.find((one) => one.verdict === verdict);
    expect(worst).toMatchObject({ file, message: expect.stringContaining(words) });
    if (line !== null) expect(worst?.line).toBe(line);
    // No other rule may fail. A mapping error also affects the icon, which depends on the mapping.
    const others = rules.filter((one) => one.rule !== rule && one.verdict === 'fail').map((one) => one.rule);
    expect(others.filter((one) => one !== 'icon' || rule !== 'mapping')).toEqual([]);
  },
);

describe('the check of a build', () => {
  test.each(buildCases)('given %j, reports the rule %s as %s', async (build, rule, verdict, words) => {
    const found = await ruleOf(await writeWorkspace(), rule, { build });
    expect(found).toMatchObject({
      verdict,
      findings: [{ message: expect.stringContaining(words), file: build.file }],
    });
  });

  test('passes when the build declares a permission that the project lacks', async () => {
    const folder = await writeWorkspace({
      [manifestFile]: goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, ''),
    });
    expect(await ruleOf(folder, 'build-permission', { build: apk })).toMatchObject({
      verdict: 'pass',
      findings: [{ message: expect.stringContaining('something else added it') }],
    });
  });
});

test('binary entitlements are checked but have no fix', async () => {
  const good = await writeWorkspace({
    [entitlementsFile]: Buffer.from(buildBinary({ 'aps-environment': 'development' })),
  });
  expect((await ruleOf(good, 'entitlements')).verdict).toBe('pass');
  const wrong = await writeWorkspace({ [entitlementsFile]: Buffer.from(buildBinary({ other: 1 })) });
  expect(await ruleOf(wrong, 'entitlements')).toMatchObject({ verdict: 'fail', fix: null });
});

describe('the icon rule', () => {
  const mapped = (key: string) => ({
    [mappingFile]: goodMapping.replace('"icon": "icon"', `"icon": "${key}"`),
  });
  const naming = (notification: unknown) => ({ message: { to: 'device', data: { notification } } });

  test('is inconclusive without a message, even if a picture matches the key', async () => {
    const folder = await writeWorkspace({ 'images/Android/drawable-mdpi/icon.9.png': 'x' });
    expect(await ruleOf(folder, 'icon')).toMatchObject({
      verdict: 'unclear',
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

  test.each(['my.png', 'bell.png', 'a.b', 'icon.xml'])('accepts the key %s', async (key) => {
    const folder = await writeWorkspace(mapped(key));
    expect(await ruleOf(folder, 'icon')).toMatchObject({ verdict: 'unclear', fix: null });
    const { verdict, findings } = await ruleOf(folder, 'icon', naming({ [key]: 'bell' }));
    expect([verdict, findings[0]?.file]).toEqual(['pass', 'images/Android/drawable-hdpi/bell.png']);
  });

  test.each([{}, { icon: '' }, { icon: ' ' }, { icon: null }, { icon: ['bell'] }])(
    'reports the icon of the application for a message with %j',
    async (notification) => {
      const folder = await writeWorkspace({ 'images/Android/drawable-mdpi/icon.png': 'x' });
      expect(await ruleOf(folder, 'icon', naming(notification))).toMatchObject({
        verdict: 'pass',
        findings: [{ file: mappingFile, message: expect.stringContaining('the app’s own icon is shown') }],
      });
    },
  );

  test('matches the name in the message exactly, without an extension', async () => {
    const folder = await writeWorkspace();
    for (const icon of ['bell.png', 'Bell', 'bell ', 'drawable-hdpi/bell']) {
      expect((await ruleOf(folder, 'icon', naming({ icon }))).verdict, icon).toBe('fail');
    }
  });

  test('reads the key at the path of an older mapping', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: '{"title": {"data": {"icon": ""}},\n"icon": {"data": {"i": ""}}}',
    });
    const message = { to: 'device', data: { i: 'bell' } };
    expect((await ruleOf(folder, 'icon', { message })).verdict).toBe('pass');
    expect((await ruleOf(folder, 'icon')).findings[0]?.line).toBe(2);
  });
});

test('the sounds rule accepts a missing name or a name ending in .wav', async () => {
  const folder = await writeWorkspace();
  const soundsWith = async (tone: unknown): Promise<string | undefined> => {
    const message = { to: 'device', data: { notification: { tone } } };
    return (await ruleOf(folder, 'sounds', { message })).findings[0]?.message;
  };
  for (const tone of ['ping', 'ping.mp3', 'ping.WAV', 'resources/ping.wav']) {
    expect(await soundsWith(tone)).toBe(`“${tone}” is not the name of a .wav file, so there is no sound.`);
  }
  expect(await soundsWith('pong.wav')).toContain('the folder has no sound of that name');
  for (const tone of ['ping.wav', '', null, undefined]) expect(await soundsWith(tone)).toContain('one sound');
});

describe('the permission rule', () => {
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
    ['declared', withTarget(goodManifest, '32')],
  ])('passes below target API level 33 when the permission is %s', async (_, manifest) => {
    expect(await ruleOf(await writeWorkspace({ [manifestFile]: manifest }), 'permission')).toMatchObject({
      verdict: 'pass',
      findings: [
        {
          file: manifestFile,
          message: expect.stringContaining('The permission does not have to be declared: the target'),
        },
      ],
      fix: null,
    });
  });

  test.each(['33', '35', '@integer/target', ''])(
    'fails when targetSdkVersion in the manifest is “%s”',
    async (target) => {
      const folder = await writeWorkspace({ [manifestFile]: withTarget(bare, target) });
      expect((await ruleOf(folder, 'permission')).verdict).toBe('fail');
    },
  );

  test("prefers the build's target API level to the manifest's", async () => {
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

test('checkWorkspace rejects a missing folder and a file', async () => {
  const folder = await writeWorkspace();
  await expect(checkWorkspace(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'file/missing' });
  await expect(checkWorkspace(join(folder, mappingFile))).rejects.toMatchObject({ code: 'push/noFolder' });
});

test('an empty folder fails the rules that require a file', async () => {
  const { rules } = await checkWorkspace(await temporaryFolder());
  expect(rules.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['mapping-file', 'fail'],
    ['mapping', 'unclear'],
    ['icon', 'unclear'],
    ['sender-id', 'fail'],
    ['entitlements', 'fail'],
    ['sounds', 'pass'],
    ['permission', 'fail'],
    ['published', 'unclear'],
  ]);
});
