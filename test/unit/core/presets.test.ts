import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { presetsFor as mainPresetsFor } from '../../../main/core/folders/inspect-project.ts';
import { presetsOf as mainPresetsOf } from '../../../main/core/folders/presets.ts';
import { createFileSelector } from '../../../main/watcher/files/file-rule.ts';
import { withEnglishResult } from '../../english.ts';
import { withSlashes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const presetsOf = withEnglishResult(mainPresetsOf);
const presetsFor = withEnglishResult(mainPresetsFor);

/** Creates a project folder. Names that end with `/` are folders. */
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

describe('presetsFor', () => {
  test('proposes the application modules of a Gradle project', async () => {
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
      ['gradle', 'app/release', false],
      ['gradle', 'catalog/build/outputs', false],
      ['gradle', 'catalog/build/outputs', false],
      ['gradle', 'catalog/release', false],
      ['gradle', 'clients/wear/build/outputs', false],
      ['gradle', 'clients/wear/build/outputs', false],
      ['gradle', 'clients/wear/release', false],
      drop,
    ]);
  });

  test('proposes the build folder of a single Gradle module', async () => {
    const folder = await project({ 'build.gradle': "plugins { id 'com.android.application' }" });
    expect((await proposed(folder))[0]).toEqual(['gradle', 'build/outputs', false]);
  });

  test('proposes the build folders of Flutter', async () => {
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

  test('proposes the build and export folders of React Native', async () => {
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

  test('proposes the folders of Xcode and fastlane', async () => {
    const folder = await project({ 'Notes.xcodeproj/': '', 'Notes.xcworkspace/': '', 'fastlane/': '' });
    expect(await proposed(folder)).toEqual([['xcode', 'build', false], ['xcode', '', true], drop]);
    expect((await presetsFor(folder))[0]?.reason).toContain('Notes.xcworkspace');
  });

  test('proposes the build folder of Unity', async () => {
    const folder = await project({
      'ProjectSettings/ProjectVersion.txt': 'm_EditorVersion: 6000.1.2f1\n',
      'Build/': '',
    });
    expect(await proposed(folder)).toEqual([['unity', 'Build', true], drop]);
  });

  test.for<[toolkit: string, files: Readonly<Record<string, string>>, presets: readonly unknown[]]>([
    [
      'Capacitor with a configuration',
      { 'capacitor.config.ts': '', 'android/app/build/outputs/': '', 'ios/App/build/': '' },
      [
        ['capacitor', 'android/app/build/outputs', true],
        ['capacitor', 'ios/App/build', true],
      ],
    ],
    [
      'Capacitor with a dependency',
      { 'package.json': '{"dependencies":{"@capacitor/core":"6"}}' },
      [
        ['capacitor', 'android/app/build/outputs', false],
        ['capacitor', 'ios/App/build', false],
      ],
    ],
    [
      'Cordova',
      { 'config.xml': '<?xml version="1.0"?>\n<widget id="com.example">', 'platforms/ios/build/': '' },
      [
        ['cordova', 'platforms/android/app/build/outputs', false],
        ['cordova', 'platforms/ios/build', true],
      ],
    ],
    [
      'NativeScript',
      { 'nativescript.config.ts': '' },
      [
        ['nativescript', 'platforms/android/app/build/outputs', false],
        ['nativescript', 'platforms/ios/build', false],
      ],
    ],
    [
      '.NET MAUI in a solution',
      {
        'Shop.sln': '',
        'Shop/Shop.csproj': '<TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks>',
        'Shop/bin/': '',
        'Tests/Tests.csproj': '<TargetFramework>net9.0</TargetFramework>',
      },
      [['dotnet', 'Shop/bin', true]],
    ],
    [
      'Godot with export presets',
      {
        'export_presets.cfg':
          'export_path="build/android/game.apk"\nexport_path="./game.ipa"\nexport_path="web/index.html"\nexport_path="../out/game.apk"\n',
        'build/android/': '',
      },
      [
        ['godot', 'build/android', true],
        ['godot', '', true],
      ],
    ],
  ])('proposes the build folders of %s', async ([, files, presets]) => {
    expect(await proposed(await project(files))).toEqual([...presets, drop]);
  });

  test('proposes only a drop folder for unknown or unreadable projects', async () => {
    expect(await proposed(await temporaryFolder())).toEqual([drop]);
    const odd = await project({
      'pubspec.yaml/': '',
      'package.json': '{"react-native',
      gradlew: '',
      'app/': '',
    });
    expect(await proposed(odd)).toEqual([drop]);
  });

  test('rejects a missing folder', async () => {
    await expect(presetsFor(join(await temporaryFolder(), 'none'))).rejects.toMatchObject({
      code: 'watcher/missing',
    });
  });
});

describe('the rule of a preset', () => {
  const found = {
    path: '/p',
    androidModules: ['app'],
    toolkits: new Map([
      ['flutter', 'pubspec.yaml'],
      ['react-native', 'package.json'],
      ['unity', 'ProjectSettings/ProjectVersion.txt'],
    ] as const),
    dotnetProjects: ['App'],
    godotExports: ['build'],
    xcode: ['A.xcodeproj'],
    hasFastlane: true,
    folders: new Set<string>(),
  };
  const ruleOf = (name: string) => {
    const preset = presetsOf(found, 'linux').find((each) => each.name === name);
    return preset ? createFileSelector(preset.rule, 'linux') : expect.fail(`no preset ${name}`);
  };

  test('for Gradle selects every build type but no unsigned or test builds', () => {
    const { selectsFile } = ruleOf('All versions of p');
    const selected = ['apk/debug/app-debug.apk', 'apk/free/release/app-free-release.apk'];
    const ignored = [
      'apk/release/app-release-unsigned.apk',
      'apk/androidTest/debug/app-debug-androidTest.apk',
      'apk/androidTest/free/debug/app.apk',
      'bundle/release/app-release.aab',
    ];
    expect(selected.filter(selectsFile)).toEqual(selected);
    expect(ignored.filter(selectsFile)).toEqual([]);
    expect(selected.filter(ruleOf('Only release versions of p').selectsFile)).toEqual([selected[1]]);
  });

  test('selects builds inside the project', () => {
    for (const platform of ['linux', 'win32'] as const) {
      for (const preset of presetsOf({ ...found, path: platform === 'win32' ? 'C:\\p' : '/p' }, platform)) {
        expect(preset.reason).toMatch(/^[A-Za-z/.].{30,}\.$/);
        expect(preset.path).toMatch(platform === 'win32' ? /^C:\\p/ : /^\/p/);
        const { selectsFile } = createFileSelector(preset.rule, platform);
        expect(['release/a.apk', 'a.ipa', 'a.apk', 'a-Signed.apk'].some(selectsFile)).toBe(true);
      }
    }
  });

  test('for .NET selects only the signed APK', () => {
    const { selectsFile } = ruleOf('.NET');
    expect(selectsFile('Release/net9.0-android/com.example.app-Signed.apk')).toBe(true);
    expect(selectsFile('Release/net9.0-android/com.example.app.apk')).toBe(false);
  });

  test('for Unity ignores folders named DoNotShip', () => {
    const { selectsFile } = ruleOf('Unity');
    expect(selectsFile('Android/game.apk')).toBe(true);
    expect(selectsFile('game_BurstDebugInformation_DoNotShip/a.apk')).toBe(false);
  });
});
