/** Uploads of a recipe: instructions that create a build from one that the service has. */
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { maxBaseEntries, type UploadBase } from '../../api/wire.ts';
import { CodedError } from '../../base/errors.ts';
import { applyRecipe, readRecipeHeader } from '../../delta/apply-recipe.ts';
import { deltaErrors } from '../../delta/errors.ts';
import { comparableEntries, readLayout } from '../../delta/segments.ts';
import { packagePlatforms } from '../../packages/package-info.ts';
import type { BuildReader } from '../../packages/zip/byte-source.ts';
import { serviceErrors } from '../errors.ts';
import { visibleVersion } from '../http/token-scope.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoredBlob, StoredFile } from '../storage/storage.ts';
import type { ByteRange, ResumableUpload } from '../storage/upload-storage.ts';

/** SHA-256 (hex) of the base, and the size of the result in bytes. */
export type RecipeMetadata = { readonly base: string; readonly size: number };

/** Returns null if the upload is a build itself. Throws `service/uploadHeaders`. */
export function recipeMetadata(metadata: ReadonlyMap<string, string>): RecipeMetadata | null {
  const base = metadata.get('base');
  if (base === undefined) return null;
  const size = metadata.get('size') ?? '';
  if (/^[0-9a-f]{64}$/.test(base) && /^\d{1,15}$/.test(size)) return { base, size: Number(size) };
  throw serviceErrors.uploadHeaders({
    reason: 'base in Upload-Metadata is not a SHA-256 in lower-case hex, or size is not a number of bytes',
  });
}

/** Returns the base. Throws `service/baseUnknown` if it does not exist or the token may not see it. */
export async function findBase(
  request: FastifyRequest,
  { blobs }: Pick<ServiceContext['storage'], 'blobs'>,
  { base }: RecipeMetadata,
): Promise<StoredBlob> {
  const found = (await blobs.builds(base)).find((build) => visibleVersion(request, build) !== null);
  if (!found) throw serviceErrors.baseUnknown({});
  return found;
}

/** Limits of what a recipe may cost: bytes read for each byte of the build, and time. */
const maxReads = 12;
const minReadBytes = 64 * 1024 * 1024;
const minMs = 30_000;
const bytesPerMs = 2_000;

/** Yields the build. Throws `service/badRecipe`, `baseUnknown`, and the errors of the storage. */
export async function* assembleBuild(
  { storage }: Pick<ServiceContext, 'storage'>,
  { id, length, fileName }: ResumableUpload,
  recipe: RecipeMetadata,
  { fileSize }: StoredBlob,
): AsyncGenerator<Uint8Array> {
  const maxReadBytes = maxReads * recipe.size + minReadBytes;
  const source = {
    base: baseReader(storage, { sha256: recipe.base, fileName, fileSize }, maxReadBytes),
    recipe: cachedReader({ file: fileName, size: length, maxReadBytes }, async (range) =>
      storage.uploads.read(id, range),
    ),
  };
  const signal = AbortSignal.timeout(minMs + Math.ceil(recipe.size / bytesPerMs));
  try {
    const { baseSha256, targetSize } = await readRecipeHeader(source.recipe);
    if (baseSha256 !== recipe.base || targetSize !== recipe.size) throw deltaErrors.otherBase({});
    yield* applyRecipe(source, { maxTargetSize: recipe.size, signal });
  } catch (error) {
    if (error === signal.reason) throw serviceErrors.badRecipe({ reason: deltaErrors.tooCostly({}).message });
    if (!(error instanceof CodedError) || !error.code.startsWith('delta/')) throw error;
    throw serviceErrors.badRecipe({ reason: error.message }, { cause: error });
  }
}

const maxCachedLists = 8;

/**
 * Returns a function that returns the entries of the newest build of the application in the query. The
 * list is empty if there are too many. Throws `service/baseUnknown` without a build, or if the token may not
 * see it.
 */
