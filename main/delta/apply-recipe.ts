/** Builds a target from a base and a recipe. Nothing in a recipe is trusted: every number has a limit. */

import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BuildReader } from '../packages/zip/byte-source.ts';
import { deflate, isDeflatable } from './deflate.ts';
import { deltaErrors } from './errors.ts';
import { decompressFrame } from './frames.ts';
import {
  blocksOf,
  createWorkLimit,
  decodeOperations,
  type ImageOperation,
  maxFrameBytes,
  maxOperations,
  maxWork,
} from './operations.ts';
import { applyPatch, maxControlSize } from './patch.ts';
import { chunksOf, createRangeReader, openContent } from './ranges.ts';
import { headerBytes, type RecipeHeader, readHeader } from './recipe-header.ts';

type Source = { readonly base: BuildReader; readonly recipe: BuildReader };

/** Returns the identities of base and target. Throws `delta/damaged` for anything other than a recipe. */
export async function readRecipeHeader(recipe: BuildReader) {
  const { baseSha256, baseSize, targetSha256, targetSize } = await readHeader(recipe);
  return { baseSha256, baseSize, targetSha256, targetSize };
}

/**
 * Yields the bytes of the target, in order. They are valid only if the iteration ends without an error,
 * because their checksum is verified at the end. Throws `delta/damaged`, `/otherBase`, `/tooLarge`,
 * `/wrongResult`, the errors of both readers, and the signal's reason when aborted.
 */
export async function* applyRecipe(
  source: Source,
  limits: { readonly maxTargetSize: number; readonly signal?: AbortSignal },
): AsyncGenerator<Buffer> {
  const header = await readHeader(source.recipe);
  if (header.baseSize !== source.base.size) throw deltaErrors.otherBase({});
  if (header.targetSize > limits.maxTargetSize) throw deltaErrors.tooLarge({ limit: limits.maxTargetSize });
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of targetChunks(header, source)) {
    limits.signal?.throwIfAborted();
    size += chunk.length;
    if (size > header.targetSize) throw deltaErrors.damaged({});
    hash.update(chunk);
    yield chunk;
  }
  if (size !== header.targetSize || hash.digest('hex') !== header.targetSha256) {
    throw deltaErrors.wrongResult({});
  }
}

/** Number of operations before other work can run. */
const operationsPerStep = 256;
/** Size of the pieces between which other work can run, because the caller hashes each at once. */
const pieceBytes = 1024 * 1024;

async function* targetChunks(header: RecipeHeader, { base, recipe }: Source): AsyncGenerator<Buffer> {
  const [readBase, readRecipe] = [createRangeReader(base), createRangeReader(recipe)];
  const isWithinLimit = createWorkLimit(header.targetSize, maxWork);
  const framesEnd = recipe.size - header.controlFrame;
  let frameAt = headerBytes;
  let operations = 0;
  const nextFrame = (length: number): Promise<Buffer> => {
    frameAt += length;
    if (length > maxFrameBytes || frameAt > framesEnd) throw deltaErrors.damaged({});
    return readRecipe(frameAt - length, length);
  };
  for (const operation of decodeOperations(await readControl(header, readRecipe, framesEnd))) {
    operations += 1;
    if (operations > maxOperations) throw deltaErrors.damaged({});
    if (operation.kind === 'image' || operations % operationsPerStep === 0) await yieldToEventLoop();
    if (operation.kind === 'literal') yield operation.bytes;
    else if (operation.kind === 'copy') {
      rejectOutside(operation, base.size);
      // Copied, because the caller may transfer a chunk, and the reader uses it again.
      for await (const chunk of chunksOf(readBase, operation.position, operation.length))
        yield Buffer.from(chunk);
    } else {
      rejectOutside(operation.base, base.size);
      if (!isWithinLimit(operation)) throw deltaErrors.damaged({});
      yield* packedImage(operation, readBase, nextFrame);
    }
  }
  if (frameAt !== framesEnd) throw deltaErrors.damaged({});
}

async function readControl(
  { controlFrame, controlSize }: RecipeHeader,
  readRecipe: BuildReader['read'],
  position: number,
): Promise<Buffer> {
  const control = await decompressFrame(await readRecipe(position, controlFrame), controlSize);
  if (control?.length !== controlSize) throw deltaErrors.damaged({});
  return control;
}

function rejectOutside(range: { readonly position: number; readonly length: number }, size: number): void {
  if (range.position + range.length > size) throw deltaErrors.damaged({});
}

async function* packedImage(
  operation: ImageOperation,
  readBase: BuildReader['read'],
  nextFrame: (length: number) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const content = imageBlocks(operation, readBase, nextFrame);
  const parameters = operation.deflate;
  if (parameters === null) return yield* content;
  if (!isDeflatable(parameters)) throw deltaErrors.damaged({});
  let size = 0;
  for await (const chunk of deflate(content, parameters)) {
    size += chunk.length;
    if (size > parameters.length) throw deltaErrors.damaged({});
    yield chunk;
  }
  if (size !== parameters.length) throw deltaErrors.damaged({});
}

async function* imageBlocks(
  operation: ImageOperation,
  readBase: BuildReader['read'],
  nextFrame: (length: number) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  await using old = openContent(readBase, operation.base);
  const frames = operation.frames.values();
  const nextPart = async (maxSize: number): Promise<Buffer> => {
    const part = await decompressFrame(await nextFrame(frames.next().value ?? 0), maxSize);
    if (!part) throw deltaErrors.damaged({});
    return part;
  };
  for (const { length, old: range } of blocksOf(operation)) {
    const control = await nextPart(maxControlSize(length));
    const differences = await nextPart(length);
    const extras = await nextPart(length - differences.length);
    const block = await applyPatch(
      await old(range.start, range.end),
      { control, differences, extras },
      length,
    );
    for (let at = 0; at < length; at += pieceBytes) {
      yield block.subarray(at, at + pieceBytes);
      await yieldToEventLoop();
    }
  }
}
