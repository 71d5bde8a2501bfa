import { describe, expect, test } from 'vitest';
import { buildKind, isBuildPath, isIgnoredFolder, isIgnoredPath } from '../../../main/watcher/files/names.ts';

test.each([
  ['app.apk', 'apk'],
  ['APP.APK', 'apk'],
  ['My App (1) [beta] & co.Apk', 'apk'],
  ['日本語 アプリ 🎉.ipa', 'ipa'],
  ['x.IPA', 'ipa'],
  ['#1234.apk', 'apk'],
])('%s is a build', (name, kind) => {
  expect(buildKind(name)).toBe(kind);
});

test.each([
  '.apk',
  '.app.apk',
  '._app.apk',
  '~$app.apk',
  'app.apk~',
  'app.apk.part',
  'app.apk.tmp',
  'app.apk.crdownload',
  'app.apk.download',
  'app.apks',
  'app.aab',
  'app.ipa.zip',
  'apk',
  'ipa',
  '',
])('%s is not a build', (name) => {
  expect(buildKind(name)).toBeNull();
});

test.each(['.git', '.gradle', 'node_modules', '__MACOSX', 'Node_Modules', 'intermediates', 'x.tmp', '~old'])(
  'the folder %s is ignored',
  (name) => {
    expect(isIgnoredFolder(name)).toBe(true);
  },
);

test.each(['build', 'outputs', 'apk', 'release', 'com.example.app', 'a.b', 'App.ipa', 'app.apk'])(
  'the folder %s is scanned',
  (name) => {
    expect(isIgnoredFolder(name)).toBe(false);
  },
);

describe('a path below the watched folder', () => {
  test.each(['app.apk', 'app/build/outputs/apk/debug/app-debug.apk', 'a\\b\\App.IPA'])(
    'is a build path: %s',
    (path) => {
      expect(isBuildPath(path)).toBe(true);
    },
  );

  test.each(['node_modules/x/app.apk', 'a/.git/app.apk', 'a\\node_modules\\app.apk', 'a/app.txt', ''])(
    'is not a build path: %s',
    (path) => {
      expect(isBuildPath(path)).toBe(false);
    },
  );
});

test('isIgnoredPath is false for the watched folder itself', () => {
  expect(isIgnoredPath('')).toBe(false);
  expect(isIgnoredPath('a/node_modules')).toBe(true);
});
