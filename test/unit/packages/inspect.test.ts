import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectPackage as mainInspectPackage } from '../../../main/packages/inspect.ts';
import { withEnglishResult } from '../../english.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { inspectBytes, refusal, sampleApk, sampleIpa } from './builds.ts';
import { contentOf } from './zip-surgery.ts';

const inspectPackage = withEnglishResult(mainInspectPackage);

test('inspectPackage reads an apk', async () => {
  expect(await inspectBytes(sampleApk())).toMatchObject({
    kind: 'apk',
    platform: 'android',
    id: 'dev.example.sample',
    name: 'Größe & “日本語”',
    versionName: '1.2.3-rc.1',
    build: '77',
    minOs: '24',
    targetOs: '35',
    split: null,
    debuggable: false,
    launchers: 1,
    instrumentation: false,
    formFactor: 'phone',
    warnings: [],
  });
});

test('inspectPackage reads an ipa', async () => {
  expect(await inspectBytes(sampleIpa())).toMatchObject({
    kind: 'ipa',
    platform: 'ios',
    id: 'dev.example.sample',
    name: 'Größe & <日本語>',
    versionName: '1.2.3',
    build: '77.1',
    minOs: '15.0',
    targetOs: null,
    simulator: false,
    deviceFamily: [1, 2],
    plistFormat: 'xml',
    nestedBundles: [],
    warnings: [expect.stringMatching(/^Not signed/)],
  });
});

test('inspectPackage detects the package type by content, not by file name', async () => {
  expect(await inspectBytes(sampleApk(), 'odd.ipa')).toMatchObject({ kind: 'apk' });
  expect(await inspectBytes(sampleIpa(), 'odd.APK')).toMatchObject({ kind: 'ipa' });
});

