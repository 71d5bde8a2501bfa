import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodedError, cancelled } from '../../../main/base/errors.ts';
import { readIcon } from '../../../main/packages/icon.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeBinaryXml, type XmlElement } from '../../fixtures/builds/binary-xml.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { budget } from '../../fuzz-budget.ts';
import { inspectBytes } from './builds.ts';
import {
  adaptive,
  anyDensity,
  drawable,
  file,
  type IconApk,
  iconApk,
  iconIpa,
  iconOf,
  primaryIcon,
} from './icon-builds.ts';
import { plainApplePng, plainPng, pngChunk, pngHeader, webps } from './pictures.ts';
import { contentOf } from './zip-surgery.ts';

const picture = (bytes: Buffer): IconApk => ({
  drawables: { icon: [file('icon.png')] },
  files: { 'icon.png': bytes },
});

type Read = typeof readIcon | typeof inspectPackage;

/** Counts the file reads. Each read calls `throwIfAborted` of the signal once. */
async function readsOf(bytes: Buffer, read: Read): Promise<number> {
  const path = join(await temporaryFolder(), 'build');
  await writeFile(path, bytes);
  const { signal } = new AbortController();
  let reads = 0;
  signal.throwIfAborted = () => {
    reads += 1;
  };
  await read(path, { signal });
  return reads;
}

describe('readIcon with cyclic references', () => {
  test.for<[name: string, apk: IconApk]>([
    ['an alias of itself', { drawables: { icon: [{ is: drawable(0) }] } }],
    ['aliases of each other', { drawables: { icon: [{ is: drawable(1) }], other: [{ is: drawable(0) }] } }],
    [
      'a drawable of itself',
      { drawables: { icon: [file('a.xml')] }, files: { 'a.xml': adaptive({ foreground: drawable(0) }) } },
    ],
    [
      'drawables of each other',
      {
        drawables: { icon: [file('a.xml')], other: [file('b.xml')] },
        files: {
          'a.xml': adaptive({ foreground: drawable(1) }),
          'b.xml': adaptive({ background: drawable(0) }),
        },
      },
    ],
  ])('returns null for %s', async ([, apk]) => {
    expect(await iconOf(iconApk(apk))).toBeNull();
    expect(await inspectBytes(iconApk(apk))).toMatchObject({ id: 'dev.example.icons' });
    expect(await readsOf(iconApk(apk), readIcon)).toBeLessThan(20);
  });
});

test('readIcon does not follow a long chain of drawables', async () => {
  const steps = Array.from({ length: 30 }, (_, step) => `s${step}`);
  const build = (length: number) =>
    iconApk({
      drawables: Object.fromEntries([
        ...steps.slice(0, length).map((step) => [step, [file(`${step}.xml`)]] as const),
        ['end', [file('end.png')]] as const,
      ]),
      files: {
        ...Object.fromEntries(
          steps
            .slice(0, length)
            .map((step, at) => [`${step}.xml`, adaptive({ foreground: drawable(at + 1) })]),
        ),
        'end.png': plainPng(48),
      },
    });
  expect(await iconOf(build(4))).toMatchObject({ width: 48 });
  expect(await iconOf(build(30))).toBeNull();
});

