/** Patches that produce a block of content from old content, similar to those of bsdiff. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { deltaErrors } from './errors.ts';
import { createNumberReader, encodeNumbers } from './numbers.ts';
import { createIndex, keyBytes } from './patch-index.ts';

type Patch = {
  /** For each step: distance to move in the old content, number of differences, number of extras. */
  readonly control: Buffer;
  /** Bytes to add to old bytes. Most are zero. */
  readonly differences: Buffer;
  readonly extras: Buffer;
};

/** Each step but the first begins with a match of `keyBytes` bytes, and is encoded in at most 13 bytes. */
export const maxControlSize = (blockLength: number): number => 13 * (Math.ceil(blockLength / keyBytes) + 2);

/** A match replaces the current alignment if it has more than this number of additional equal bytes. */
const minGain = 8;
/** Limits how many bytes before a match are compared again. */
const maxBackward = 65536;
/** The current alignment continues if at least `minAligned` of the next `alignedBytes` bytes are equal. */
const [alignedBytes, minAligned] = [16, 12];

/** Finds long ranges that are nearly equal. */
export function makePatch(old: Buffer, block: Buffer): Patch {
  const index = createIndex(old, block);
  const writer = createPatchWriter(old, block);
  let offset = 0;
  let misses = 0;
  const equalBytes = (at: number, length: number): number => {
    let count = 0;
    for (let end = at + length; at < end; at += 1) if (block[at] === old[at + offset]) count += 1;
    return count;
  };
  for (let at = 0; at + keyBytes <= block.length; ) {
    if (block[at] === old[at + offset] || equalBytes(at, alignedBytes) >= minAligned) {
      at += 1;
      continue;
    }
    const { position, length } = index.findMatch(at);
    if (length < keyBytes) {
      // Skips more bytes the longer no match is found.
      at += 1 + (misses >> 6);
      misses += 1;
      continue;
    }
    if (length > equalBytes(at, length) + minGain) {
      writer.startStep(at, position);
      offset = position - at;
    }
    at += length;
    misses = 0;
  }
  return writer.finish();
}

/**
 * Splits the bytes between two matches into differences from the first, extras, and differences from the
 * second.
 */
function createPatchWriter(old: Buffer, block: Buffer) {
  const numbers: number[] = [];
  const differences = Buffer.alloc(block.length);
  const extras = Buffer.alloc(block.length);
  let [differenceCount, extraCount] = [0, 0];
  let [from, oldFrom, move] = [0, 0, 0];

  /** Returns the length, from `at` in the given direction, with the most equal bytes minus unequal bytes. */
  const similarLength = (at: number, oldAt: number, limit: number, direction: 1 | -1): number => {
    let [score, best, length] = [0, 0, 0];
    for (let count = 0; count < limit; ) {
      score += block[at + direction * count] === old[oldAt + direction * count] ? 1 : -1;
      count += 1;
      if (score > best) [best, length] = [score, count];
    }
    return length;
  };
  /**
   * Returns how many of `length` bytes, which both ranges cover, are taken from the first range so that most
   * bytes are equal.
   */
  const bestSplit = (at: number, first: number, second: number, length: number): number => {
    let [score, best, split] = [0, 0, 0];
    for (let count = 0; count < length; ) {
      if (block[at + count] === old[first + count]) score += 1;
      if (block[at + count] === old[second + count]) score -= 1;
      count += 1;
      if (score > best) [best, split] = [score, count];
    }
    return split;
  };
  const add = (same: number, end: number): void => {
    for (let count = 0; count < same; count += 1) {
      differences[differenceCount + count] = (block[from + count] ?? 0) - (old[oldFrom + count] ?? 0);
    }
    extraCount += block.copy(extras, extraCount, from + same, end);
    differenceCount += same;
    if (end > from) {
      numbers.push(move >= 0 ? 2 * move : -2 * move - 1, same, end - from - same);
      move = 0;
    }
    from = end;
    oldFrom += same;
  };
  const startStep = (at: number, position: number): void => {
    const gap = at - from;
    let same = similarLength(from, oldFrom, Math.min(gap, old.length - oldFrom), 1);
    let before = similarLength(at - 1, position - 1, Math.min(gap, position, maxBackward), -1);
    const shared = same + before - gap;
    if (shared > 0) {
      const start = at - before;
      const split = bestSplit(start, oldFrom + start - from, position - before, shared);
      same += split - shared;
      before -= split;
    }
    add(same, at - before);
    move += position - before - oldFrom;
    oldFrom = position - before;
  };
  const finish = (): Patch => {
    add(similarLength(from, oldFrom, Math.min(block.length - from, old.length - oldFrom), 1), block.length);
    return {
      control: encodeNumbers(numbers),
      differences: differences.subarray(0, differenceCount),
      extras: extras.subarray(0, extraCount),
    };
  };
  return { startStep, finish };
}

/** Number of bytes between yields to the event loop; producing them takes a few milliseconds. */
const stepBytes = 1024 * 1024;
/** A step without differences takes about as long as this many bytes. */
const stepCost = 16;

/** Produces a block of `length` bytes. Throws `delta/damaged` if the patch does not fit. */
export async function applyPatch(old: Buffer, patch: Patch, length: number): Promise<Buffer> {
  const block = Buffer.alloc(length);
  const { next, isAtEnd } = createNumberReader(patch.control);
  let [at, oldAt, differenceAt, extraAt, sinceYield] = [0, 0, 0, 0, 0];
  const pause = async (): Promise<void> => {
    await yieldToEventLoop();
    sinceYield = 0;
  };
  while (!isAtEnd()) {
    const [move, same, added] = [next(), next(), next()];
    oldAt += move % 2 === 0 ? move / 2 : -(move + 1) / 2;
    const isInside =
      same + added > 0 &&
      oldAt >= 0 &&
      oldAt + same <= old.length &&
      differenceAt + same <= patch.differences.length &&
      extraAt + added <= patch.extras.length &&
      at + same + added <= length;
    if (!isInside) throw deltaErrors.damaged({});
    for (const end = at + same; at < end; at += 1) {
      block[at] = (old[oldAt] ?? 0) + (patch.differences[differenceAt] ?? 0);
      oldAt += 1;
      differenceAt += 1;
      sinceYield += 1;
      if (sinceYield >= stepBytes) await pause();
    }
    at += patch.extras.copy(block, at, extraAt, extraAt + added);
    extraAt += added;
    sinceYield += stepCost;
    if (sinceYield >= stepBytes) await pause();
  }
  if (at !== length) throw deltaErrors.damaged({});
  return block;
}
