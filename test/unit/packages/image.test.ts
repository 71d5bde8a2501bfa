import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readIntactImage, toDisplayImage } from '../../../main/packages/images/image.ts';
import { readImageHead } from '../../../main/packages/images/image-head.ts';
import { budget } from '../../fuzz-budget.ts';
import { jpeg, jpegWithNotes, plainApplePng, plainPng, pngChunk, pngHeader, webps } from './pictures.ts';

const pictures: Readonly<Record<string, Buffer>> = {
  png: plainPng(9),
  'cgbi-png': plainApplePng(9, [1, 2, 3]),
  'lossy webp': webps.lossy,
  'lossless webp': webps.lossless,
  'extended webp': webps.extended,
  jpeg,
  'jpeg with notes': jpegWithNotes,
};
const entries = Object.entries(pictures);

test.for(entries)('readIntactImage returns a complete %s unchanged', ([, bytes]) => {
  const isSquare = bytes === pictures['png'] || bytes === pictures['cgbi-png'];
  const size = isSquare ? { width: 9, height: 9 } : { width: 40, height: 24 };
  expect(readIntactImage(bytes)).toMatchObject({ ...size, bytes });
});

test.for(entries)('readIntactImage ignores bytes after a %s', ([, bytes]) => {
  expect(readIntactImage(Buffer.concat([bytes, Buffer.from('more')]))).not.toBeNull();
});

test.for(entries)('readIntactImage rejects a %s truncated at any position', ([, bytes]) => {
  for (let length = 0; length < bytes.length; length += 1) {
    expect(readIntactImage(bytes.subarray(0, length)), `${length} bytes`).toBeNull();
  }
});

test('readIntactImage detects one changed byte of a PNG', () => {
  const bytes = plainPng(9);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    expect(readIntactImage(changed), `byte ${at}`).toBeNull();
  }
});

test('readIntactImage limits the size for any changed bytes', async () => {
  const spots = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.values(pictures)), spots, async (picture, list) => {
      const bytes = Buffer.from(picture);
      for (const [at, value] of list) bytes[at % bytes.length] = value;
      const image = readIntactImage(bytes);
      const shown = image && (await toDisplayImage(image));
      if (!shown) return;
      expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(2048);
      expect(Math.min(shown.width, shown.height)).toBeGreaterThan(0);
    }),
    budget(500),
  );
});

test('readIntactImage and readImageHead never throw', () => {
  const starts = [
    '89504e470d0a1a0a',
    'ffd8ff',
    '52494646ffffffff57454250',
    '474946383961',
    '69636e73',
    '03000800',
    '',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      const bytes = Buffer.concat([Buffer.from(start, 'hex'), rest]);
      expect(readIntactImage(bytes)).toBeNull();
      expect(readImageHead(bytes).kind).toMatch(/^[a-z-]+$/);
    }),
    budget(500),
  );
});

describe('a PNG', () => {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = pngChunk('IDAT', Buffer.from('packed'));
  const end = pngChunk('IEND', Buffer.alloc(0));
  const note = pngChunk('teXt', Buffer.from('a note'));
  const damagedNote = Buffer.concat([note.subarray(0, -4), Buffer.alloc(4)]);
  const palette = pngChunk('PLTE', Buffer.alloc(6));

  test.for<[name: string, chunks: readonly Buffer[]]>([
    ['with a wrong checksum of a text chunk', [pngHeader(2, 2), damagedNote, data, end]],
    ['with a palette', [pngHeader(2, 2, 3, 1), palette, data, end]],
    ['at the maximum size', [pngHeader(2048, 2048), data, end]],
  ])('%s is accepted', ([, chunks]) => {
    expect(readIntactImage(Buffer.concat([signature, ...chunks]))).not.toBeNull();
  });

  test.for<[name: string, chunks: readonly Buffer[]]>([
    ['wider than the limit', [pngHeader(2049, 1), data, end]],
    ['higher than the limit', [pngHeader(1, 65_500), data, end]],
    ['without pixels', [pngHeader(0, 4), data, end]],
    ['without data', [pngHeader(2, 2), end]],
    ['without its palette', [pngHeader(2, 2, 3, 8), data, end]],
    ['with an invalid depth', [pngHeader(2, 2, 6, 4), data, end]],
    ['with an invalid colour type', [pngHeader(2, 2, 5, 8), data, end]],
    ['with two headers', [pngHeader(2, 2), pngHeader(2, 2), data, end]],
    ['with data before the header', [data, pngHeader(2, 2), end]],
    ['with a chunk longer than the file', [pngHeader(2, 2), Buffer.from('7fffffff49444154', 'hex'), end]],
  ])('%s is rejected', ([, chunks]) => {
    expect(readIntactImage(Buffer.concat([signature, ...chunks]))).toBeNull();
  });
});

describe('readIntactImage', () => {
  const changed = (bytes: Buffer, at: number, ...values: readonly number[]) => {
    const copy = Buffer.from(bytes);
    copy.set(values, at);
    return copy;
  };

  test.for<[name: string, bytes: Buffer]>([
    ['a WebP without a picture', webps.withoutPicture],
    ['a WebP that is too wide', webps.ofSize(2049, 10)],
    ['a WebP of the largest possible size', webps.ofSize(2 ** 24, 2 ** 24)],
    ['a WebP with a wrong length', changed(webps.lossy, 4, 0xff, 0xff)],
    ['a WebP with a chunk longer than the file', changed(webps.lossless, 16, 0xff, 0xff, 0xff, 0x7f)],
    ['a WebP that begins with an interframe', changed(webps.lossy, 20, 0x31)],
    ['a JPEG without a frame', changed(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1, 0xe5)],
    ['a JPEG with the height 0', changed(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5, 0, 0)],
    ['a JPEG that is too high', changed(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5, 0xff, 0xff)],
    ['a JPEG with the segment length 0', changed(jpeg, 4, 0, 0)],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ])('rejects %s', ([, bytes]) => {
    expect(readIntactImage(bytes)).toBeNull();
  });

  test('accepts a WebP of the maximum width', () => {
    expect(readIntactImage(webps.ofSize(2048, 10))).toMatchObject({
      type: 'image/webp',
      width: 2048,
      height: 10,
    });
  });
});

test.for([
  ['png', plainPng(3)],
  ['cgbi-png', plainApplePng(3, [1, 2, 3])],
  ['webp', webps.lossy],
  ['jpeg', jpeg],
  ['gif', Buffer.from('GIF89a…')],
  ['icns', Buffer.from('icns\0\0\0\x08')],
  ['xml', Buffer.from('0300080008000000', 'hex')],
  ['unknown', Buffer.from('<svg/>')],
  ['unknown', Buffer.alloc(0)],
] as const)('readImageHead detects %s by its first bytes', ([kind, bytes]) => {
  expect(readImageHead(bytes).kind).toBe(kind);
});
