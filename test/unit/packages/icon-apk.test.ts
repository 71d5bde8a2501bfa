import { describe, expect, test } from 'vitest';
import { writeBinaryXml } from '../../fixtures/builds/binary-xml.ts';
import type { TableValue } from '../../fixtures/builds/resource-table.ts';
import { inspectBytes, sampleApk } from './builds.ts';
import { adaptive, anyDensity, drawable, file, type IconApk, iconApk, iconOf } from './icon-builds.ts';
import { jpeg, jpegWithNotes, plainPng, webps } from './pictures.ts';
import { altered, recordOf } from './zip-surgery.ts';

const factsOf = (apk: IconApk) => inspectBytes(iconApk(apk));

/** Returns an icon that has a square PNG of the given side for each density. */
function inDensities(sides: Readonly<Record<number, number>>): Pick<IconApk, 'drawables' | 'files'> {
  const name = (density: string) => `res/mipmap-${density}/icon.png`;
  const icon = Object.keys(sides).map((density) => file(name(density), { density: Number(density) }));
  const files = Object.entries(sides).map(([density, side]) => [name(density), plainPng(side)] as const);
  return { drawables: { icon }, files: Object.fromEntries(files) };
}

test('readIcon returns the largest icon of the sample apk', async () => {
  expect(await iconOf(sampleApk())).toMatchObject({ type: 'image/png', width: 144, height: 144 });
  expect(await inspectBytes(sampleApk())).toMatchObject({
    icon: true,
    iconRaster: true,
    iconKinds: ['png'],
    iconFiles: ['res/mipmap-mdpi-v4/ic_launcher.png', 'res/mipmap-xxhdpi-v4/ic_launcher.png'],
  });
});

describe('the icon of an apk', () => {
  test.for<[name: string, sides: Record<number, number>, best: number]>([
    ['is the largest', { 160: 48, 480: 144, 640: 192, 320: 96 }, 192],
    ['is the largest by pixels, not by density', { 640: 48, 160: 192 }, 192],
    ['is the largest that is not oversized', { 160: 48, 640: 192, 65535: 1024 }, 192],
    ['is oversized only if there is no other', { 65535: 1024, 640: 1500 }, 1024],
    ['is within the maximum size', { 160: 48, 640: 2049 }, 48],
  ])('%s', async ([, sides, best]) => {
    expect(await iconOf(iconApk(inDensities(sides)))).toMatchObject({ width: best, height: best });
  });

  test('is the variant for all languages even if another variant is larger', async () => {
    const icon = [file('a.png'), file('b.png', { language: 'ja' })];
    const build = iconApk({ drawables: { icon }, files: { 'a.png': plainPng(48), 'b.png': plainPng(96) } });
    expect(await iconOf(build)).toMatchObject({ width: 48 });
  });

  test('is the variant with the highest SDK qualifier', async () => {
    const icon = [file('a.png', { density: 240 }), file('b.png', { density: 240, sdk: 21 })];
    const newer = plainPng(72, [255, 0, 0]);
    const build = iconApk({ drawables: { icon }, files: { 'a.png': plainPng(72), 'b.png': newer } });
    expect((await iconOf(build))?.bytes).toEqual(newer);
  });

  test('is listed with at most twelve files, sorted by name', async () => {
    const sides = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [160 + index, 1 + index]));
    const { iconFiles = [] } = await factsOf(inDensities(sides));
    expect(iconFiles).toHaveLength(12);
    expect(iconFiles).toEqual(iconFiles.toSorted());
  });
});

