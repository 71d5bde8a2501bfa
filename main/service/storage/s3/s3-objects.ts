import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import pLimit from 'p-limit';
import type { Log } from '../../../base/log/log.ts';
import { attachment } from '../../attachment.ts';
import { belongsTo, objectNamePattern, ownerMarkPrefix, ownerOfMark } from '../object-names.ts';
import type { ObjectStore } from '../objects.ts';
import type { DownloadLinkOptions } from '../storage.ts';
import { BufferPool } from './buffer-pool.ts';
import { connectS3, type S3Clients } from './s3-clients.ts';
import { asStorageUnavailable, s3Failure } from './s3-failure.ts';
import { createRequests } from './s3-requests.ts';
import { S3Upload } from './s3-upload.ts';
import type { S3Settings } from './settings.ts';

/** Maximum number of parts in flight across all uploads: 16 uploads then buffer 16 + 4 parts of 5 MiB. */
const maxParallelParts = 4;

/**
 * Opens a bucket's objects. Import this module, which loads the SDK, only if S3 is configured. Throws
 * `service/s3…` if the bucket cannot be used; later calls throw `service/storageUnavailable`.
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
  const shared = { requests, log, buffers: new BufferPool(), limitParts: pLimit(maxParallelParts) };
  return {
    freeBytes: async () => null,
    create: async (name) => new S3Upload(name, shared).asWriter(),
    read: async (name, range) => (objectNamePattern.test(name) ? requests.get(name, range) : null),
    remove: requests.remove,
    list: () => listObjects(clients),
    abortUnfinished: async (before, serviceId) => {
      let removed = 0;
      for await (const { name, uploadId, startedAt } of listUploads(clients)) {
        if (startedAt >= before || !belongsTo(serviceId, name)) continue;
        if (await requests.abort(name, uploadId)) removed += 1;
      }
      return removed;
    },
    listOwners: async () => {
      const owners: string[] = [];
      for await (const { name } of listNames(clients, ownerMarkPrefix)) {
        const owner = ownerOfMark(name);
        if (owner !== null) owners.push(owner);
      }
      return owners;
    },
    addOwner: (serviceId) => requests.put(`${ownerMarkPrefix}${serviceId}`, Buffer.alloc(0)),
    removeOwner: (serviceId) => requests.remove(`${ownerMarkPrefix}${serviceId}`),
    link: (name, link) => presignedLink(clients, name, link),
    check: () => checkBucket(clients),
    close: async () => clients.destroy(),
  };
}

/** Lists the bucket, because the response to a HEAD request has no body that explains an error. */
async function checkBucket({ settings, requests: calls }: S3Clients): Promise<void> {
  const { bucket: Bucket, prefix: Prefix } = settings;
  try {
    await calls.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
  } catch (error) {
    throw s3Failure(error, settings);
  }
}

const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Signs a URL locally, without a request to the server. */
async function presignedLink(
  { settings, requests: calls, location }: S3Clients,
  name: string,
  { fileName, contentType, seconds }: DownloadLinkOptions,
): Promise<string> {
  const { region, accessKeyId, secretAccessKey, pathStyle } = settings;
  const { Bucket, Key } = location(name);
  const endpoint = new URL(settings.endpoint);
  const host = pathStyle ? endpoint.host : `${Bucket}.${endpoint.host}`;
  const folder = endpoint.pathname.replace(/\/$/, '');
  const path = [folder, ...(pathStyle ? [Bucket] : []), ...Key.split('/').map(encodeRfc3986)].join('/');
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: calls.config.sha256,
    uriEscapePath: false,
  });
  const signed = await signer.presign(
    {
      method: 'GET',
      protocol: endpoint.protocol,
      hostname: host,
      path,
      headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      query: {
        'response-content-disposition': attachment(fileName),
        'response-content-type': contentType,
      },
    },
    { expiresIn: seconds, signingDate: new Date(Date.now() + calls.config.systemClockOffset) },
  );
  const query = Object.entries(signed.query ?? {}).map(
    ([key, value]) => `${encodeRfc3986(key)}=${encodeRfc3986(`${value}`)}`,
  );
  return `${endpoint.protocol}//${host}${path}?${query.join('&')}`;
}

type ListedObject = { readonly name: string; readonly size: number; readonly changedAt: number };
type OpenUpload = { readonly name: string; readonly uploadId: string; readonly startedAt: number };

async function* listObjects(clients: S3Clients): AsyncGenerator<ListedObject> {
  for await (const found of listNames(clients, '')) if (objectNamePattern.test(found.name)) yield found;
}

async function* listNames(
  { settings, requests: calls }: S3Clients,
  namePrefix: string,
): AsyncGenerator<ListedObject> {
  const { bucket: Bucket, prefix } = settings;
  const Prefix = `${prefix}${namePrefix}`;
  let ContinuationToken: string | undefined;
  do {
    const page = await calls
      .send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
      .catch((error: unknown) => {
        throw asStorageUnavailable(error, settings);
      });
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (!Key?.startsWith(Prefix)) continue;
      yield { name: Key.slice(prefix.length), size: Size ?? 0, changedAt: LastModified?.getTime() ?? 0 };
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

async function* listUploads({ settings, requests: calls }: S3Clients): AsyncGenerator<OpenUpload> {
  const { bucket: Bucket, prefix: Prefix } = settings;
  let markers: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | null = {};
  while (markers) {
    const page: ListMultipartUploadsCommandOutput = await calls
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }))
      .catch((error: unknown) => {
        throw asStorageUnavailable(error, settings);
      });
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      const name = nameOf(Key, Prefix);
      if (name === null || UploadId === undefined || Initiated === undefined) continue;
      yield { name, uploadId: UploadId, startedAt: Initiated.getTime() };
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    markers = page.IsTruncated && KeyMarker ? { KeyMarker, ...(UploadIdMarker && { UploadIdMarker }) } : null;
  }
}

function nameOf(key: string | undefined, prefix: string): string | null {
  const name = key?.startsWith(prefix) ? key.slice(prefix.length) : '';
  return objectNamePattern.test(name) ? name : null;
}
