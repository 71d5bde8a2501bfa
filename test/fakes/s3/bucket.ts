import { createHash } from 'node:crypto';
import { S3Refusal } from './answers.ts';

export type StoredObject = {
  readonly bytes: Buffer;
  /** ETag with its quotes. */
  readonly etag: string;
  readonly contentType: string;
  /** Milliseconds since 1970 UTC. */
  readonly modifiedAt: number;
};

export type OpenUpload = {
  readonly id: string;
  readonly key: string;
  readonly contentType: string;
  readonly begunAt: number;
  readonly parts: Map<number, { readonly bytes: Buffer; readonly etag: string }>;
};

export type Bucket = {
  readonly name: string;
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, OpenUpload>;
};

/** Input of an operation. */
export type Call = {
  readonly bucket: Bucket;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
  readonly now: number;
};

export const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();
export const etagOf = (bytes: Buffer): string => `"${md5(bytes).toString('hex')}"`;

/** Returns the requested page size, at most 1000. */
export function pageSize(query: URLSearchParams, name: string): number {
  const given = Number(query.get(name) ?? 1_000);
  if (!Number.isInteger(given) || given < 0) {
    throw new S3Refusal(400, 'InvalidArgument', `${name} is not a number`);
  }
  return Math.min(given, 1_000);
}