test.for<[name: string, bytes: Buffer, type: string, kind: string]>([
  ['lossy WebP', webps.lossy, 'image/webp', 'webp'],
  ['lossless WebP', webps.lossless, 'image/webp', 'webp'],
  ['extended WebP', webps.extended, 'image/webp', 'webp'],
  ['JPEG', jpeg, 'image/jpeg', 'jpeg'],
  ['JPEG with its size late in the file', jpegWithNotes, 'image/jpeg', 'jpeg'],
])('readIcon detects %s by its content', async ([, bytes, type, kind]) => {
  const apk = { drawables: { icon: [file('res/icon.png')] }, files: { 'res/icon.png': bytes } };
  expect(await iconOf(iconApk(apk))).toEqual({ type, bytes, width: 40, height: 24 });
  expect(await factsOf(apk)).toMatchObject({ icon: true, iconRaster: true, iconKinds: [kind] });
});

test('readIcon follows aliases in every configuration', async () => {
  const apk: IconApk = {
    drawables: {
      icon: [{ is: drawable(1) }, { is: drawable(2), when: { language: 'ja' } }],
      alias: [{ is: drawable(2) }],
      picture: [file('res/small.png', { density: 160 }), file('res/large.png', { density: 640 })],
    },
    files: { 'res/small.png': plainPng(48), 'res/large.png': plainPng(192) },
  };
  expect(await iconOf(iconApk(apk))).toMatchObject({ width: 192 });
  expect(await factsOf(apk)).toMatchObject({ icon: true, iconFiles: ['res/large.png', 'res/small.png'] });
});

test.each([
  'Hello, world',
  'Slipway',
  'Yes/No',
  '#ff336699',
  'https://example.com/icon.png',
  '/etc/icon.png',
  '../icon.png',
  'res//icon.png',
  'C:\\icons\\icon.png',
  'my icon.png',
  'icon.png\n',
  'res/',
  '1.2.3',
  'x'.repeat(2_000),
])('inspectPackage does not read the text %j as an icon path', async (text) => {
  const apk: IconApk = {
    drawables: { icon: [file(text), file('res/icon.png', { density: 160 })] },
    files: { 'res/icon.png': plainPng(48), 'res/': Buffer.alloc(0) },
  };
  expect(await factsOf(apk)).toMatchObject({ icon: true, iconFiles: ['res/icon.png'], iconKinds: ['png'] });
  const alone = { drawables: { icon: [file(text)] }, files: {} };
  expect(await factsOf(alone)).toMatchObject({ icon: false, iconFiles: [], iconKinds: [] });
});

test.each(['r/a', 'my icon.png', 'Größe'])(
  'inspectPackage reads the entry name %j as an icon path',
  async (name) => {
    const facts = await factsOf({ drawables: { icon: [file(name)] }, files: { [name]: plainPng(48) } });
    expect(facts).toMatchObject({ icon: true, iconFiles: [name], iconKinds: ['png'] });
  },
);

test.each(['res/mipmap-xhdpi-v4/ic_launcher.png', 'r/a.9.png', 'res/x.xml', 'icon.webp'])(
  'inspectPackage reports the icon file %s as missing',
  async (name) => {
    const facts = await factsOf({ drawables: { icon: [file(name)] }, files: {} });
    expect(facts).toMatchObject({ icon: false, iconFiles: [name], iconKinds: ['missing'] });
  },
);

