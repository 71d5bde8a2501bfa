import { describe, expect, test } from 'vitest';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { inspectBytes, sampleIpa } from './builds.ts';
import { iconIpa, iconOf, primaryIcon } from './icon-builds.ts';
import { decodePng, jpeg, plainApplePng, plainPng } from './pictures.ts';
import { contentOf } from './zip-surgery.ts';

const named = (...names: readonly string[]) => names.map((name) => `Payload/A.app/${name}`);

test('readIcon returns the largest icon of the sample ipa', async () => {
  expect(await iconOf(sampleIpa())).toMatchObject({ type: 'image/png', width: 180, height: 180 });
  expect(await inspectBytes(sampleIpa())).toMatchObject({
    icon: true,
    iconDeclared: ['AppIcon60x60'],
    iconFiles: ['Payload/Sample.app/AppIcon60x60@2x.png', 'Payload/Sample.app/AppIcon60x60@3x.png'],
    iconKinds: ['png'],
    iconAsset: null,
    assetsCar: false,
  });
});

test('readIcon converts an Apple PNG into a standard PNG', async () => {
  const build = iconIpa(primaryIcon(['AppIcon60x60']), {
    'AppIcon60x60@2x.png': plainApplePng(120, [200, 100, 50]),
  });
  expect(await inspectBytes(build)).toMatchObject({ icon: true, iconKinds: ['cgbi-png'] });
  const icon = await iconOf(build);
  expect(icon).toMatchObject({ type: 'image/png', width: 120, height: 120 });
  const { bytes } = decodePng(icon?.bytes ?? Buffer.alloc(0));
  expect(bytes).toEqual(Buffer.alloc(120 * 120 * 4, Buffer.from([200, 100, 50, 255])));
});

describe('the icon files of an ipa', () => {
  const picture = plainPng(8);
  const files = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, picture]));

  test.for<
    [
      name: string,
      list: object,
      there: readonly string[],
      declared: readonly string[],
      taken: readonly string[],
    ]
  >([
    [
      'include every scale and device',
      primaryIcon(['AppIcon60x60']),
      ['AppIcon60x60@3x.png', 'AppIcon60x60@2x.png', 'AppIcon60x60@2x~ipad.png', 'AppIcon60x60~car.png'],
      ['AppIcon60x60'],
      ['AppIcon60x60@2x.png', 'AppIcon60x60@2x~ipad.png', 'AppIcon60x60@3x.png', 'AppIcon60x60~car.png'],
    ],
    [
      'exclude files with the same prefix or in another folder',
      primaryIcon(['Icon']),
      ['Icon-72.png', 'Icon60.png', 'Icon.txt', 'PlugIns/P.appex/Icon.png', 'Icon.png'],
      ['Icon'],
      ['Icon.png'],
    ],
    [
      'include each file of iPhone and iPad once',
      {
        ...primaryIcon(['B', 'A']),
        'CFBundleIcons~ipad': { CFBundlePrimaryIcon: { CFBundleIconFiles: ['B', 'C'] } },
      },
      ['A.png', 'B@2x.png', 'C~ipad.png'],
      ['A', 'B', 'C'],
      ['A.png', 'B@2x.png', 'C~ipad.png'],
    ],
    [
      'include files under the keys of older apps',
      { CFBundleIconFile: 'Icon.PNG', CFBundleIconFiles: ['Icon.png', 'Icon@2x.png', 'art/Icon-72'] },
      ['Icon.PNG', 'Icon@2x.png', 'art/Icon-72.png'],
      ['Icon.PNG', 'Icon.png', 'Icon@2x.png', 'art/Icon-72'],
      ['Icon.PNG', 'Icon@2x.png', 'art/Icon-72.png'],
    ],
    ['exclude files that are not declared', {}, ['Icon.png', 'AppIcon60x60@2x.png'], [], []],
    [
      'exclude alternate icons',
      { CFBundleIcons: { CFBundleAlternateIcons: { X: { CFBundleIconFiles: ['X'] } } } },
      ['X.png'],
      [],
      [],
    ],
    [
      'exclude declarations of other types',
      { ...primaryIcon([]), CFBundleIconFile: 7, CFBundleIconFiles: { a: 'b' } },
      ['7.png'],
      [],
      [],
    ],
  ])('%s', async ([, list, there, declared, taken]) => {
    const info = await inspectBytes(iconIpa(list, files(...there)));
    expect(info).toMatchObject({
      icon: taken.length > 0,
      iconDeclared: declared,
      iconFiles: named(...taken),
      iconKinds: taken.length > 0 ? ['png'] : [],
    });
  });

  test('are limited to twelve', async () => {
    const names = Array.from({ length: 15 }, (_, index) => `Icon${String(index).padStart(2, '0')}`);
    const info = await inspectBytes(
      iconIpa(primaryIcon(names), files(...names.map((name) => `${name}.png`))),
    );
    expect(info.iconFiles).toEqual(named(...names.slice(0, 12).map((name) => `${name}.png`)));
    expect(info.iconDeclared).toHaveLength(15);
  });

  test('exclude files of another app', async () => {
    const list = contentOf(iconIpa(primaryIcon(['Icon'])), 'Payload/A.app/Info.plist');
    const build = writeZip([
      { name: 'Payload/A.app/Info.plist', data: list },
      { name: 'Payload/B.app/Icon.png', data: picture },
    ]);
    expect(await inspectBytes(build)).toMatchObject({ icon: false, iconFiles: [] });
    expect(await iconOf(build)).toBeNull();
  });

  test('are found in a zip with Windows separators', async () => {
    const list = contentOf(iconIpa(primaryIcon(['Icon'])), 'Payload/A.app/Info.plist');
    const build = writeZip([
      { name: 'Payload\\A.app\\Info.plist', data: list },
      { name: 'Payload\\A.app\\Icon@2x.png', data: picture },
    ]);
    expect(await inspectBytes(build)).toMatchObject({ icon: true, iconFiles: named('Icon@2x.png') });
    expect(await iconOf(build)).toMatchObject({ width: 8 });
  });
});

