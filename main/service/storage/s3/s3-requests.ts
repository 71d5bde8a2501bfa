import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { idleTimeoutMs, type S3Clients } from './s3-clients.ts';
import {
  asStorageUnavailable,
  isMissingObject,
  isMissingUpload,
  isRangeNotSatisfiable,
} from './s3-failure.ts';

const contentType = 'application/octet-stream';

/** Requests for single objects. All throw `service/storageUnavailable` with the detailed cause. */
export type S3Requests = ReturnType<typeof createRequests>;

export function createRequests(clients: S3Clients) {
  return { ...objectRequests(clients), ...multipartRequests(clients) };
}

const throwUnavailable =
  ({ settings }: S3Clients) =>
  (error: unknown): never => {
    throw asStorageUnavailable(error, settings);
  };

async function objectSize(name: string, clients: S3Clients): Promise<number | null> {
  try {
    const { ContentLength } = await clients.requests.send(new HeadObjectCommand(clients.location(name)));
    return ContentLength ?? null;
  } catch (error) {
    return isMissingObject(error) ? null : throwUnavailable(clients)(error);
  }
}

function multipartRequests(clients: S3Clients) {
  const { requests, location } = clients;
  const fail = throwUnavailable(clients);
  return {
    createUpload: async (name: string): Promise<string> => {
      const command = new CreateMultipartUploadCommand({ ...location(name), ContentType: contentType });
      const { UploadId } = await requests.send(command).catch(fail);
      return UploadId ?? fail(new Error('The response contains no upload id.'));
    },

    /** Uploads the part with this number, from 1, and returns its entity tag. */
    sendPart: async (part: {
      readonly name: string;
      readonly uploadId: string;
      readonly number: number;
      readonly body: Buffer;
      readonly signal: AbortSignal;
    }): Promise<string> => {
      const { name, uploadId: UploadId, number: PartNumber, body: Body, signal: abortSignal } = part;
      const command = new UploadPartCommand({ ...location(name), UploadId, PartNumber, Body });
      const { ETag } = await requests.send(command, { abortSignal }).catch(fail);
      return ETag ?? fail(new Error('The response contains no entity tag.'));
    },

    /** Completes the multipart upload to an object of `size` bytes; `tags` are in part order. */
    complete: async (
      name: string,
      UploadId: string,
      tags: readonly string[],
      size: number,
    ): Promise<void> => {
      const Parts = tags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
      const command = new CompleteMultipartUploadCommand({
        ...location(name),
        UploadId,
        MultipartUpload: { Parts },
      });
      try {
        await requests.send(command);
      } catch (error) {
        // If a response was lost, the retry of its request fails although the object exists.
        if ((await objectSize(name, clients)) !== size) fail(error);
      }
    },

    /** Returns false if the upload was not open. */
    abort: async (name: string, UploadId: string): Promise<boolean> => {
      try {
        await requests.send(new AbortMultipartUploadCommand({ ...location(name), UploadId }));
        return true;
      } catch (error) {
        return isMissingUpload(error) ? false : fail(error);
      }
    },
  };
}

function objectRequests(clients: S3Clients) {
  const { requests, downloads, location } = clients;
  const fail = throwUnavailable(clients);
  return {
    put: async (name: string, Body: Buffer): Promise<void> => {
      await requests
        .send(new PutObjectCommand({ ...location(name), Body, ContentType: contentType }))
        .catch(fail);
    },

    remove: async (name: string): Promise<void> => {
      await requests.send(new DeleteObjectCommand(location(name))).catch(fail);
    },

    /** Returns the bytes in `range` (inclusive, clamped to the object); null if there is no such object. */
    get: async (
      name: string,
      range?: { readonly start: number; readonly end: number },
    ): Promise<Readable | null> => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await downloads.send(new GetObjectCommand({ ...location(name), Range }));
        return Body instanceof Readable ? streamDownload(Body, idleTimeoutMs) : Readable.from([]);
      } catch (error) {
        if (isMissingObject(error)) return null;
        return isRangeNotSatisfiable(error) ? Readable.from([]) : fail(error);
      }
    },
  };
}

const highWaterMark = 256 * 1024;

/** Fails if the server sends nothing for `silenceMs` while the reader waits; readers may be slow. */
export function streamDownload(answer: Readable, silenceMs: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      answer.destroy(new Error(`The S3 server sent nothing for ${silenceMs} ms.`));
    }, silenceMs);
  };
  const stream = new Readable({
    highWaterMark,
    read: () => {
      restartTimer();
      answer.resume();
    },
    destroy: (error, done) => {
      clearTimeout(timer);
      answer.destroy();
      done(error);
    },
  });
  answer.pause();
  answer.on('data', (chunk: Buffer) => {
    if (stream.push(chunk)) {
      restartTimer();
    } else {
      clearTimeout(timer);
      answer.pause();
    }
  });
  answer.on('end', () => {
    clearTimeout(timer);
    stream.push(null);
  });
  answer.on('error', (error) => stream.destroy(error));
  return stream;
}