describe('an adaptive icon', () => {
  const files = {
    'f.png': plainPng(108, [255, 0, 0]),
    'b.png': plainPng(162, [0, 0, 255]),
    'v.xml': vector(),
  };
  const drawables = {
    icon: [file('icon.xml', anyDensity)],
    front: [file('f.png')],
    back: [file('b.png')],
    drawn: [file('v.xml')],
    colour: [{ is: { colour: 0xff336699 } }] satisfies TableValue[],
  };
  const [front, back, drawn, colour] = [drawable(1), drawable(2), drawable(3), drawable(4)];
  const picture = (icon: Buffer, more: Partial<IconApk> = {}) =>
    iconOf(iconApk({ drawables, ...more, files: { ...files, 'icon.xml': icon, ...more.files } }));

  test('shows its foreground', async () => {
    expect(await picture(adaptive({ background: back, foreground: front }))).toMatchObject({ width: 108 });
    expect(await picture(adaptive({ background: colour, foreground: front }))).toMatchObject({ width: 108 });
  });

  test.for<[name: string, icon: Buffer]>([
    ['a background picture', adaptive({ background: back, foreground: drawn })],
    [
      'a background picture after the foreground',
      writeBinaryXml({
        tag: 'adaptive-icon',
        children: [
          { tag: 'foreground', android: { drawable: drawn } },
          { tag: 'background', android: { drawable: back } },
        ],
      }),
    ],
    ['the lower picture of a layer list', layers('layer-list', back, drawn)],
  ])('is not drawn if its foreground is a vector in front of %s', async ([, icon]) => {
    expect(await picture(icon)).toBeNull();
  });

  test('for all languages takes precedence over a language variant', async () => {
    const more = {
      drawables: {
        ...drawables,
        icon: [file('ja.xml', { density: 'any', language: 'ja' }), file('icon.xml')],
      },
      files: { 'ja.xml': adaptive({ foreground: back }) },
    };
    expect(await picture(adaptive({ foreground: front }), more)).toMatchObject({ width: 108 });
  });

  test('does not use its monochrome layer', async () => {
    expect(await picture(adaptive({ background: colour, foreground: drawn, monochrome: front }))).toBeNull();
  });

  test('is replaced by a complete picture of the same icon', async () => {
    const more = {
      drawables: { ...drawables, icon: [file('icon.xml', anyDensity), file('old.png', { density: 160 })] },
      files: { 'old.png': plainPng(48) },
    };
    expect(await picture(adaptive({ foreground: front }), more)).toMatchObject({ width: 48 });
  });

  test('that has only vectors is an icon without a picture', async () => {
    const icon = adaptive({ background: colour, foreground: drawn });
    expect(await picture(icon)).toBeNull();
    const facts = await factsOf({ drawables, files: { ...files, 'icon.xml': icon } });
    expect(facts).toMatchObject({
      icon: true,
      iconRaster: false,
      iconKinds: ['xml'],
      iconFiles: ['icon.xml'],
    });
  });

  test.for<[name: string, layer: Buffer, side: number]>([
    ['an inset', writeBinaryXml({ tag: 'inset', android: { drawable: drawable(1) } }), 108],
    ['a bitmap', writeBinaryXml({ tag: 'bitmap', android: { src: drawable(1) } }), 108],
    ['the top layer of a layer list', layers('layer-list', back, front), 108],
    ['the default state of a selector', layers('selector', front, back), 162],
    ['an icon inside an icon', adaptive({ background: back, foreground: front }), 108],
    [
      'an inset inside a layer',
      writeBinaryXml({
        tag: 'layer-list',
        children: [{ tag: 'item', children: [{ tag: 'inset', android: { drawable: drawable(1) } }] }],
      }),
      108,
    ],
  ])('uses the picture inside %s', async ([, layer, side]) => {
    const more = { drawables: { ...drawables, layer: [file('layer.xml')] }, files: { 'layer.xml': layer } };
    expect(await picture(adaptive({ foreground: drawable(5) }), more)).toMatchObject({ width: side });
  });
});

function vector(): Buffer {
  return writeBinaryXml({ tag: 'vector', children: [{ tag: 'path' }] });
}

function layers(tag: string, ...references: readonly { readonly reference: number }[]): Buffer {
  return writeBinaryXml({
    tag,
    children: references.map((reference) => ({ tag: 'item', android: { drawable: reference } })),
  });
}

