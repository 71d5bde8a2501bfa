import { expect, test } from 'vitest';
import { messageOf } from '../../../main/messages/message.ts';
import { translatorOf } from '../../../main/messages/translator.ts';
import { installability } from '../../../main/packages/installability.ts';
import { platformName } from '../../../main/packages/package-info.ts';
import { matchesTag } from '../../../main/service/http/entity-tag.ts';
import { readRange } from '../../../main/service/install/download.ts';
import { escapeText } from '../../../main/service/install/escape.ts';
import { drawIcon } from '../../../main/service/install/icon.ts';
import { androidHelp, androidNotes, obstacleOf } from '../../../main/service/install/obstacles.ts';
import { requiredSystem } from '../../../main/service/install/visitor/device.ts';
import { visitorOf } from '../../../main/service/install/visitor/visitor.ts';
import { apiVersion } from '../../../main/service/platform.ts';

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=5-9', { start: 5, end: 9 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=1-2', null],
])('readRange reads %s of 100 bytes as %j', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected);
});

test.each([
  [undefined, 'strong', false],
  ['"a"', 'strong', true],
  ['"b" , "a"', 'strong', true],
  ['W/"a"', 'strong', false],
  ['W/"a"', 'weak', true],
  ['*', 'strong', true],
  ['"b,"a', 'strong', false],
  ['a', 'weak', false],
] as const)('matchesTag finds "a" in %s by %s comparison: %s', (header, comparison, expected) => {
  expect(matchesTag(header, '"a"', comparison)).toBe(expected);
});

test.each([
  ['apk', 'android', '24', 'Android 7.0 or later'],
  ['apk', 'android', '36', 'Android 16 or later'],
  ['apk', 'android', '41', 'Android, API level 41 or later'],
  ['apk', 'android', 'Baklava', 'Android, API level Baklava or later'],
  ['apk', 'android', null, 'Android'],
  ['ipa', 'tvos', '18.0', 'tvOS 18.0 or later'],
] as const)('requiredSystem of an %s for %s %s is %s', (kind, platform, minOs, text) => {
  expect(requiredSystem({ kind, platform, minOs }, translatorOf('en'))).toBe(text);
});

test('requiredSystem contains the CPU architectures of a build', () => {
  const facts = { provisioning: null, profileExpires: null, profileDevices: null, simulator: false };
  const build = { kind: 'apk', platform: 'android', minOs: '26' } as const;
  const installFacts = { ...facts, formFactor: 'phone', hardware: ['arm64-v8a', 'x86_64'] } as const;
  expect(requiredSystem({ ...build, installFacts }, translatorOf('en'))).toBe(
    'Android 8.0 or later (arm64-v8a, x86_64)',
  );
});

test.each([
  ['apk', 'android', 'wear', 'This build is for watches with Wear OS.'],
  ['apk', 'android', 'tv', 'This build is for Android TV.'],
  ['apk', 'android', 'automotive', 'This build is for cars with Android Automotive OS.'],
  ['apk', 'android', 'phone', null],
  ['ipa', 'tvos', null, 'This build is for tvOS. It cannot be installed from a web page.'],
  ['ipa', 'visionos', null, 'This build is for visionOS. It cannot be installed from a web page.'],
] as const)('the page of an %s for %s (%s) shows the obstacle: %s', (kind, platform, formFactor, text) => {
  const defaults = { provisioning: null, profileExpires: null, profileDevices: null, simulator: false };
  const build = { kind, platform, minOs: null, installFacts: { ...defaults, formFactor } };
  const rest = { packageId: 'a', versionName: '1', build: '1', fileName: 'a', fileSize: 1, sha256: '' };
  const visitor = visitorOf('Mozilla/5.0 (Linux; Android 15)');
  const obstacle = obstacleOf({ ...build, ...rest }, visitor, translatorOf('en'), 0);
  expect(obstacle?.startsWith(text ?? '-') ?? null).toBe(text && true);
});

const oldTarget = messageOf('warning/oldTarget', { target: '22', system: 14, minimum: 23 });
const noCode = messageOf('warning/noCode');
const smsAccess = messageOf('warning/playProtect', { permissions: ['READ_SMS'] });

