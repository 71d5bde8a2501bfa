/** Compresses changed contents with the old ones as dictionary. */

import type { BuildReader } from '../packages/zip/byte-source.ts';
import { findParameters } from './deflate.ts';
import { compressFrame } from './frames.ts';
import {
  type BaseRange,
  blockBytes,
  blocksOf,
  createWorkLimit,
  type DeflateParameters,
  type ImageOperation,
  maxWork,
} from './operations.ts';
import { chunksOf, inflateRange, isInflateError, openContent } from './ranges.ts';

/** Appends a frame to the recipe. Returns false if the recipe becomes too large. */
export type WriteFrame = (frame: Buffer) => Promise<boolean>;
type Readers = { readonly base: BuildReader['read']; readonly target: BuildReader['read'] };

const noContent: BaseRange = { position: 0, length: 0, imageSize: null };

/** Maximum size in bytes of an image that is compressed at the higher level. */
const smallImage = 1024 * 1024;
const levelFor = (size: number): number => (size <= smallImage ? 17 : 12);

/** Returns a function that writes the frames of a changed range; null if the recipe becomes too large. */
export function createImageMaker(readers: Readers, targetSize: number, writeFrame: WriteFrame) {
  const isWithinLimit = createWorkLimit(targetSize, maxWork - 1);
  let likely: readonly DeflateParameters[] = [];

  const inflatedSize = async (range: BaseRange, read: BuildReader['read']): Promise<number | null> => {
    if (range.imageSize === null) return null;
    let size = 0;
    try {
      for await (const chunk of inflateRange(read, range.position, range.length)) {
        size += chunk.length;
        if (size > range.imageSize) return null;
      }
    } catch (error) {
      if (isInflateError(error)) return null;
      throw error;
    }
    return size === range.imageSize ? size : null;
  };

  const parametersFor = async (range: BaseRange): Promise<ImageOperation['deflate']> => {
    const size = await inflatedSize(range, readers.target);
    if (size === null || size === 0) return null;
    const inflate = () => inflateRange(readers.target, range.position, range.length);
    const whole = size <= blockBytes ? await collect(inflate()) : null;
    const content = whole ? () => toAsync(whole) : inflate;
    const packed = (at: number, length: number) =>
      at + length <= range.length
        ? readers.target(range.position + at, length)
        : Promise.resolve(Buffer.alloc(0));
    const found = await findParameters(content, packed, range.length, likely);
    if (found) likely = [found, ...likely.filter((each) => each !== found)];
    return found && { ...found, length: range.length };
  };

  return async (range: BaseRange, old: BaseRange | null): Promise<ImageOperation | null> => {
    const deflated = await parametersFor(range);
    const size = deflated ? (range.imageSize ?? range.length) : range.length;
    const wanted = { kind: 'image', base: await baseFor(old), size, deflate: deflated } as const;
    const asIs = { kind: 'image', base: noContent, size: range.length, deflate: null } as const;
    const operation = isWithinLimit(wanted) ? wanted : asIs;
    const content = operation.deflate
      ? inflateRange(readers.target, range.position, range.length)
      : chunksOf(readers.target, range.position, range.length);
    const frames = await writeBlocks(operation, content);
    return frames && { ...operation, frames };
  };

  async function baseFor(old: BaseRange | null): Promise<BaseRange> {
    if (!old || old.length === 0) return noContent;
    const { position, length } = old;
    return { position, length, imageSize: await inflatedSize(old, readers.base) };
  }

  async function writeBlocks(
    operation: Omit<ImageOperation, 'frames'>,
    content: AsyncIterable<Buffer>,
  ): Promise<readonly number[] | null> {
    await using old = openContent(readers.base, operation.base);
    const frames: number[] = [];
    const blocks = blocksOf(operation);
    let pieces: Buffer[] = [];
    let filled = 0;
    for await (const chunk of content) {
      pieces.push(chunk);
      filled += chunk.length;
      const block = blocks[frames.length];
      if (!block || filled < block.length) continue;
      const bytes = Buffer.concat(pieces);
      const dictionary = await old(block.dictionary.start, block.dictionary.end);
      const frame = await compressFrame(bytes.subarray(0, block.length), dictionary, levelFor(block.length));
      if (!(await writeFrame(frame))) return null;
      frames.push(frame.length);
      pieces = [bytes.subarray(block.length)];
      filled -= block.length;
    }
    return frames;
  }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const collected: Buffer[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}

async function* toAsync(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
