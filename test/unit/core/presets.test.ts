import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { presetsFor as mainPresetsFor } from '../../../main/core/folders/look-at-project.ts';
import { presetsOf as mainPresetsOf } from '../../../main/core/folders/presets.ts';
import { wantedBy } from '../../../main/watcher/folder/which-files.ts';
import { saying } from '../../english.ts';
import { withSlashes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const presetsOf = saying(mainPresetsOf);
const presetsFor = saying(mainPresetsFor);

/** A project folder; a name that ends with `/` is a folder. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) await writeFile(path, text);
  }
  return folder;
}

async function proposed(folder: string) {
  const presets = await presetsFor(folder);
  return presets.map(({ kind, path, exists }) => [kind, withSlashes(relative(folder, path)), exists]);
}

const application = 'plugins {\n  id("com.android.application")\n}\nandroid {}\n';
const onlyVersions = 'plugins {\n  id("com.android.application") version "8.9" apply false\n}\n';
const drop = ['drop', '', true];

describe('what is really there decides', () => {
  test('a Gradle project: the modules that make applications, wherever they lie', async () => {
    const folder = await project({
      gradlew: '',
      'settings.gradle.kts': 'include(":app", ":lib")\ninclude(":clients:wear")',
      'build.gradle.kts': onlyVersions,
      'app/build.gradle.kts': application,
      'app/build/outputs/': '',
      'lib/build.gradle.kts': 'plugins { id("com.android.library") }',
      'clients/wear/build.gradle': "apply plugin: 'com.android.application'",
      'catalog/build.gradle.kts': 'plugins { alias(libs.plugins.android.application) }',
    });
    expect(await proposed(folder)).toEqual([
      ['gradle', 'app/build/outputs', true],
      ['gradle', 'app/build/outputs', true],
      ['gradle', 'catalog/build/outputs', false],
      ['gradle', 'catalog/build/outputs', false],
      ['gradle', 'clients/wear/build/outputs', false],
      ['gradle', 'clients/wear/build/outputs', false],
      drop,
    ]);
  });

  test('a module itself', async () => {
    const folder = await project({ 'build.gradle': "plugins { id 'com.android.application' }" });
    expect((await proposed(folder))[0]).toEqual(['gradle', 'build/outputs', false]);
  });

  test('Flutter', async () => {
    const folder = await project({
      'pubspec.yaml': 'name: notes\ndependencies:\n  flutter:\n    sdk: flutter\n',
      'build/ios/ipa/': '',
    });
    expect(await proposed(folder)).toEqual([
      ['flutter', 'build/app/outputs/flutter-apk', false],
      ['flutter', 'build/ios/ipa', true],
      drop,
    ]);
  });

  test('React Native, where its archives are exported to', async () => {
    const folder = await project({
      'package.json': '{"dependencies": {"react": "19.0.0", "react-native": "0.80.0"}}',
      'ios/export/': '',
    });
    expect(await proposed(folder)).toEqual([
      ['react-native', 'android/app/build/outputs', false],
      ['react-native', 'ios/export', true],
      drop,
    ]);
  });

  test('Xcode, also with fastlane', async () => {
    const folder = await project({ 'Notes.xcodeproj/': '', 'Notes.xcworkspace/': '', 'fastlane/': '' });
    expect(await proposed(folder)).toEqual([['xcode', 'build', false], ['xcode', '', true], drop]);
    expect((await presetsFor(folder))[0]?.why).toContain('Notes.xcworkspace');
  });

  test('Unity', async () => {
    const folder = await project({
      'ProjectSettings/ProjectVersion.txt': 'm_EditorVersion: 6000.1.2f1\n',
      'Build/': '',
    });
    expect(await proposed(folder)).toEqual([['unity', 'Build', true], drop]);
  });

  test('nothing known: a drop folder; what cannot be read tells nothing', async () => {
    expect(await proposed(await temporaryFolder())).toEqual([drop]);
    const odd = await project({
      'pubspec.yaml/': '',
      'package.json': '{"react-native',
      gradlew: '',
      'app/': '',
    });
    expect(await proposed(odd)).toEqual([drop]);
  });

  test('a folder that is not there is said so', async () => {
    await expect(presetsFor(join(await temporaryFolder(), 'none'))).rejects.toMatchObject({
      code: 'watcher/missing',
    });
  });
});

describe('the rules', () => {
  const found = {
    path: '/p',
    androidModules: ['app'],
    isFlutter: true,
    isReactNative: true,
    xcode: ['A.xcodeproj'],
    hasFastlane: true,
    isUnity: true,
    folders: new Set<string>(),
  };
  const ruleOf = (name: string) => {
    const preset = presetsOf(found, 'linux').find((each) => each.name === name);
    return preset ? wantedBy(preset.rule, 'linux') : expect.fail(`no preset ${name}`);
  };

  test('Gradle: every build type and flavour, nothing unsigned and no tests', () => {
    const { wantsFile } = ruleOf('Android, every build');
    const taken = ['apk/debug/app-debug.apk', 'apk/free/release/app-free-release.apk'];
    const left = [
      'apk/release/app-release-unsigned.apk',
      'apk/androidTest/debug/app-debug-androidTest.apk',
      'apk/androidTest/free/debug/app.apk',
      'bundle/release/app-release.aab',
    ];
    expect(taken.filter(wantsFile)).toEqual(taken);
    expect(left.filter(wantsFile)).toEqual([]);
    expect(taken.filter(ruleOf('Android, release builds').wantsFile)).toEqual([taken[1]]);
  });

  test('every preset says why, names a folder of the project and takes builds', () => {
    for (const platform of ['linux', 'win32'] as const) {
      for (const preset of presetsOf({ ...found, path: platform === 'win32' ? 'C:\\p' : '/p' }, platform)) {
        expect(preset.why).toMatch(/^[A-Za-z/.].{30,}\.$/);
        expect(preset.path).toMatch(platform === 'win32' ? /^C:\\p/ : /^\/p/);
        const { wantsFile } = wantedBy(preset.rule, platform);
        expect(['release/a.apk', 'a.ipa', 'a.apk'].some(wantsFile)).toBe(true);
      }
    }
  });

  test('what Unity says not to ship is not taken', () => {
    const { wantsFile } = ruleOf('Unity');
    expect(wantsFile('Android/game.apk')).toBe(true);
    expect(wantsFile('game_BurstDebugInformation_DoNotShip/a.apk')).toBe(false);
  });
});
