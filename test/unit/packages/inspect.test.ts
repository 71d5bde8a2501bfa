import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeZip } from '../../../main/cli/demo/samples/zip-writer.ts';
import { inspectPackage as mainInspectPackage } from '../../../main/packages/inspect.ts';
import { saying } from '../../english.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { inspectBytes, refusal, sampleApk, sampleIpa } from './builds.ts';

const inspectPackage = saying(mainInspectPackage);

test('an apk', async () => {
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

test('an ipa', async () => {
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

test('the content decides, not the name', async () => {
  expect(await inspectBytes(sampleApk(), 'odd.ipa')).toMatchObject({ kind: 'apk' });
  expect(await inspectBytes(sampleIpa(), 'odd.APK')).toMatchObject({ kind: 'ipa' });
});

test('a build of 256 MiB is read by positions, in far less memory', async () => {
  const path = join(await temporaryFolder(), 'large.apk');
  const build = sampleApk();
  const file = await open(path, 'w');
  await file.write(build, 0, build.length, 256 * 1024 * 1024 - build.length);
  await file.close();
  const before = process.memoryUsage().arrayBuffers;
  expect(await inspectPackage(path)).toMatchObject({ id: 'dev.example.sample' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
});

test('an aborted reading ends with the reason', async () => {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, sampleApk());
  const reason = new Error('enough');
  await expect(inspectPackage(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

describe('what is no build', () => {
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
    ['an app without a list', 'package/noInfoPlist', writeZip([entry('Payload/A.app/A')])],
    ['an app outside Payload', 'package/outsidePayload', writeZip([entry('A.app/Info.plist')])],
    ['an app for the Mac', 'package/macApp', writeZip([entry('A.app/Contents/Info.plist')])],
    [
      'two apps',
      'package/severalApps',
      writeZip([entry('Payload/A.app/Info.plist'), entry('Payload/B.app/Info.plist')]),
    ],
  ])('%s', async ([, code, bytes]) => {
    expect(await refusal(bytes, 'thing.apk')).toBe(code);
  });

  test('a folder, and nothing at all', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'My.app'));
    await expect(inspectPackage(join(folder, 'My.app'))).rejects.toMatchObject({ code: 'package/folder' });
    await expect(inspectPackage(join(folder, 'none.apk'))).rejects.toMatchObject({ code: 'file/missing' });
  });

  test.skipIf(process.platform === 'win32')('a device that never ends', async () => {
    await expect(inspectPackage('/dev/zero')).rejects.toMatchObject({ code: 'package/notAFile' });
  });
});

describe('texts that are cut', () => {
  const long = `${'a'.repeat(998)}😀${'b'.repeat(1_000)}`;
  const cut = `${'a'.repeat(998)}…`;

  test.for<[name: string, bytes: Buffer, number: string]>([
    ['apk', sampleApk({ versionName: long, label: long }), '77'],
    ['ipa', sampleIpa({ versionName: long, name: long, build: long }), cut],
  ])('of an %s are marked, and said', async ([, bytes, build]) => {
    const info = await inspectBytes(bytes);
    expect(info).toMatchObject({ name: cut, versionName: cut, build });
    expect(info.warnings).toEqual(
      expect.arrayContaining([
        'The name is longer than 1000 characters: only its beginning is shown.',
        'The version name is longer than 1000 characters: only its beginning is shown.',
      ]),
    );
    expect(
      info.warnings.includes(
        'The build number is longer than 1000 characters: only its beginning is shown.' as never,
      ),
    ).toBe(build === cut);
  });

  test('are none up to 1,000 characters', async () => {
    const most = 'c'.repeat(1_000);
    const info = await inspectBytes(sampleIpa({ versionName: most, name: most, build: most }));
    const notSigned = [expect.stringMatching(/^Not signed/)];
    expect(info).toMatchObject({ name: most, versionName: most, build: most, warnings: notSigned });
  });
});