test.each([
  ['a version that refuses the build', 'Android 15', [oldTarget], 'Your device will refuse this build.', 0],
  ['an older version', 'Android 13', [oldTarget], null, 1],
  ['the version that Chrome always reports', 'Android 10; K', [oldTarget], null, 1],
  ['a build that no device installs', 'Android 10; K', [noCode], 'Your device will refuse this build.', 0],
  ['access that Play Protect may block', 'Android 15', [smsAccess], null, 0],
] as const)('obstacleOf and androidNotes match the device: %s', (_, system, texts, refusal, notes) => {
  const defaults = { provisioning: null, profileExpires: null, profileDevices: null, simulator: false };
  const { reasons: obstacles } = installability(texts);
  const installFacts = { ...defaults, formFactor: 'phone', obstacles } as const;
  const rest = { packageId: 'a', versionName: '1', build: '1', fileName: 'a', fileSize: 1, sha256: '' };
  const build = { kind: 'apk', platform: 'android', minOs: null, ...rest, installFacts } as const;
  const visitor = visitorOf(`Mozilla/5.0 (Linux; ${system}) Chrome/150.0.0.0 Mobile Safari/537.36`);
  const text = obstacleOf(build, visitor, translatorOf('en'), 0);
  expect(text?.startsWith(refusal ?? '-') ?? null).toBe(refusal && true);
  expect(androidNotes(installFacts, visitor, translatorOf('en'))).toHaveLength(notes);
  const help = androidHelp(installFacts, visitor, translatorOf('en')).join('\n');
  expect(help.includes('without an option to install it anyway')).toBe(texts[0] === smsAccess);
});

test.each([
  ['30', 'Android 9', 'This device has Android 9, but the build needs Android 11.'],
  ['30', 'Android 11', null],
  ['30', 'Android 10; K', null],
  ['Baklava', 'Android 9', null],
  [null, 'Android 9', null],
] as const)('an apk for API level %s on %s has the obstacle: %s', (minOs, system, obstacle) => {
  const rest = { packageId: 'a', versionName: '1', build: '1', fileName: 'a', fileSize: 1, sha256: '' };
  const visitor = visitorOf(`Mozilla/5.0 (Linux; ${system}) Chrome/150.0.0.0 Mobile Safari/537.36`);
  const build = { kind: 'apk', platform: 'android', minOs, ...rest } as const;
  const text = obstacleOf(build, visitor, translatorOf('en'), 0);
  expect(text?.startsWith(obstacle ?? '-') ?? null).toBe(obstacle && true);
});

test.each([
  ['Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)', 'apple'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'mac'],
  ['Mozilla/5.0 (Linux; Android 15)', 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'computer'],
  ['curl/8.0', 'unknown'],
  [undefined, 'unknown'],
])('visitorOf reads %s as %s', (userAgent, device) => {
  expect(visitorOf(userAgent).device).toBe(device);
});

test('escapeText escapes HTML and XML and removes invalid characters', () => {
  expect(escapeText(`<a href="x">&'\u0000\u0008\uFFFE\uD800é🎉`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&amp;&#39;é🎉',
  );
});

test.each([
  [{ versionName: '2.4', build: '7' }, '2.4'],
  [{ versionName: null, build: '7' }, '7'],
  [{ versionName: '', build: '7' }, '7'],
  [{ versionName: null, build: null }, ''],
])('apiVersion of %j is %j', (build, version) => {
  expect(apiVersion(build)).toBe(version);
});

test("platformName returns the vendor's spelling", () => {
  const platforms = ['android', 'ios', 'tvos', 'watchos', 'visionos', 'macos'] as const;
  expect(platforms.map(platformName)).toEqual(['Android', 'iOS', 'tvOS', 'watchOS', 'visionOS', 'macOS']);
});

test('drawIcon returns a stable, distinct icon for each application', () => {
  const picture = drawIcon('com.example.a');
  expect(drawIcon('com.example.a')).toEqual(picture);
  expect(drawIcon('com.example.b')).not.toEqual(picture);
});
