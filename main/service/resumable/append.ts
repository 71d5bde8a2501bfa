import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { serviceErrors } from '../errors.ts';
import { checkSpace } from '../http/upload/receive-build.ts';
import { writeChunks } from '../http/upload/write-upload.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ResumableUpload, UploadAppend } from '../storage/upload-storage.ts';
import { type BodyParts, openBody } from './body-parts.ts';
import type { Checksum } from './tus-headers.ts';

type Context = Pick<ServiceContext, 'storage' | 'limits' | 'clock'>;

export type AppendOptions = {
  readonly checksum: Checksum | null;
  readonly signal: AbortSignal;
  /** Called with the new offset after each part and at the end; with a checksum, only at the end. */
  readonly onStored: (offset: number) => void;
};

/**
 * Stores the body at the end of the upload and returns the new offset. If the connection is lost, the bytes
 * that arrived are stored, except with a checksum. Throws `service/uploadOffset`, `uploadChecksum`,
 * `badBody`, `bodyTooLarge`, `badUpload`, `idleTimeout` and `full`.
 */
export async function appendBody(
  request: FastifyRequest,
  parts: Context,
  upload: ResumableUpload,
  { checksum, signal, onStored }: AppendOptions,
): Promise<number> {
  const { uploads } = parts.storage;
  checkLength(request, upload.length - upload.offset);
  const expiresAt = parts.clock.now() + parts.limits.uploadExpiryMs;
  const lease = await uploads.startAppend(upload.id, upload.offset, expiresAt);
  if (!lease) throw serviceErrors.uploadOffset({ offset: upload.offset });
  const body = openBody(request.raw, parts.limits, signal);
  const hash = checksum && createHash(checksum.algorithm);
  try {
    const offset = await storeParts(body, parts, upload, {
      lease,
      isPending: hash !== null,
      onChunk: (chunk) => void hash?.update(chunk),
      onStored: hash === null ? onStored : () => undefined,
    });
    if (offset < upload.length) body.throwIfCut();
    if (hash && checksum?.digest.equals(hash.digest()) === false) throw serviceErrors.uploadChecksum({});
    if (hash && !(await uploads.confirmParts(lease))) throw serviceErrors.uploadOffset({ offset });
    onStored(offset);
    return offset;
  } catch (error) {
    if (hash) await uploads.removePendingParts(lease);
    throw error;
  } finally {
    body.close();
  }
}

function checkLength({ headers }: FastifyRequest, left: number): void {
  if (Number(headers['content-length'] ?? 0) > left) throw beyondLength(left);
}

function beyondLength(limit: number): Error {
  return serviceErrors.bodyTooLarge({ what: 'The rest of the upload', limit });
}

async function storeParts(
  body: BodyParts,
  parts: Context,
  { offset: start, length }: ResumableUpload,
  {
    lease,
    isPending,
    onChunk,
    onStored,
  }: Pick<AppendOptions, 'onStored'> & {
    readonly lease: UploadAppend;
    readonly isPending: boolean;
    readonly onChunk: (chunk: Uint8Array) => void;
  },
): Promise<number> {
  const { storage, limits } = parts;
  let offset = start;
  for (let count = lease.partCount; offset < length && (await body.hasMore()); count += 1) {
    if (count >= limits.maxUploadParts)
      throw serviceErrors.badBody({ reason: 'the upload arrived in too many small pieces' });
    const part = await storage.blobs.startUpload();
    try {
      let size = 0;
      await writeChunks(body.take(Math.min(limits.uploadPartBytes, length - offset)), part, {
        ensureSpace: () => checkSpace(parts, 0),
        onChunk: (chunk) => {
          size += chunk.length;
          onChunk(chunk);
        },
      });
      if (offset + size === length && (await body.hasMore())) throw beyondLength(length - start);
      await part.finish();
      if (!(await storage.uploads.addPart(lease, part, { size, isPending })))
        throw serviceErrors.uploadOffset({ offset });
      offset += size;
      onStored(offset);
    } finally {
      await part.discard();
    }
  }
  return offset;
}
