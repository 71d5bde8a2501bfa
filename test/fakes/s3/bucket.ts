import { createHash } from 'node:crypto';
import { S3Refusal } from './answers.ts';

export type StoredObject = {
  readonly bytes: Buffer;
  /** With its quotes. */
  readonly etag: string;
  readonly contentType: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
};

export type OpenUpload = {
  readonly id: string;
  readonly key: string;
  readonly contentType: string;
  readonly begunAt: number;
  readonly parts: Map<number, { readonly bytes: Buffer; readonly etag: string }>;
};

/** What one bucket contains, for tests to look at. */
export type Bucket = {
  readonly name: string;
  readonly objects: Map<string, StoredObject>;
  /** By id. */
  readonly uploads: Map<string, OpenUpload>;
};

/** What an operation is given. */
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

/** A number between 1 and 1000 of the query, as pages have it. */
export function pageSize(query: URLSearchParams, name: string): number {
  const given = Number(query.get(name) ?? 1_000);
  if (!Number.isInteger(given) || given < 0) {
    throw new S3Refusal(400, 'InvalidArgument', `${name} is not a number`);
  }
  return Math.min(given, 1_000);
}
