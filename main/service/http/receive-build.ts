import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../../base/errors.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import type { ServiceParts } from '../parts.ts';
import type { NewBuild, ReceivedBlob } from '../storage/storage.ts';
import { readForm } from './read-form.ts';
import { type WrittenUpload, writeUpload } from './write-upload.ts';

export type UploadedBuild = {
  readonly build: NewBuild;
  /** The name the build gives itself, else its id. */
  readonly name: string;
  /** From the optional text field `releaseNote`. */
  readonly releaseNote: string | null;
};

type Parts = Pick<ServiceParts, 'storage' | 'limits' | 'inspect'>;
type File = WrittenUpload & { readonly name: string };

/**
 * Takes the build of a multipart request in, reads what it is and gives it to `work`, which records it. Whatever goes
 * wrong, nothing stays: `service/noFile`, `twoFiles`, `emptyFile`, `badUpload`, `tooLarge`, `unreadable`, `full`.
 */
export async function withUploadedBuild<Result>(
  request: FastifyRequest,
  parts: Parts,
  work: (upload: UploadedBuild) => Promise<Result>,
): Promise<Result> {
  await checkSize(request, parts);
  const received = await parts.storage.blobs.receive();
  try {
    const { file, releaseNote } = await readUpload(request, parts, received);
    if (file.size === 0) throw serviceErrors.emptyFile({ name: file.name });
    const info = await inspectUpload(parts, received, file);
    return await work({ build: newBuild(info, file, received), name: nameOf(info), releaseNote });
  } finally {
    await received.discard();
  }
}

async function checkSize(request: FastifyRequest, { limits, storage }: Parts): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? 0);
  // The form around the build is never near this much.
  const frame = 128 * 1024;
  if (limits.largestBuild !== null && announced > limits.largestBuild + frame) {
    throw serviceErrors.tooLarge({ limit: limits.largestBuild });
  }
  const free = await storage.blobs.freeBytes();
  if (free !== null && announced + limits.reservedSpace > free) throw serviceErrors.full({});
}

async function readUpload(
  request: FastifyRequest,
  parts: Parts,
  received: ReceivedBlob,
): Promise<{ readonly file: File; readonly releaseNote: string | null }> {
  let started = false;
  let file: File | null = null;
  let releaseNote: string | null = null;
  await readForm(request.raw, parts.limits, {
    onFile: async (field, stream, name) => {
      if (!/^file(name)?$/i.test(field)) return drain(stream);
      if (started) throw serviceErrors.twoFiles({});
      started = true;
      file = { ...(await writeUpload(stream, received)), name: fileName(name) };
    },
    onField: (field, value) => {
      if (/^releasenote$/i.test(field) && value.trim() !== '') releaseNote = value;
    },
  });
  if (file === null) throw serviceErrors.noFile({});
  return { file, releaseNote };
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}

/** Any Unicode stays; folders, control characters and excess length go. It is only ever shown, never opened. */
function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  // Browsers write a quote inside a file name as %22.
  const clean = [...last.replaceAll('%22', '"').replaceAll(/\p{Cc}/gu, '')].slice(0, 255).join('').trim();
  return clean || 'build';
}

async function inspectUpload(parts: Parts, received: ReceivedBlob, file: File): Promise<PackageInfo> {
  try {
    return await parts.inspect({ file: file.name, size: file.size, read: received.read });
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    throw serviceErrors.unreadable({ reason: error.message }, { cause: error });
  }
}

function newBuild(info: PackageInfo, file: File, received: ReceivedBlob): NewBuild {
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
    received,
  };
}

function nameOf(info: PackageInfo): string {
  return info.name?.trim() || info.id;
}