describe('an icon beyond the limits', () => {
  const header = pngHeader(65_500, 65_500, 0, 1);
  const bomb = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    header,
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  const padded = Buffer.concat([
    plainPng(48).subarray(0, -12),
    pngChunk('teXt', Buffer.alloc(4 * 1024 * 1024)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

  test.for<[name: string, bytes: Buffer]>([
    ['too many pixels', bomb],
    ['too many bytes', padded],
  ])('with %s is not shown', async ([, bytes]) => {
    expect(await iconOf(iconApk(picture(bytes)))).toBeNull();
    expect(await inspectBytes(iconApk(picture(bytes)))).toMatchObject({
      iconRaster: true,
      iconKinds: ['png'],
    });
    expect(await inspectBytes(iconIpa(primaryIcon(['I']), { 'I.png': bytes }))).toMatchObject({
      icon: false,
    });
  });

  test('with deeply nested drawables is not shown', async () => {
    let nested: XmlElement = { tag: 'item', android: { drawable: drawable(1) } };
    for (let depth = 0; depth < 500; depth += 1) nested = { tag: 'item', children: [nested] };
    const files = { 'a.xml': writeBinaryXml(nested), 'b.png': plainPng(48) };
    expect(
      await iconOf(iconApk({ drawables: { a: [file('a.xml')], b: [file('b.png')] }, files })),
    ).toBeNull();
  });
});

describe('the number of file reads', () => {
  const names = Array.from({ length: 250 }, (_, index) => `${index}`);
  const inEachDensity = names.map((name, index) => file(name, { density: index + 1 }));
  const allFiles = (bytes: Buffer) => Object.fromEntries(names.map((name) => [name, bytes]));
  const cut = plainPng(48).subarray(0, -4);

  test('is limited for hundreds of drawables that refer to each other', async () => {
    const drawing = writeBinaryXml({
      tag: 'layer-list',
      children: names.map((_, index) => ({ tag: 'item', android: { drawable: drawable(index) } })),
    });
    const drawables = Object.fromEntries(names.map((name) => [name, inEachDensity]));
    const build = iconApk({ drawables, files: allFiles(drawing) });
    expect(await iconOf(build)).toBeNull();
    // Allows four reads for each of at most 200 drawables: two to detect and two to parse the drawable.
    expect(await readsOf(build, readIcon)).toBeLessThan(850);
    expect(await readsOf(build, inspectPackage)).toBeLessThan(150);
  });

  test('is limited for hundreds of damaged pictures in an apk', async () => {
    const few = iconApk({ drawables: { icon: inEachDensity.slice(0, 8) }, files: allFiles(cut) });
    const many = iconApk({ drawables: { icon: inEachDensity.slice(0, 100) }, files: allFiles(cut) });
    const [more, less] = await Promise.all([readsOf(many, readIcon), readsOf(few, readIcon)]);
    // Allows two reads for each of the 92 additional pictures, of which only the first bytes are read.
    expect(more - less).toBeLessThanOrEqual(2 * 92);
    expect(await iconOf(many)).toBeNull();
  });

  test('is limited for hundreds of damaged pictures in an ipa', async () => {
    const files = Object.fromEntries(names.map((name) => [`I~${'x'.repeat(Number(name))}.png`, cut]));
    const build = iconIpa(primaryIcon(['I']), files);
    expect(await readsOf(build, inspectPackage)).toBeLessThan(170);
    expect(await inspectBytes(build)).toMatchObject({ icon: false, iconKinds: ['png'] });
  });
});

describe('build readers', () => {
  const apk = iconApk({
    drawables: {
      icon: [file('a.xml', anyDensity)],
      front: [file('f.webp'), file('g.png', { language: 'ja' })],
    },
    files: { 'a.xml': adaptive({ foreground: drawable(1) }), 'f.webp': webps.lossy, 'g.png': plainPng(9) },
  });
  const ipa = iconIpa(primaryIcon(['I']), {
    'I@2x.png': plainApplePng(12, [1, 2, 3]),
    'I@3x.png': plainApplePng(18, [1, 2, 3]),
    'embedded.mobileprovision': Buffer.from('none'),
  });

  test.for([
    ['readIcon', 'apk', apk, readIcon],
    ['readIcon', 'ipa', ipa, readIcon],
    ['inspectPackage', 'apk', apk, inspectPackage],
    ['inspectPackage', 'ipa', ipa, inspectPackage],
  ] as const)('%s of an %s rejects with the abort reason at any point', async ([, , bytes, read]) => {
    const path = join(await temporaryFolder(), 'build');
    await writeFile(path, bytes);
    let ended = false;
    for (let checks = 0; !ended; checks += 1) {
      const controller = new AbortController();
      const reason = cancelled();
      const { signal } = controller;
      let left = checks;
      // Aborts at a different read in each round: every read checks the signal once.
      signal.throwIfAborted = () => {
        left -= 1;
        if (left < 0) throw reason;
      };
      const result = await read(path, { signal }).catch((error: unknown) => error);
      ended = left >= 0;
      expect(ended ? result instanceof Error : result).toBe(ended ? false : reason);
      expect(checks).toBeLessThan(100);
    }
  });

  test('readIcon and inspectPackage fail with the same error', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('text'), apk.subarray(0, -30), writeZip([])]) {
      const path = join(await temporaryFolder(), 'build');
      await writeFile(path, bytes);
      const [icon, info] = await Promise.allSettled([readIcon(path), inspectPackage(path)]);
      expect(icon).toMatchObject({
        status: 'rejected',
        reason: { code: expect.stringMatching(/^package\//) },
      });
      expect(icon).toMatchObject({ reason: { message: info.status === 'rejected' && info.reason.message } });
    }
    await expect(readIcon('/nowhere/build.apk')).rejects.toMatchObject({ code: 'file/missing' });
  });

  const spots = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 });
  const changed = (bytes: Buffer, list: readonly (readonly [number, number])[]) => {
    const copy = Buffer.from(bytes);
    for (const [at, value] of list) copy[at % copy.length] = value;
    return copy;
  };
  const part = (name: string, data: Buffer) => ({ name, data, stored: true });
  const others = ['AndroidManifest.xml', 'resources.arsc', 'a.xml', 'f.webp'].map((name) =>
    part(name, contentOf(apk, name)),
  );

  test.for<[name: string, runs: number, make: (list: readonly (readonly [number, number])[]) => Buffer]>([
    ['of an apk', 300, (list) => changed(apk, list)],
    ['of an ipa', 300, (list) => changed(ipa, list)],
    ...['resources.arsc', 'a.xml', 'f.webp'].map(
      (name): [string, number, (list: readonly (readonly [number, number])[]) => Buffer] => [
        `of ${name} in an apk`,
        400,
        (list) =>
          writeZip(others.map((one) => (one.name === name ? part(name, changed(one.data, list)) : one))),
      ],
    ),
  ])('return an icon, null or an error with a code for changed bytes %s', async ([, runs, make]) => {
    const path = join(await temporaryFolder(), 'build');
    await fc.assert(
      fc.asyncProperty(spots, async (list) => {
        await writeFile(path, make(list));
        try {
          const icon = await readIcon(path);
          if (icon) expect(Math.max(icon.width, icon.height)).toBeLessThanOrEqual(2048);
        } catch (error) {
          if (!(error instanceof CodedError)) throw error;
        }
      }),
      budget(runs),
    );
  });
});