export function createNewestBase({
  storage,
}: Pick<ServiceContext, 'storage'>): (request: FastifyRequest) => Promise<UploadBase> {
  // The entries of a build never change. Requests for the same build share one read.
  const lists = new Map<string, Promise<UploadBase>>();
  const serialise = pLimit(1);
  const readList = async (build: StoredFile): Promise<UploadBase> => {
    const signal = AbortSignal.timeout(minMs + Math.ceil(build.fileSize / bytesPerMs));
    const { read, ...reader } = baseReader(storage, build, maxReads * build.fileSize + minReadBytes);
    const limited: BuildReader['read'] = (position, length) => {
      signal.throwIfAborted();
      return read(position, length);
    };
    const layout = await readLayout({ ...reader, read: limited }, maxBaseEntries);
    return { sha256: build.sha256, size: build.fileSize, entries: comparableEntries(layout) };
  };
  return async (request) => {
    const build = await newestVisible(request, storage);
    const cached = lists.get(build.sha256);
    if (cached) return cached;
    const list = serialise(() => readList(build));
    lists.set(build.sha256, list);
    list.catch(() => lists.delete(build.sha256));
    const [oldest] = lists.keys();
    if (lists.size > maxCachedLists && oldest !== undefined) lists.delete(oldest);
    return list;
  };
}

async function newestVisible(
  request: FastifyRequest,
  { blobs }: Pick<ServiceContext['storage'], 'blobs'>,
): Promise<StoredFile> {
  const query = request.query as { readonly platform?: unknown; readonly packageId?: unknown };
  const platform = packagePlatforms.find((one) => one === query.platform);
  const { packageId } = query;
  const isValid = platform !== undefined && typeof packageId === 'string' && !packageId.includes('\0');
  const app = isValid ? visibleVersion(request, { platform, packageId }) : null;
  const build = app && (await blobs.newest(app));
  if (!build) throw serviceErrors.baseUnknown({});
  return build;
}

function baseReader(
  { blobs }: Pick<ServiceContext['storage'], 'blobs'>,
  { sha256, fileName: file, fileSize: size }: StoredFile,
  maxReadBytes: number,
): BuildReader {
  return cachedReader({ file, size, maxReadBytes }, async (range) => {
    const stream = await blobs.read(sha256, range);
    if (!stream) throw serviceErrors.baseUnknown({});
    return stream;
  });
}

const blockBytes = 1024 * 1024;
const maxBlocks = 8;

/** Returns a reader with an LRU cache of blocks, because the storage opens a stream for each read. */
function cachedReader(
  {
    file,
    size,
    maxReadBytes,
  }: { readonly file: string; readonly size: number; readonly maxReadBytes: number },
  open: (range: ByteRange) => Promise<AsyncIterable<Uint8Array>>,
): BuildReader {
  const blocks = new Map<number, Promise<Buffer>>();
  let left = maxReadBytes;
  const readBlock = async (start: number): Promise<Buffer> => {
    const end = Math.min(size, start + blockBytes) - 1;
    left -= blockBytes;
    if (left < 0) throw deltaErrors.tooCostly({});
    return buffer(await open({ start, end }));
  };
  const block = (index: number): Promise<Buffer> => {
    const found = blocks.get(index) ?? readBlock(index * blockBytes);
    blocks.delete(index);
    blocks.set(index, found);
    const [oldest] = blocks.keys();
    if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
    return found;
  };
  return {
    file,
    size,
    read: async (position, length) => {
      const end = Math.min(size, position + length);
      const parts: Buffer[] = [];
      for (let at = position; at < end; ) {
        const index = Math.floor(at / blockBytes);
        const begin = at - index * blockBytes;
        const part = (await block(index)).subarray(begin, begin + end - at);
        if (part.length === 0) break;
        parts.push(part);
        at += part.length;
      }
      return Buffer.concat(parts);
    },
  };
}