describe('an icon in the asset catalogue', () => {
  const list = primaryIcon(['AppIcon60x60'], { CFBundleIconName: 'AppIcon' });

  test('is listed by name but not shown', async () => {
    const build = iconIpa(list, { 'Assets.car': Buffer.from('BOMStore') });
    expect(await inspectBytes(build)).toMatchObject({
      icon: false,
      iconDeclared: ['AppIcon60x60'],
      iconFiles: [],
      iconKinds: [],
      iconAsset: 'AppIcon',
      assetsCar: true,
    });
    expect(await iconOf(build)).toBeNull();
  });

  test('is listed by name for an Apple TV', async () => {
    const build = iconIpa({ CFBundleIcons: { CFBundlePrimaryIcon: 'App Icon - Small' } });
    expect(await inspectBytes(build)).toMatchObject({ iconAsset: 'App Icon - Small', assetsCar: false });
  });

  test('is replaced by iTunesArtwork', async () => {
    const app = {
      name: 'Payload/A.app/Info.plist',
      data: contentOf(iconIpa(list), 'Payload/A.app/Info.plist'),
    };
    const beside = writeZip([
      app,
      { name: 'iTunesArtwork', data: jpeg },
      { name: 'iTunesArtwork@2x', data: plainPng(1024) },
    ]);
    expect(await iconOf(beside)).toMatchObject({ type: 'image/jpeg', width: 40 });
    expect(await iconOf(iconIpa(list, { iTunesArtwork: plainPng(512) }))).toMatchObject({ width: 512 });
    const both = iconIpa(list, { iTunesArtwork: plainPng(512), 'AppIcon60x60@2x.png': plainPng(120) });
    expect(await iconOf(both)).toMatchObject({ width: 120 });
  });
});

describe('a damaged icon', () => {
  const list = primaryIcon(['Icon']);
  const whole = plainApplePng(60, [1, 2, 3]);
  const cut = whole.subarray(0, 90);

  test('is listed but not shown', async () => {
    const build = iconIpa(list, { 'Icon@2x.png': cut });
    expect(await iconOf(build)).toBeNull();
    expect(await inspectBytes(build)).toMatchObject({
      icon: false,
      iconFiles: named('Icon@2x.png'),
      iconKinds: ['cgbi-png'],
    });
  });

  test('is replaced by an intact icon of another size', async () => {
    const build = iconIpa(list, {
      'Icon@3x.png': plainApplePng(90, [1, 2, 3]).subarray(0, 90),
      'Icon@2x.png': whole,
    });
    expect(await iconOf(build)).toMatchObject({ width: 60 });
    expect(await inspectBytes(build)).toMatchObject({ icon: true });
  });
});
