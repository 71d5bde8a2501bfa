import { expect, test } from 'vitest';
import { displayPath, projectName } from '../../../main/watcher/project-name.ts';

const home = '/home/ada';

test.each([
  // Gradle and Android Studio
  ['~/AndroidStudioProjects/TimeTracker/app/build/outputs', 'TimeTracker'],
  ['~/AndroidStudioProjects/TimeTracker/app/build/outputs/apk', 'TimeTracker'],
  ['~/AndroidStudioProjects/TimeTracker/app/build/outputs/apk/free/release', 'TimeTracker'],
  ['~/AndroidStudioProjects/TimeTracker/app/release', 'TimeTracker'],
  ['~/AndroidStudioProjects/TimeTracker/wear/build/outputs/apk', 'TimeTracker wear'],
  ['~/AndroidStudioProjects/TimeTracker/build/outputs/apk', 'TimeTracker'],
  ['~/src/notes/composeApp/build/outputs/apk/debug', 'notes'],
  // Flutter
  ['~/FlutterProjects/shop/build/app/outputs/flutter-apk', 'shop'],
  ['~/FlutterProjects/shop/build/app/outputs/apk/release', 'shop'],
  ['~/FlutterProjects/shop/build/ios/ipa', 'shop'],
  // React Native, Capacitor, Cordova, NativeScript
  ['~/code/chat/android/app/build/outputs/apk', 'chat'],
  ['~/code/chat/ios/build', 'chat'],
  ['~/code/chat/platforms/android/app/build/outputs/apk/debug', 'chat'],
  // .NET and Unity
  ['~/source/Maps/bin/Release/net9.0-android/publish', 'Maps'],
  ['~/Unity Projects/Racer/Build', 'Racer'],
  // Xcode and fastlane
  ['~/Developer/Field Notes/build', 'Field Notes'],
  ['~/Developer/Field Notes/Exports', 'Field Notes'],
  ['~/Exports/Field Notes 2026-11-27 10-15-30', 'Field Notes'],
  [`~/Library/Developer/Xcode/DerivedData/Field_Notes-${'a'.repeat(28)}/Build/Products`, 'Field_Notes'],
  ['~/Developer/Notes/fastlane/build', 'Notes'],
  // No layout of a build tool
  ['~/builds', 'builds'],
  ['~/Desktop/Exports', 'Exports'],
  ['~/Projects/TimeTracker', 'TimeTracker'],
  ['~/work/android', 'android'],
  ['/mnt/ci/CI exports', 'CI exports'],
  ['/', '/'],
  [String.raw`C:\Users\ada\StudioProjects\Shop\app\build\outputs\apk`, 'Shop'],
])('the project of %s is named %s', (path, name) => {
  expect(projectName(path.replace(/^~/, home), home)).toBe(name);
});

test('the shown path begins with ~ in the home folder only', () => {
  expect(displayPath('/home/ada/builds', home)).toBe('~/builds');
  expect(displayPath(String.raw`C:\Users\ada\builds`, String.raw`C:\Users\ada`)).toBe(String.raw`~\builds`);
  expect(displayPath('/home/adam/builds', home)).toBe('/home/adam/builds');
  expect(displayPath('/mnt/builds', home)).toBe('/mnt/builds');
});
