import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import type { S3Clients } from './s3-clients.ts';
import { asStorageAway } from './s3-failure.ts';

/** What this program names objects, today and before version 9 of the database. */
const objectName = /^([0-9a-f]{32}|[0-9a-f]{64})$/;

export type ListedObject = { readonly name: string; readonly size: number; readonly changedAt: number };
export type OpenUpload = { readonly name: string; readonly uploadId: string; readonly begunAt: number };

export function isObjectName(name: string): boolean {
  return objectName.test(name);
}

/** The objects of this program under the prefix, page by page. Throws `service/storageAway`. */
export async function* listObjects({ settings, calls }: S3Clients): AsyncGenerator<ListedObject> {
  const { bucket: Bucket, prefix: Prefix } = settings;
  let ContinuationToken: string | undefined;
  do {
    const page = await calls
      .send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
      .catch((error: unknown) => {
        throw asStorageAway(error, settings);
      });
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      const name = nameOf(Key, Prefix);
      if (name !== null) yield { name, size: Size ?? 0, changedAt: LastModified?.getTime() ?? 0 };
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

/** The uploads in parts that are open for objects of this program, page by page. Throws `service/storageAway`. */
export async function* listUploads({ settings, calls }: S3Clients): AsyncGenerator<OpenUpload> {
  const { bucket: Bucket, prefix: Prefix } = settings;
  let markers: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | null = {};
  while (markers) {
    const page: ListMultipartUploadsCommandOutput = await calls
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }))
      .catch((error: unknown) => {
        throw asStorageAway(error, settings);
      });
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      const name = nameOf(Key, Prefix);
      if (name === null || UploadId === undefined || Initiated === undefined) continue;
      yield { name, uploadId: UploadId, begunAt: Initiated.getTime() };
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    markers = page.IsTruncated && KeyMarker ? { KeyMarker, ...(UploadIdMarker && { UploadIdMarker }) } : null;
  }
}

function nameOf(key: string | undefined, prefix: string): string | null {
  const name = key?.startsWith(prefix) ? key.slice(prefix.length) : '';
  return isObjectName(name) ? name : null;
}
