import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../../../base/errors.ts';
import { readBuildIcon } from '../../../packages/icon.ts';
import { type PackageInfo, requiredHardware } from '../../../packages/package-info.ts';
import { serviceErrors } from '../../errors.ts';
import { type ReleaseNote, releaseNoteOf } from '../../release-note.ts';
import type { ServiceContext } from '../../service-context.ts';
import type { QuotaCharge } from '../../storage/identity-storage.ts';
import type { PartHashes } from '../../storage/records.ts';
import type { BlobUpload, NewBuild, StoredIcon } from '../../storage/storage.ts';
import { quotaUse } from '../requester.ts';
import { checkBuild, withoutHiddenPackage } from '../token-scope.ts';
import type { FormReader } from './form-parts.ts';
import { createPartHashes } from './part-hashes.ts';
import { readForm } from './read-form.ts';
import type { UploadSlots } from './upload-slots.ts';

export type UploadedBuild = {
  readonly build: NewBuild;
  readonly name: string;
  readonly releaseNote: ReleaseNote | null;
};

type Parts = Pick<ServiceContext, 'storage' | 'limits' | 'inspect' | 'clock'> & {
  readonly gate: UploadSlots;
};
type File = WrittenUpload & { readonly name: string };

/**
 * Passes the received build to `work`, which records it; discards the build on any failure. Throws
 * `service/tokenScope`, `busy`, `dailyUploads`, `dailyBytes`, `noFile`, `twoFiles`, `emptyFile`, `badUpload`,
 * `tooLarge`, `unreadable`, `full`.
 */
export function withUploadedBuild<Result>(
  request: FastifyRequest,
  parts: Parts,
  work: (upload: UploadedBuild) => Promise<Result>,
): Promise<Result> {
  return parts.gate(request, (signal) => receiveBuild(request, parts, signal, work));
}

export function uploadQuotaUse(
  request: FastifyRequest,
  parts: Pick<ServiceContext, 'clock' | 'limits'>,
  { build }: UploadedBuild,
): QuotaCharge {
  return quotaUse(request, parts, { uploads: 1, bytes: build.fileSize });
}

async function receiveBuild<Result>(
  request: FastifyRequest,
  parts: Parts,
  signal: AbortSignal,
  work: (upload: UploadedBuild) => Promise<Result>,
): Promise<Result> {
  await checkSize(request, parts);
  const received = await parts.storage.blobs.startUpload();
  try {
    const { file, releaseNote } = await readUpload(request, parts, received, signal);
    if (file.size === 0) throw serviceErrors.emptyFile({ name: file.name });
    const info = await inspectUpload(parts, received, file);
    const build = newBuild(info, file, received);
    checkBuild(request, build);
    const icon = await readUploadIcon(received, file);
    return await work({
      build: { ...build, icon },
      name: nameOf(info),
      releaseNote,
    }).catch((error: unknown) => {
      throw withoutHiddenPackage(request, build, error);
    });
  } finally {
    await received.discard();
  }
}

async function checkSize(request: FastifyRequest, parts: Parts): Promise<void> {
  const { maxBuildBytes, maxBodyBytes } = parts.limits;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBuildBytes + maxBodyBytes) {
    throw serviceErrors.tooLarge({ limit: maxBuildBytes });
  }
  await parts.storage.checkQuota(quotaUse(request, parts, { uploads: 1 }));
  await checkSpace(parts, announced);
}

/** Throws `service/full` if the disk has no room for `wanted` more bytes. */
async function checkSpace({ limits, storage }: Parts, wanted: number): Promise<void> {
  const free = await storage.blobs.freeBytes();
  if (free !== null && wanted + limits.reservedSpace > free) throw serviceErrors.full({});
}

async function readUpload(
  request: FastifyRequest,
  parts: Parts,
  received: BlobUpload,
  signal: AbortSignal,
): Promise<{ readonly file: File; readonly releaseNote: ReleaseNote | null }> {
  let started = false;
  let file: File | null = null;
  let hasNote = false;
  let releaseNote: ReleaseNote | null = null;
  // Checked again during the upload: other uploads use the same disk, and clients may not announce the size.
  const ensureSpace = (): Promise<void> => checkSpace(parts, 0);
  const receiveFile = async (content: AsyncIterable<Uint8Array>, name: string): Promise<void> => {
    if (started) throw serviceErrors.twoFiles({});
    started = true;
    const written = await writeUpload(content, received, {
      maxBytes: parts.limits.maxBuildBytes,
      ensureSpace,
      // Only an ipa needs part hashes, and they take longer than the hash of the whole file.
      hashesParts: !/\.apk$/i.test(name),
    });
    file = { ...written, name: fileName(name) };
  };
  const reader: FormReader = {
    onFile: (field, content, name) => {
      if (isNote(field))
        return Promise.reject(
          serviceErrors.badBody({ reason: 'the field "releaseNote" is a file, not text' }),
        );
      return isFile(field) ? receiveFile(content, name) : null;
    },
    fileOnly: isFile,
    onField: (field, value) => {
      if (!isNote(field)) return;
      if (hasNote) throw serviceErrors.badBody({ reason: 'the field "releaseNote" appears more than once' });
      hasNote = true;
      releaseNote = releaseNoteOf(value);
    },
  };
  await readForm(request.raw, parts.limits, reader, { signal });
  if (file === null) throw serviceErrors.noFile({});
  return { file, releaseNote };
}

