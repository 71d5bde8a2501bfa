/** Stores changed contents as patches of the old ones. */

import type { BuildReader } from '../packages/zip/byte-source.ts';
import { findParameters } from './deflate.ts';
import { compressFrame } from './frames.ts';
import {
  type BaseRange,
  blockBytes,
  blocksOf,
  createWorkLimit,
  type DeflateParameters,
  framesPerBlock,
  type ImageOperation,
  maxWork,
} from './operations.ts';
import { makePatch } from './patch.ts';
import { chunksOf, inflateRange, isInflateError, openContent } from './ranges.ts';

/** Appends a frame to the recipe. Returns false if the recipe becomes too large. */
export type WriteFrame = (frame: Buffer) => Promise<boolean>;
type Readers = { readonly base: BuildReader['read']; readonly target: BuildReader['read'] };

const noContent: BaseRange = { position: 0, length: 0, imageSize: null };

/** Returns a function that writes the frames of a changed range; null if the recipe becomes too large. */
export function createImageMaker(readers: Readers, targetSize: number, writeFrame: WriteFrame) {
  const isWithinLimit = createWorkLimit(targetSize, maxWork - 1);
  let likely: readonly DeflateParameters[] = [];

  /** Returns true if a range inflates to as many bytes as its entry announces. */
  const isInflatable = async (
    { imageSize }: BaseRange,
    inflate: () => AsyncIterable<Buffer>,
  ): Promise<boolean> => {
    if (imageSize === null) return false;
    let size = 0;
    try {
      for await (const chunk of inflate()) {
        size += chunk.length;
        if (size > imageSize) return false;
      }
    } catch (error) {
      if (isInflateError(error)) return false;
      throw error;
    }
    return size === imageSize;
  };

  /** Returns the inflated content of a target range; null if pako cannot deflate it to the same bytes. */
  const inflatedContent = async (range: BaseRange) => {
    const whole: Buffer[] = [];
    const inflate = () => inflateRange(readers.target, range.position, range.length);
    const size = range.imageSize ?? 0;
    const isSmall = size <= blockBytes;
    const isValid = await isInflatable(range, isSmall ? () => collecting(inflate(), whole) : inflate);
    if (!isValid || size === 0) return null;
    const content = (): AsyncIterable<Buffer> => (isSmall ? toAsync(whole) : inflate());
    const packed = (at: number, length: number) =>
      at + length <= range.length
        ? readers.target(range.position + at, length)
        : Promise.resolve(Buffer.alloc(0));
    const found = await findParameters(content, packed, range.length, likely);
    if (!found) return null;
    likely = [found, ...likely.filter((each) => each !== found)];
    return { content, size, deflate: { ...found, length: range.length } };
  };

  return async (range: BaseRange, old: BaseRange | null): Promise<ImageOperation | null> => {
    const stored = {
      content: () => chunksOf(readers.target, range.position, range.length),
      size: range.length,
      deflate: null,
    };
    const { content, size, deflate } = (await inflatedContent(range)) ?? stored;
    const wanted = { kind: 'image', base: await baseFor(old), size, deflate } as const;
    if (isWithinLimit(wanted)) return writeBlocks(wanted, content());
    return writeBlocks(
      { kind: 'image', base: noContent, size: range.length, deflate: null },
      stored.content(),
    );
  };

  async function baseFor(old: BaseRange | null): Promise<BaseRange> {
    if (!old || old.length === 0) return noContent;
    const { position, length, imageSize } = old;
    const isValid = await isInflatable(old, () => inflateRange(readers.base, position, length));
    return { position, length, imageSize: isValid ? imageSize : null };
  }

  async function writeBlocks(
    operation: Omit<ImageOperation, 'frames'>,
    content: AsyncIterable<Buffer>,
  ): Promise<ImageOperation | null> {
    await using old = openContent(readers.base, operation.base);
    const frames: number[] = [];
    const blocks = blocksOf(operation);
    let pieces: Buffer[] = [];
    let filled = 0;
    for await (const chunk of content) {
      pieces.push(chunk);
      filled += chunk.length;
      const block = blocks[frames.length / framesPerBlock];
      if (!block || filled < block.length) continue;
      const bytes = Buffer.concat(pieces);
      const { control, differences, extras } = makePatch(
        await old(block.old.start, block.old.end),
        bytes.subarray(0, block.length),
      );
      for (const part of [control, differences, extras]) {
        const frame = await compressFrame(part, block.length);
        if (!(await writeFrame(frame))) return null;
        frames.push(frame.length);
      }
      pieces = [bytes.subarray(block.length)];
      filled -= block.length;
    }
    return { ...operation, frames };
  }
}

async function* collecting(chunks: AsyncIterable<Buffer>, collected: Buffer[]): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    collected.push(chunk);
    yield chunk;
  }
}

async function* toAsync(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
