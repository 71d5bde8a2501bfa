import type { FastifyRequest } from 'fastify';
import { CodedError } from '../../../base/errors.ts';
import { deltaErrors } from '../../../delta/errors.ts';
import { readBuildIcon } from '../../../packages/icon.ts';
import { type PackageInfo, requiredHardware } from '../../../packages/package-info.ts';
import { serviceErrors } from '../../errors.ts';
import { type ReleaseNote, releaseNoteOf } from '../../release-note.ts';
import type { ServiceContext } from '../../service-context.ts';
import type { NewBuild, Storage, StoredBlob, StoredIcon } from '../../storage/storage.ts';
import type { BlobUpload, UploadLease } from '../../storage/upload-storage.ts';
import type { ServiceLimits } from '../limits.ts';
import { authorisedBy, quotaUse } from '../requester.ts';
import { checkBuild, withoutHiddenPackage } from '../token-scope.ts';
import type { FormReader } from './form-parts.ts';
import { readForm } from './read-form.ts';
import type { UploadSlots } from './upload-slots.ts';
import { type WrittenUpload, writeUpload } from './write-upload.ts';

export type UploadedBuild = {
  readonly build: NewBuild;
  readonly name: string;
  readonly releaseNote: ReleaseNote | null;
  /** Lease of the resumable upload that recording the build completes. */
  readonly completes?: UploadLease;
};

export type ReceiveContext = Pick<ServiceContext, 'storage' | 'limits' | 'inspect' | 'clock'>;

/** Receives a build, and passes it to `work`, which records it. Discards the build on any failure. */
export type ReceiveBuild = <Result>(work: (upload: UploadedBuild) => Promise<Result>) => Promise<Result>;

type File = WrittenUpload & { readonly name: string };

export type BuildSource = {
  /** Number of bytes to expect; 0 if unknown. */
  readonly announced: number;
  readonly completes?: UploadLease;
  /** Base of the recipe that creates this build. Both must be the same application. */
  readonly base?: StoredBlob;
  /** Passes the file to `write`, at most once. */
  read(
    write: (content: AsyncIterable<Uint8Array>, name: string) => Promise<File>,
  ): Promise<{ readonly file: File | null; readonly releaseNote: ReleaseNote | null }>;
};

/**
 * Receives a build from a form. Throws `service/tokenScope`, `busy`, `dailyUploads`, `dailyBytes`, `noFile`,
 * `twoFiles`, `emptyFile`, `badUpload`, `tooLarge`, `unreadable`, `full`.
 */
export function formReceiver(
  request: FastifyRequest,
  parts: ReceiveContext & { readonly gate: UploadSlots },
): ReceiveBuild {
  return (work) =>
    parts.gate(request, (signal) =>
      receiveBuild(request, parts, formSource(request, parts.limits, signal), work),
    );
}

/** Returns storage that charges `upload` to the daily quota when it records the build. */
export function recordedBy(
  request: FastifyRequest,
  parts: Pick<ServiceContext, 'clock' | 'limits' | 'storage'>,
  { build, completes }: UploadedBuild,
): Pick<Storage, 'testing' | 'store'> {
  const use = quotaUse(request, parts, { uploads: 1, bytes: build.fileSize });
  return authorisedBy(request, parts, use, completes);
}

/** Throws the errors of `formReceiver`, except `busy` and those of the form. */
export async function receiveBuild<Result>(
  request: FastifyRequest,
  parts: ReceiveContext,
  source: BuildSource,
  work: (upload: UploadedBuild) => Promise<Result>,
): Promise<Result> {
  await checkAnnounced(request, parts, source);
  const received = await parts.storage.blobs.startUpload();
  // Checked again during the upload: other uploads use the same disk, and clients may not announce the size.
  const ensureSpace = (): Promise<void> => checkSpace(parts, 0);
  const write = async (content: AsyncIterable<Uint8Array>, name: string): Promise<File> => {
    const written = await writeUpload(content, received, {
      maxBytes: parts.limits.maxBuildBytes,
      ensureSpace,
      // Only an ipa needs part hashes, and they take longer than the hash of the whole file.
      hashesParts: !/\.apk$/i.test(name),
    });
    return { ...written, name: fileName(name) };
  };
  try {
    const { file, releaseNote } = await source.read(write);
    if (file === null) throw serviceErrors.noFile({});
    if (file.size === 0) throw serviceErrors.emptyFile({ name: file.name });
    const info = await inspectUpload(parts, received, file);
    const build = newBuild(info, file, received);
    checkBuild(request, build);
    if (source.base && !isSameApp(source.base, build))
      throw serviceErrors.badRecipe({ reason: deltaErrors.otherBase({}).message });
    const icon = await readUploadIcon(received, file);
    return await work({
      build: { ...build, icon },
      name: nameOf(info),
      releaseNote,
      ...(source.completes ? { completes: source.completes } : {}),
    }).catch((error: unknown) => {
      throw withoutHiddenPackage(request, build, error);
    });
  } finally {
    await received.discard();
  }
}

/** Throws `service/tooLarge`, `dailyUploads` or `full`. */
async function checkAnnounced(
  request: FastifyRequest,
  parts: ReceiveContext,
  { announced, completes }: BuildSource,
): Promise<void> {
  const { maxBuildBytes, maxBodyBytes } = parts.limits;
  if (announced > maxBuildBytes + maxBodyBytes) throw serviceErrors.tooLarge({ limit: maxBuildBytes });
  const bytes = completes ? announced : 0;
  await parts.storage.checkQuota(quotaUse(request, parts, { uploads: 1, bytes }));
  await checkSpace(parts, announced);
}

/** Throws `service/full` if the disk has no room for `wanted` more bytes. */
export async function checkSpace(
  { limits, storage }: Pick<ReceiveContext, 'limits' | 'storage'>,
  wanted: number,
): Promise<void> {
  const free = await storage.blobs.freeBytes();
  if (free !== null && wanted + limits.reservedSpace > free) throw serviceErrors.full({});
}

function formSource(request: FastifyRequest, limits: ServiceLimits, signal: AbortSignal): BuildSource {
  return {
    announced: Number(request.headers['content-length'] ?? 0),
    read: (write) => readUpload(request, limits, signal, write),
  };
}

async function readUpload(
  request: FastifyRequest,
  limits: ServiceLimits,
  signal: AbortSignal,
  write: Parameters<BuildSource['read']>[0],
): ReturnType<BuildSource['read']> {
  let started = false;
  let file: File | null = null;
  let hasNote = false;
  let releaseNote: ReleaseNote | null = null;
  const receiveFile = async (content: AsyncIterable<Uint8Array>, name: string): Promise<void> => {
    if (started) throw serviceErrors.twoFiles({});
    started = true;
    file = await write(content, name);
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
  await readForm(request.raw, limits, reader, { signal });
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

async function inspectUpload(parts: ReceiveContext, received: BlobUpload, file: File): Promise<PackageInfo> {
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

function isSameApp(a: StoredBlob, b: NewBuild): boolean {
  return a.platform === b.platform && a.packageId === b.packageId;
}

function nameOf(info: PackageInfo): string {
  return info.name?.trim() || info.id;
}