const isFile = (field: string): boolean => /^file(name)?$/i.test(field);

const isNote = (field: string): boolean => /^releasenote$/i.test(field);

/** Removes folders and control characters, and limits the length. The name is only displayed. */
function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  // Browsers write a quote inside a file name as %22.
  const clean = [...last.replaceAll('%22', '"').replaceAll(/\p{Cc}/gu, '')].slice(0, 255).join('').trim();
  return /^\.{0,2}$/.test(clean) ? 'build' : clean;
}

async function inspectUpload(parts: Parts, received: BlobUpload, file: File): Promise<PackageInfo> {
  try {
    return await parts.inspect({ file: file.name, size: file.size, read: received.read });
  } catch (error) {
    if (!isPackageError(error)) throw error;
    throw serviceErrors.unreadable({ reason: error.message }, { cause: error });
  }
}

/** Returns null if the icon is unreadable: the build is still accepted. */
async function readUploadIcon(received: BlobUpload, file: File): Promise<StoredIcon | null> {
  try {
    return await readBuildIcon({ file: file.name, size: file.size, read: received.read });
  } catch (error) {
    if (isPackageError(error)) return null;
    throw error;
  }
}

/** True for errors in the build, as opposed to errors of the storage it is read from. */
const isPackageError = (error: unknown): error is CodedError =>
  error instanceof CodedError && error.code.startsWith('package/');

function newBuild(info: PackageInfo, file: File, received: BlobUpload): NewBuild {
  return {
    kind: info.kind,
    platform: info.platform,
    packageId: info.id,
    versionName: info.versionName,
    build: info.build,
    minOs: info.minOs,
    fileName: file.name,
    fileSize: file.size,
    sha256: file.sha256,
    installFacts: {
      provisioning: info.provisioning ?? null,
      profileExpires: info.profileExpires ?? null,
      profileDevices: info.profileDevices ?? null,
      simulator: info.simulator ?? false,
      formFactor: info.formFactor ?? null,
      hardware: requiredHardware(info),
      obstacles: info.installability?.reasons ?? [],
    },
    partHashes: info.kind === 'ipa' ? file.partHashes : null,
    upload: received,
  };
}

function nameOf(info: PackageInfo): string {
  return info.name?.trim() || info.id;
}

const batchBytes = 256 * 1024;
/** Limits the memory used by many small chunks. */
const batchChunks = 64;
const batchesPerCheck = 64;

type WrittenUpload = {
  readonly size: number;
  readonly sha256: string;
  readonly partHashes: PartHashes | null;
};

export type UploadLimits = {
  readonly maxBytes: number;
  readonly ensureSpace: () => Promise<void>;
  readonly hashesParts: boolean;
};

/**
 * Hashes and writes a stream in batches, and collects the next batch during each write. Data is durable when
 * the promise resolves. Calls `ensureSpace` before the first batch and every 64 batches. Throws
 * `service/tooLarge` and the errors of `ensureSpace`.
 */
export async function writeUpload(
  chunks: AsyncIterable<Uint8Array>,
  received: BlobUpload,
  { maxBytes, ensureSpace, hashesParts }: UploadLimits,
): Promise<WrittenUpload> {
  const hash = createHash('sha256');
  const partHashes = hashesParts ? createPartHashes() : null;
  let size = 0;
  let count = 0;
  let batch: Uint8Array[] = [];
  let batched = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    if (count % batchesPerCheck === 0) await ensureSpace();
    writing = writeBatch(batch, received);
    // The next await reports the error; this avoids an unhandled rejection until then.
    writing.catch(() => null);
    count += 1;
    batch = [];
    batched = 0;
  };
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw serviceErrors.tooLarge({ limit: maxBytes });
      hash.update(chunk);
      partHashes?.update(chunk);
      batch.push(chunk);
      batched += chunk.length;
      if (batched >= batchBytes || batch.length >= batchChunks) await flush();
    }
    if (batch.length > 0) await flush();
    await writing;
  } finally {
    await writing.catch(() => null);
  }
  await received.finish();
  return { size, sha256: hash.digest('hex'), partHashes: partHashes?.end() ?? null };
}

async function writeBatch(batch: readonly Uint8Array[], received: BlobUpload): Promise<void> {
  await received.append(batch);
  batch.forEach(releaseMemory);
}

/** Frees the chunk before garbage collection, except small chunks, which share a buffer. */
function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
