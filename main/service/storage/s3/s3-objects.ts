import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import type { Log } from '../../../base/log/log.ts';
import type { ObjectStore } from '../objects.ts';
import { PartBuffers } from './part-buffers.ts';
import { connectS3, type S3Clients } from './s3-clients.ts';
import { s3Failure } from './s3-failure.ts';
import { presignedLink } from './s3-link.ts';
import { isObjectName, listObjects, listUploads } from './s3-listing.ts';
import { createRequests } from './s3-requests.ts';
import { S3Upload } from './s3-upload.ts';
import type { S3Settings } from './settings.ts';

/** Parts on their way in all uploads together: with 16 uploads at once, 16 + 4 parts of 8 MiB are in memory. */
const partsAtATime = 4;

/**
 * Builds in a bucket. This file brings the SDK along, so import it only when S3 is configured. Throws `service/s3…`, whose
 * sentence says what to correct, when the bucket cannot be used; what is called later throws `service/storageAway`.
 */
export async function openS3Objects(settings: S3Settings, log: Log): Promise<ObjectStore> {
  const clients = connectS3(settings);
  try {
    await checkBucket(clients);
  } catch (error) {
    clients.destroy();
    throw error;
  }
  const requests = createRequests(clients);
  const shared = { requests, log, buffers: new PartBuffers(), sending: pLimit(partsAtATime) };
  return {
    freeBytes: async () => null,
    create: async (name) => new S3Upload(name, shared).asWriter(),
    read: async (name, range) => (isObjectName(name) ? requests.get(name, range) : null),
    remove: requests.remove,
    list: () => listObjects(clients),
    removeUnfinished: async (before) => {
      let removed = 0;
      for await (const { name, uploadId, begunAt } of listUploads(clients)) {
        if (begunAt < before && (await requests.abort(name, uploadId))) removed += 1;
      }
      return removed;
    },
    link: (name, link) => presignedLink(clients, name, link),
    check: () => checkBucket(clients),
    close: async () => clients.destroy(),
  };
}

/** By a listing: the answer to a HEAD would not say why it was refused. */
async function checkBucket({ settings, calls }: S3Clients): Promise<void> {
  const { bucket: Bucket, prefix: Prefix } = settings;
  try {
    await calls.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
  } catch (error) {
    throw s3Failure(error, settings);
  }
}