describe('an icon without a picture', () => {
  const drawables = { icon: [file('v.xml', anyDensity)], other: [file('o.png')], wide: [file('w.png')] };
  const files = { 'v.xml': vector(), 'o.png': plainPng(48), 'w.png': plainPng(64) };
  const icon = drawable(0);

  test.for<[name: string, icons: Partial<IconApk>]>([
    ['by the round icon', { application: { icon, roundIcon: drawable(1), logo: drawable(2) } }],
    [
      'by the icon of the launcher activity',
      { application: { icon, logo: drawable(2) }, activity: { icon: drawable(1) } },
    ],
    [
      'by the round icon of the launcher activity',
      { application: { icon }, activity: { roundIcon: drawable(1), banner: drawable(2) } },
    ],
    ['by the logo', { application: { icon, logo: drawable(1), banner: drawable(2) } }],
    ['by the TV banner', { application: { icon, banner: drawable(1) }, activity: { banner: drawable(2) } }],
    ['by the banner of the activity', { application: { icon }, activity: { banner: drawable(1) } }],
  ])('is replaced %s', async ([, icons]) => {
    expect(await iconOf(iconApk({ drawables, files, ...icons }))).toMatchObject({ width: 48 });
  });

  test('is not replaced in the facts of inspectPackage', async () => {
    const facts = await factsOf({ drawables, files, application: {}, activity: { icon: drawable(1) } });
    expect(facts).toMatchObject({ icon: false, iconRaster: false, iconKinds: [], iconFiles: [] });
  });
});

describe('an apk without a usable icon', () => {
  const none = { icon: false, iconRaster: false };
  const picture = [file('res/icon.png')];

  test.for<[name: string, apk: IconApk, facts: object]>([
    ['no declared icon', { drawables: {}, application: {} }, { ...none, iconKinds: [], iconFiles: [] }],
    ['an icon missing from the table', { drawables: {} }, { ...none, iconKinds: [], iconFiles: [] }],
    [
      'a system icon',
      { drawables: {}, application: { icon: { reference: 0x01080093 } } },
      { ...none, iconKinds: [], iconFiles: [] },
    ],
    [
      'a colour',
      { drawables: { icon: [{ is: { colour: 0xffffffff } }] } },
      { ...none, iconKinds: [], iconFiles: [] },
    ],
    [
      'a missing file',
      { drawables: { icon: picture } },
      { ...none, iconKinds: ['missing'], iconFiles: ['res/icon.png'] },
    ],
    [
      'a file of an unknown type',
      { drawables: { icon: picture }, files: { 'res/icon.png': Buffer.from('<svg/>') } },
      { ...none, iconKinds: ['unknown'], iconFiles: ['res/icon.png'] },
    ],
    [
      'an empty file',
      { drawables: { icon: picture }, files: { 'res/icon.png': Buffer.alloc(0) } },
      { ...none, iconKinds: ['unknown'], iconFiles: ['res/icon.png'] },
    ],
    [
      'a GIF',
      { drawables: { icon: picture }, files: { 'res/icon.png': Buffer.from('GIF89a\0\0\0\0') } },
      { icon: true, iconRaster: false, iconKinds: ['gif'], iconFiles: ['res/icon.png'] },
    ],
  ])('is accepted with %s', async ([, apk, facts]) => {
    expect(await iconOf(iconApk(apk))).toBeNull();
    expect(await factsOf(apk)).toMatchObject({ id: 'dev.example.icons', ...facts });
  });

  test('is accepted if its icon uses an unsupported compression method', async () => {
    const build = iconApk({ drawables: { icon: picture }, files: { 'res/icon.png': plainPng(48) } });
    const deflate64 = altered(build, (copy) => copy.writeUInt16LE(9, recordOf(copy, 'res/icon.png').at + 10));
    expect(await iconOf(deflate64)).toBeNull();
    expect(await inspectBytes(deflate64)).toMatchObject({ ...none, iconKinds: ['unreadable'] });
  });

  test('shows the next smaller picture instead of a damaged picture', async () => {
    const { drawables, files = {} } = inDensities({ 160: 48, 640: 192 });
    const large = files['res/mipmap-640/icon.png'] as Buffer;
    const cut = { ...files, 'res/mipmap-640/icon.png': large.subarray(0, -4) };
    expect(await iconOf(iconApk({ drawables, files: cut }))).toMatchObject({ width: 48 });
  });
});
