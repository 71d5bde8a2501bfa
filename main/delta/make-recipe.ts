/** Finds what changed between two builds. */

import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { fileError } from '../base/files/files.ts';
import { withBuildFile } from '../packages/open-build.ts';
import type { BuildReader } from '../packages/zip/byte-source.ts';
import { compressFrame } from './frames.ts';
import { createImageMaker, type WriteFrame } from './image-maker.ts';
import { type BaseRange, encodeOperation, maxOperations, type Operation } from './operations.ts';
import { chunksOf, createRangeReader } from './ranges.ts';
import { encodeHeader, headerBytes, maxControlBytes } from './recipe-header.ts';
import { createMatcher, createRemoteMatcher, type EntrySegment, readLayout } from './segments.ts';

/** A base of which only the entries are known. */
export type RemoteBase = {
  readonly sha256: string;
  readonly size: number;
  readonly entries: readonly EntrySegment[];
};

type Paths = { readonly base: string | RemoteBase; readonly target: string; readonly recipe: string };
type Options = { readonly maxSize: number; readonly signal?: AbortSignal };
export type MadeRecipe = {
  readonly size: number;
  readonly targetSha256: string;
  readonly targetSize: number;
};

/** Longer ranges between entries become images, which can use the old bytes. */
const maxLiteralBytes = 1024;

/**
 * Writes a recipe to `recipe`. Returns null and leaves no file if the recipe would have `maxSize` bytes or
 * more. Copies entries of a remote base whose checksum and sizes are equal. Throws `file/…`, `package/…` for
 * folders, `delta/changed`, and the signal's reason.
 */
export async function makeRecipe(paths: Paths, options: Options): Promise<MadeRecipe | null> {
  const { base, target, recipe } = paths;
  const write = (from: BuildReader | RemoteBase) =>
    withBuildFile(target, (build) => writeRecipe(from, build, recipe, options));
  const made = await (typeof base === 'string' ? withBuildFile(base, write) : write(base)).catch(
    async (error: unknown) => {
      await rm(recipe, { force: true });
      throw error;
    },
  );
  if (made === null) await rm(recipe, { force: true });
  return made;
}

async function writeRecipe(
  base: BuildReader | RemoteBase,
  target: BuildReader,
  path: string,
  { maxSize, signal }: Options,
): Promise<MadeRecipe | null> {
  const file = await open(path, 'w', 0o600).catch((error: unknown) => {
    throw fileError(error, path);
  });
  try {
    const sources = {
      base: 'entries' in base ? base : abortable(base, signal),
      target: abortable(target, signal),
    };
    let size = headerBytes;
    const writeFrame: WriteFrame = async (frame) => {
      if (size + frame.length < maxSize) await writeAt(file, frame, size);
      size += frame.length;
      return size < maxSize;
    };
    const control = await encodeChanges(sources, writeFrame);
    if (control === null) return null;
    const frame = await compressFrame(control);
    if (!(await writeFrame(frame))) return null;
    const targetSha256 = await sha256Of(sources.target);
    const header = encodeHeader({
      baseSha256: 'sha256' in sources.base ? sources.base.sha256 : await sha256Of(sources.base),
      baseSize: base.size,
      targetSha256,
      targetSize: target.size,
      controlFrame: frame.length,
      controlSize: control.length,
    });
    await writeAt(file, header, 0);
    return { size, targetSha256, targetSize: target.size };
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? fileError(error, path) : error;
  } finally {
    await file.close();
  }
}

function abortable(build: BuildReader, signal: AbortSignal | undefined): BuildReader {
  const read: BuildReader['read'] = async (position, length) => {
    signal?.throwIfAborted();
    return build.read(position, length);
  };
  return { ...build, read };
}

async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
}

async function sha256Of(build: BuildReader): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(createRangeReader(build), 0, build.size)) hash.update(chunk);
  return hash.digest('hex');
}

