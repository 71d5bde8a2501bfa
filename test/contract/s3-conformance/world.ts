import { randomBytes } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { connectS3, type S3Clients } from '../../../main/service/storage/s3/s3-clients.ts';
import { openS3Objects } from '../../../main/service/storage/s3/s3-objects.ts';
import type { S3Settings } from '../../../main/service/storage/s3/settings.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

export const minPartSize = 5 * 1024 * 1024;

/** An S3 server with helpers. All object names have a prefix that is unique to the run. */
export type S3World = ReturnType<typeof createWorld>;

export function createWorld(settings: S3Settings) {
  const clients: S3Clients = connectS3(settings);
  const { requests, location } = clients;
  const body = async (name: string, Range?: string): Promise<Buffer> => {
    const { Body } = await requests.send(new GetObjectCommand({ ...location(name), Range }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const begin = async (name: string): Promise<string> => {
    const { UploadId } = await requests.send(new CreateMultipartUploadCommand(location(name)));
    return UploadId ?? '';
  };
  const part = async (name: string, UploadId: string, PartNumber: number, Body: Buffer): Promise<string> => {
    const { ETag } = await requests.send(
      new UploadPartCommand({ ...location(name), UploadId, PartNumber, Body }),
    );
    return ETag ?? '';
  };
  const complete = async (name: string, UploadId: string, tags: readonly string[]): Promise<void> => {
    const Parts = tags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
    await requests.send(
      new CompleteMultipartUploadCommand({ ...location(name), UploadId, MultipartUpload: { Parts } }),
    );
  };
  return {
    settings,
    at: location,
    calls: requests,
    body,
    begin,
    part,
    complete,
    put: (name: string, Body: Buffer | string, more: object = {}) =>
      requests.send(new PutObjectCommand({ ...location(name), Body, ...more })),
    remove: (name: string) => requests.send(new DeleteObjectCommand(location(name))),
    /** Creates a client with other settings and no retries. */
    other: (changes: object): S3Client => {
      const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = settings;
      const credentials = { accessKeyId, secretAccessKey };
      return new S3Client({
        endpoint,
        region,
        credentials,
        forcePathStyle: pathStyle,
        maxAttempts: 1,
        ...changes,
      });
    },
    link: async (name: string, link: { fileName: string; contentType: string; seconds: number }) => {
      const store = await openS3Objects(settings, collectedLog().log);
      try {
        return (await store.link?.(name, link)) ?? '';
      } finally {
        await store.close();
      }
    },
    close: () => clients.destroy(),
  };
}

export const bytes = (size: number): Buffer => randomBytes(size);

/** Returns `ok`, or the status and the code of the error. */
export async function outcome(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'ok';
  } catch (error) {
    const { $metadata, name } = error as { $metadata?: { httpStatusCode?: number }; name: string };
    return `${$metadata?.httpStatusCode} ${name}`;
  }
}
