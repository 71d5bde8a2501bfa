/** The operations of a recipe, which produce the target in order, and their encoding as bytes. */

import { deltaErrors } from './errors.ts';
import { createNumberReader, encodeNumbers } from './numbers.ts';

/** Parameters with which pako reproduces a deflated entry. */
export type DeflateParameters = { readonly level: number; readonly memLevel: number };

/** A range of the base; `imageSize` is the size of its inflated content, null if the range itself is used. */
export type BaseRange = {
  readonly position: number;
  readonly length: number;
  readonly imageSize: number | null;
};

export type Operation =
  | { readonly kind: 'copy'; readonly position: number; readonly length: number }
  | { readonly kind: 'literal'; readonly bytes: Buffer }
  | {
      /** Changed content: blocks as patches of old content; deflated if `deflate` is set. */
      readonly kind: 'image';
      readonly base: BaseRange;
      readonly size: number;
      readonly deflate: (DeflateParameters & { readonly length: number }) | null;
      /** Sizes of the frames: control, differences and extras of each block. */
      readonly frames: readonly number[];
    };

/** Size of the blocks of an image. Limits the memory for blocks, the old content and frames. */
export const blockBytes = 16 * 1024 * 1024;
export const framesPerBlock = 3;
/** Number of bytes of old content that a block can use before and after its own position. */
const marginBytes = 4 * 1024 * 1024;
/** Largest compressed size of a part of a block: Brotli adds a few bytes to incompressible content. */
export const maxFrameBytes = blockBytes + 64 * 1024;
const maxImageBytes = 2 ** 40;
/** Allows a zip of 300,000 entries. */
export const maxOperations = 600_000;

const [copy, literal, image] = [0, 1, 2];

/** Returns the ranges of all blocks of an image, each with the range of old content that it can use. */
export function blocksOf({ base, size }: { readonly base: BaseRange; readonly size: number }) {
  const baseSize = base.imageSize ?? base.length;
  return Array.from({ length: Math.ceil(size / blockBytes) }, (_, index) => {
    const start = index * blockBytes;
    const length = Math.min(blockBytes, size - start);
    const end = Math.min(baseSize, start + length + marginBytes);
    return { start, length, old: { start: Math.min(end, Math.max(0, start - marginBytes)), end } };
  });
}

export const maxWork = 12;
/** Starting Brotli, zlib and pako takes about as long as processing this many bytes. */
const bytesPerImage = 16 * 1024;

/**
 * Returns a function that counts the bytes of images, base ranges and old content. It returns false for an
 * image with which the total would exceed `factor` times the size of the target, plus four blocks.
 */
export function createWorkLimit(
  targetSize: number,
  factor: number,
): (operation: Omit<ImageOperation, 'frames'>) => boolean {
  let left = factor * targetSize + 4 * blockBytes;
  return (operation) => {
    const old = blocksOf(operation).map(({ old: { start, end } }) => end - start);
    const bytes = operation.size + operation.base.length + old.reduce((sum, each) => sum + each, 0);
    const work = bytesPerImage + bytes;
    if (work > left) return false;
    left -= work;
    return true;
  };
}

export type ImageOperation = Extract<Operation, { kind: 'image' }>;

export function encodeOperation(operation: Operation): Buffer {
  switch (operation.kind) {
    case 'copy':
      return encodeNumbers([copy, operation.position, operation.length]);
    case 'literal':
      return Buffer.concat([encodeNumbers([literal, operation.bytes.length]), operation.bytes]);
    case 'image': {
      const { base, size, deflate, frames } = operation;
      const packing = deflate ? [deflate.level * 16 + deflate.memLevel, deflate.length] : [0];
      const range = [base.position, base.length, base.imageSize === null ? 0 : base.imageSize + 1];
      return encodeNumbers([image, ...range, size, ...packing, ...frames]);
    }
  }
}

/** Decodes the operations. Throws `delta/damaged` for truncated or unknown ones. */
export function* decodeOperations(bytes: Buffer): Generator<Operation> {
  const { next, nextBytes, isAtEnd } = createNumberReader(bytes);
  while (!isAtEnd()) {
    const kind = next();
    if (kind === copy) {
      const [position, length] = [next(), next()];
      if (length === 0) throw deltaErrors.damaged({});
      yield { kind: 'copy', position, length };
    } else if (kind === literal) yield { kind: 'literal', bytes: nextBytes(next()) };
    else if (kind === image) yield nextImage(next);
    else throw deltaErrors.damaged({});
  }
}

function nextImage(next: () => number): ImageOperation {
  const [position, length, imageSize, size, packing] = [next(), next(), next(), next(), next()];
  const base = { position, length, imageSize: imageSize === 0 ? null : imageSize - 1 };
  const deflate = packing === 0 ? null : { level: packing >> 4, memLevel: packing & 15, length: next() };
  const isEmpty = size === 0 || (base.imageSize !== null && length === 0);
  if (isEmpty || size > maxImageBytes) throw deltaErrors.damaged({});
  const frames: number[] = [];
  while (frames.length < framesPerBlock * Math.ceil(size / blockBytes)) frames.push(next());
  return { kind: 'image', base, size, deflate, frames };
}