/** Returns the encoded operations; null if they, or the frames, become too large. */
async function encodeChanges(
  { base, target }: { readonly base: BuildReader | RemoteBase; readonly target: BuildReader },
  writeFrame: WriteFrame,
): Promise<Buffer | null> {
  const isRemote = 'entries' in base;
  const layouts = {
    base: isRemote ? { entries: base.entries, entriesEnd: 0 } : await readLayout(base),
    target: await readLayout(target),
  };
  const readers = {
    base: createRangeReader(isRemote ? { size: 0, read: async () => Buffer.alloc(0) } : base),
    target: createRangeReader(target),
  };
  const match = createMatcher(layouts.base);
  const matchRemote = isRemote ? createRemoteMatcher(base.entries, layouts.target.entries) : null;
  const makeImage = createImageMaker(readers, target.size, writeFrame);
  const operations = createOperationList();
  const isCopy = async (position: number, from: number, length: number): Promise<boolean> => {
    if (from < 0 || from + length > base.size || isRemote) return false;
    if (!(await isEqual(readers, position, from, length))) return false;
    return operations.add({ kind: 'copy', position: from, length });
  };
  const addImage = async (range: BaseRange, old: BaseRange | null): Promise<boolean> => {
    const image = await makeImage(range, isRemote ? null : old);
    return image !== null && operations.add(image);
  };
  const addBetween = async (position: number, length: number, old: BaseRange): Promise<boolean> => {
    const end = old.position + old.length;
    if (length === 0 || (await isCopy(position, end - length, length))) return true;
    if (length <= maxLiteralBytes) {
      return operations.add({ kind: 'literal', bytes: Buffer.from(await readers.target(position, length)) });
    }
    return addImage({ position, length, imageSize: null }, old);
  };
  const addEntry = async (entry: EntrySegment, old: EntrySegment | null): Promise<boolean> => {
    const { position, length } = entry;
    const remote = matchRemote?.(entry);
    if (remote && remote.position + length <= base.size)
      return operations.add({ kind: 'copy', position: remote.position, length });
    if (old?.length === length && (await isCopy(position, old.position, length))) return true;
    return addImage(entry, old);
  };
  let at = 0;
  for (const entry of layouts.target.entries) {
    const old = match(entry);
    const length = entry.position - at;
    if (!(await addBetween(at, length, rangeBefore(old?.position ?? 0, length)))) return null;
    if (!(await addEntry(entry, old))) return null;
    at = entry.position + entry.length;
  }
  const tail = at === 0 ? 0 : layouts.base.entriesEnd;
  const old = { position: tail, length: base.size - tail, imageSize: null };
  if (!(await addBetween(at, target.size - at, old))) return null;
  return operations.encode();
}

function rangeBefore(end: number, length: number): BaseRange {
  const position = Math.max(0, end - length);
  return { position, length: end - position, imageSize: null };
}

async function isEqual(
  readers: { readonly base: BuildReader['read']; readonly target: BuildReader['read'] },
  position: number,
  from: number,
  length: number,
): Promise<boolean> {
  let at = from;
  for await (const chunk of chunksOf(readers.target, position, length)) {
    if (!chunk.equals(await readers.base(at, chunk.length))) return false;
    at += chunk.length;
  }
  return true;
}

/** Creates a list that merges adjacent copies. `add` returns false if there are too many operations. */
function createOperationList() {
  const encoded: Buffer[] = [];
  let last: Operation | null = null;
  let size = 0;
  const flush = (): void => {
    if (!last) return;
    const bytes = encodeOperation(last);
    encoded.push(bytes);
    size += bytes.length;
    last = null;
  };
  const add = (operation: Operation): boolean => {
    if (
      last?.kind === 'copy' &&
      operation.kind === 'copy' &&
      last.position + last.length === operation.position
    ) {
      last = { ...last, length: last.length + operation.length };
      return true;
    }
    flush();
    last = operation;
    return size < maxControlBytes - 2 * maxLiteralBytes && encoded.length < maxOperations;
  };
  const encode = (): Buffer => {
    flush();
    return Buffer.concat(encoded);
  };
  return { add, encode };
}
