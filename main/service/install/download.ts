import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '../attachment.ts';
import { serviceErrors } from '../errors.ts';
import { matchesTag } from '../http/entity-tag.ts';
import type { BuildRecord } from '../storage/records.ts';
import type { BlobStorage } from '../storage/storage.ts';

const mediaTypes = {
  apk: 'application/vnd.android.package-archive',
  ipa: 'application/octet-stream',
} as const;

/** Lifetime of presigned URLs: long enough to start and to resume a download. */
const linkSeconds = 300;

const buildHeaders = [
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
] as const;

export type ByteRange = { readonly start: number; readonly end: number };

/** Parses a range (RFC 9110, 14). Returns null for the whole file, also if several ranges are requested. */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function downloadName({ fileName, kind }: BuildRecord): string {
  return `${fileName.replace(/\.(?:apk|ipa)$/i, '')}.${kind}`;
}

/**
 * Sends a build, or redirects to a presigned URL. After a GET, calls `onSent` with the first and last byte
 * that were sent or presigned. Does not call `onSent` if the build is sent although several ranges were
 * requested.
 */
export async function sendBuild(
  request: FastifyRequest,
  reply: FastifyReply,
  build: BuildRecord,
  blobs: BlobStorage,
  onSent: (start: number, end: number) => void,
): Promise<FastifyReply> {
  const tag = `"${build.sha256}"`;
  const { headers, method } = request;
  const contentType = mediaTypes[build.kind];
  if (headers['if-match'] !== undefined && !matchesTag(headers['if-match'], tag, 'strong')) {
    throw serviceErrors.preconditionFailed({});
  }
  void reply.headers({
    'content-type': contentType,
    'content-disposition': attachment(downloadName(build)),
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': 'private, no-cache',
  });
  if (matchesTag(headers['if-none-match'], tag, 'weak')) return reply.code(304).send();
  const range = requestedRange(request, build.fileSize, tag);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${build.fileSize}`).send('');
  }
  const { start, end } = range ?? { start: 0, end: build.fileSize - 1 };
  void reply.header('content-length', end - start + 1);
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${build.fileSize}`);
  if (method === 'HEAD') return reply.send();
  const link = { fileName: downloadName(build), contentType, seconds: linkSeconds };
  const presignedUrl = await blobs.downloadUrl(build.sha256, link);
  if (presignedUrl !== null) {
    for (const name of buildHeaders) void reply.removeHeader(name);
    onSent(start, end);
    return reply.redirect(presignedUrl, 302);
  }
  const bytes = await blobs.read(build.sha256, { start, end });
  if (!bytes) {
    // With these headers, browsers would save the error response as the build.
    for (const name of buildHeaders) void reply.removeHeader(name);
    throw serviceErrors.noLink({});
  }
  if (!headers.range?.includes(',')) trackSent(reply, { start, end }, onSent);
  return reply.send(bytes);
}

/** Counts an aborted response as incomplete, because the socket accepts more bytes than the client reads. */
function trackSent(
  { raw }: FastifyReply,
  { start, end }: ByteRange,
  onSent: (start: number, end: number) => void,
): void {
  const { socket } = raw;
  const before = socket?.bytesWritten ?? 0;
  raw.once('close', () => {
    const sent = (socket?.bytesWritten ?? before) - before;
    const last = raw.writableFinished ? end : Math.min(end - 1, start + sent - 1);
    if (last >= start) onSent(start, last);
  });
}

/** Applies ranges only to GET. With `If-Range`, applies them only if the file is unchanged. */
function requestedRange({ method, headers }: FastifyRequest, size: number, tag: string) {
  const condition = headers['if-range'];
  const applies = method === 'GET' && (condition === undefined || condition === tag);
  return applies ? readRange(headers.range, size) : null;
}
