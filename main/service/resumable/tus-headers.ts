/** Headers of tus 1.0.0, https://tus.io/protocols/resumable-upload. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceErrors } from '../errors.ts';
import type { ServiceLimits } from '../http/limits.ts';
import { decodeText } from '../http/upload/part-head.ts';
import { basePath } from '../http/upload-paths.ts';
import type { ResumableUpload } from '../storage/upload-storage.ts';

export const tusVersion = '1.0.0';

const algorithms = ['sha1', 'sha256'] as const;

export type Checksum = { readonly algorithm: (typeof algorithms)[number]; readonly digest: Buffer };

/** Headers of the response to OPTIONS. `Upload-Limit` is from the IETF draft. */
export function capabilities(
  { maxBuildBytes, uploadExpiryMs }: ServiceLimits,
  address: string,
): Record<string, string> {
  return {
    'tus-resumable': tusVersion,
    'tus-version': tusVersion,
    'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination,delta',
    'tus-max-size': String(maxBuildBytes),
    'tus-checksum-algorithm': algorithms.join(','),
    'upload-limit': `max-size=${maxBuildBytes}, max-age=${Math.ceil(uploadExpiryMs / 1_000)}`,
    link: `<${address}${basePath}>; rel="get_upload_base"`,
  };
}

/** Throws `service/tusVersion`. */
export function checkTusVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] === tusVersion) return;
  void reply.header('tus-version', tusVersion);
  throw serviceErrors.tusVersion({ version: tusVersion });
}

/** Throws `service/uploadHeaders`. */
export function readByteCount({ headers }: FastifyRequest, name: 'Upload-Length' | 'Upload-Offset'): number {
  const value = headers[name.toLowerCase()];
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw serviceErrors.uploadHeaders({ reason: `${name} is not a number of bytes` });
}

/** Returns null if the header is missing. Throws `service/uploadHeaders`. */
export function readChecksum({ headers }: FastifyRequest): Checksum | null {
  const value = headers['upload-checksum'];
  if (value === undefined) return null;
  const [name, encoded = ''] = String(value).split(' ');
  const algorithm = algorithms.find((one) => one === name);
  if (algorithm && isBase64(encoded)) return { algorithm, digest: Buffer.from(encoded, 'base64') };
  throw serviceErrors.uploadHeaders({
    reason: `Upload-Checksum is not ${algorithms.join(' or ')} with a digest in Base64`,
  });
}

/** Parses `Upload-Metadata`. Throws `service/uploadHeaders`. */
export function readMetadata(value: string | undefined): ReadonlyMap<string, string> {
  const metadata = new Map<string, string>();
  for (const pair of value?.split(',') ?? []) {
    const [key = '', encoded = ''] = pair.trim().split(' ');
    const text = isBase64(encoded) ? decodeText(Buffer.from(encoded, 'base64'), 'utf-8') : null;
    if (key === '' || text === null || metadata.has(key))
      throw serviceErrors.uploadHeaders({
        reason: 'Upload-Metadata is not a list of unique keys with UTF-8 text in Base64',
      });
    metadata.set(key, text);
  }
  return metadata;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

export function setState(
  reply: FastifyReply,
  { offset, length, metadata, expiresAt }: ResumableUpload,
): FastifyReply {
  void reply.headers({
    'upload-offset': String(offset),
    'upload-length': String(length),
    'upload-expires': new Date(expiresAt).toUTCString(),
    'cache-control': 'no-store',
  });
  return metadata === null ? reply : reply.header('upload-metadata', metadata);
}