test('inspectPackage reads a build of 256 MiB in less than 8 MiB of memory', async () => {
  const path = join(await temporaryFolder(), 'large.apk');
  const build = sampleApk();
  const file = await open(path, 'w');
  await file.write(build, 0, build.length, 256 * 1024 * 1024 - build.length);
  await file.close();
  const before = process.memoryUsage().arrayBuffers;
  expect(await inspectPackage(path)).toMatchObject({ id: 'dev.example.sample' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
});

test('inspectPackage rejects with the reason when aborted', async () => {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, sampleApk());
  const reason = new Error('enough');
  await expect(inspectPackage(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

describe('inspectPackage', () => {
  const entry = (name: string, text = 'x') => ({ name, data: Buffer.from(text) });

  test.for<[name: string, code: string, bytes: Buffer]>([
    ['text', 'package/notAZip', Buffer.from('just words\n')],
    ['a web page', 'package/notAZip', Buffer.from('\n<!DOCTYPE html><title>404</title>')],
    ['a PDF', 'package/notAZip', Buffer.from('%PDF-1.7 ')],
    ['zeros', 'package/notAZip', Buffer.alloc(4096)],
    ['an app bundle', 'package/bundle', writeZip([entry('base/manifest/AndroidManifest.xml')])],
    ['an .apks', 'package/splitSet', writeZip([entry('toc.pb'), entry('splits/base-master.apk')])],
    ['an .xapk', 'package/splitSet', writeZip([entry('manifest.json'), entry('a.apk')])],
    ['a zipped ipa', 'package/wrapped', writeZip([entry('MyApp.ipa')])],
    ['a jar', 'package/otherZip', writeZip([entry('META-INF/MANIFEST.MF'), entry('A.class')])],
    ['a source manifest', 'package/sourceManifest', writeZip([entry('AndroidManifest.xml', '<manifest/>')])],
    [
      'an Android library',
      'package/library',
      writeZip([entry('AndroidManifest.xml', '<manifest/>'), entry('classes.jar'), entry('R.txt')]),
    ],
    ['an empty manifest', 'package/partDamaged', writeZip([entry('AndroidManifest.xml', '')])],
    ['an empty Payload', 'package/noAppBundle', writeZip([entry('Payload/', '')])],
    ['an app without Info.plist', 'package/noInfoPlist', writeZip([entry('Payload/A.app/A')])],
    ['an app outside Payload', 'package/outsidePayload', writeZip([entry('A.app/Info.plist')])],
    ['an app for the Mac', 'package/macApp', writeZip([entry('A.app/Contents/Info.plist')])],
    [
      'an app for the Mac in Payload',
      'package/macApp',
      writeZip([entry('Payload/A.app/Contents/Info.plist'), entry('Payload/A.app/Contents/MacOS/A')]),
    ],
    ['a HarmonyOS package', 'package/otherZip', writeZip([entry('module.json'), entry('ets/modules.abc')])],
    [
      'two apps',
      'package/severalApps',
      writeZip([entry('Payload/A.app/Info.plist'), entry('Payload/B.app/Info.plist')]),
    ],
  ])('rejects %s', async ([, code, bytes]) => {
    expect(await refusal(bytes, 'thing.apk')).toBe(code);
  });

  test('rejects a folder and a missing file', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'My.app'));
    await expect(inspectPackage(join(folder, 'My.app'))).rejects.toMatchObject({ code: 'package/folder' });
    await expect(inspectPackage(join(folder, 'none.apk'))).rejects.toMatchObject({ code: 'file/missing' });
  });

  test.skipIf(process.platform === 'win32')('rejects an endless device file', async () => {
    await expect(inspectPackage('/dev/zero')).rejects.toMatchObject({ code: 'package/notAFile' });
  });
});

describe('long texts', () => {
  const long = `${'a'.repeat(998)}😀${'b'.repeat(1_000)}`;
  const cut = `${'a'.repeat(998)}…`;

  test.for<[name: string, bytes: Buffer, number: string]>([
    ['apk', sampleApk({ versionName: long, label: long }), '77'],
    ['ipa', sampleIpa({ versionName: long, name: long, build: long }), cut],
  ])('of an %s are truncated with a warning', async ([, bytes, build]) => {
    const info = await inspectBytes(bytes);
    expect(info).toMatchObject({ name: cut, versionName: cut, build });
    expect(info.warnings).toEqual(
      expect.arrayContaining([
        'The name is longer than 1000 characters: only its first 999 are shown.',
        'The version name is longer than 1000 characters: only its first 999 are shown.',
      ]),
    );
    expect(
      info.warnings.includes(
        'The build number is longer than 1000 characters: only its first 999 are shown.' as never,
      ),
    ).toBe(build === cut);
  });

  test('are not truncated up to 1,000 characters', async () => {
    const maxText = 'c'.repeat(1_000);
    const info = await inspectBytes(sampleIpa({ versionName: maxText, name: maxText, build: maxText }));
    const notSigned = [expect.stringMatching(/^Not signed/)];
    expect(info).toMatchObject({ name: maxText, versionName: maxText, build: maxText, warnings: notSigned });
  });
});

describe('the property list of an ipa', () => {
  /** Returns the sample with a changed Info.plist. */
  const withList = (change: (xml: string) => Buffer): Buffer => {
    const ipa = sampleIpa();
    const list = 'Payload/Sample.app/Info.plist';
    return writeZip([{ name: list, data: change(contentOf(ipa, list).toString()) }]);
  };
  const replaced = (key: string, value: string): Buffer =>
    withList((xml) =>
      Buffer.from(
        xml.replace(
          new RegExp(`(<key>${key}</key>\\s*)(?:<string>[^<]*</string>|<array>[\\s\\S]*?</array>)`),
          `$1${value}`,
        ),
      ),
    );

  test.for([
    ['ISO-8859-1', '47 72 f6 df 65', 'Größe'],
    ['windows-1251', 'cf f0 e8 e2 e5 f2', 'Привет'],
    ['Shift_JIS', '93 fa 96 7b', '日本'],
    ['GBK', 'd6 d0 ce c4', '中文'],
    ['EUC-KR', 'c7 d1 b1 db', '한글'],
    ['utf-8', 'e4 b8 ad', '中'],
  ] as const)('is decoded in its declared encoding %s', async ([encoding, hex, name]) => {
    const [before = '', after = ''] = contentOf(sampleIpa(), 'Payload/Sample.app/Info.plist')
      .toString()
      .replace('UTF-8', encoding)
      .replace(/(<key>CFBundleDisplayName<\/key>\s*<string>)[^<]*/, '$1|')
      .split('|');
    const text = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const bytes = Buffer.concat([Buffer.from(before, 'ascii'), text, Buffer.from(after, 'latin1')]);
    expect(await inspectBytes(withList(() => bytes))).toMatchObject({ name });
  });

  test('is rejected if it declares an unknown encoding', async () => {
    const bytes = withList((xml) => Buffer.from(xml.replace('UTF-8', 'klingon')));
    await expect(inspectBytes(bytes)).rejects.toThrow(/unknown encoding klingon/);
  });

  test('is accepted with a single number as device family', async () => {
    const ipa = replaced('UIDeviceFamily', '<integer>2</integer>');
    expect(await inspectBytes(ipa)).toMatchObject({ deviceFamily: [2] });
  });

  test.for(['$(PRODUCT_BUNDLE_IDENTIFIER)', 'com.example.\u0024{target}', '$(A:rfc1034identifier).app'])(
    'is rejected with the identifier %s',
    async (id) => {
      expect(await refusal(replaced('CFBundleIdentifier', `<string>${id}</string>`))).toBe('package/noId');
    },
  );

  test('uses CFBundleName if the display name has an unresolved variable', async () => {
    const ipa = replaced('CFBundleDisplayName', '<string>$(PRODUCT_NAME)</string>');
    expect(await inspectBytes(ipa)).toMatchObject({ name: 'Größe & <日本語>' });
    const dollars = replaced('CFBundleDisplayName', '<string>Save $(5) or $5</string>');
    expect(await inspectBytes(dollars)).toMatchObject({ name: 'Save $(5) or $5' });
  });
});
