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
import { type S3Clients, silenceMs } from './s3-clients.ts';
import { asStorageAway, isBeyondEnd, isMissingObject, isMissingUpload } from './s3-failure.ts';

const contentType = 'application/octet-stream';

/** Requests about single objects. All throw `service/storageAway`, with the detailed error as its cause. */
export type S3Requests = ReturnType<typeof createRequests>;

export function createRequests(clients: S3Clients) {
  return { ...objectRequests(clients), ...multipartRequests(clients) };
}

const awayOf =
  ({ settings }: S3Clients) =>
  (error: unknown): never => {
    throw asStorageAway(error, settings);
  };

async function sizeOf(name: string, clients: S3Clients): Promise<number | null> {
  try {
    const { ContentLength } = await clients.calls.send(new HeadObjectCommand(clients.at(name)));
    return ContentLength ?? null;
  } catch (error) {
    return isMissingObject(error) ? null : awayOf(clients)(error);
  }
}

function multipartRequests(clients: S3Clients) {
  const { calls, at } = clients;
  const away = awayOf(clients);
  return {
    begin: async (name: string): Promise<string> => {
      const command = new CreateMultipartUploadCommand({ ...at(name), ContentType: contentType });
      const { UploadId } = await calls.send(command).catch(away);
      return UploadId ?? away(new Error('The answer has no id of an upload.'));
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
      const command = new UploadPartCommand({ ...at(name), UploadId, PartNumber, Body });
      const { ETag } = await calls.send(command, { abortSignal }).catch(away);
      return ETag ?? away(new Error('The answer has no entity tag.'));
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
        ...at(name),
        UploadId,
        MultipartUpload: { Parts },
      });
      try {
        await calls.send(command);
      } catch (error) {
        // A retry fails if the response to an earlier attempt was lost, with an error that differs by server.
        if ((await sizeOf(name, clients)) !== size) away(error);
      }
    },

    /** Returns false if the upload was not open. */
    abort: async (name: string, UploadId: string): Promise<boolean> => {
      try {
        await calls.send(new AbortMultipartUploadCommand({ ...at(name), UploadId }));
        return true;
      } catch (error) {
        return isMissingUpload(error) ? false : away(error);
      }
    },
  };
}

function objectRequests(clients: S3Clients) {
  const { calls, downloads, at } = clients;
  const away = awayOf(clients);
  return {
    put: async (name: string, Body: Buffer): Promise<void> => {
      await calls.send(new PutObjectCommand({ ...at(name), Body, ContentType: contentType })).catch(away);
    },

    remove: async (name: string): Promise<void> => {
      await calls.send(new DeleteObjectCommand(at(name))).catch(away);
    },

    /** `range` is inclusive and clamped to the object. Returns null if there is no such object. */
    get: async (
      name: string,
      range?: { readonly start: number; readonly end: number },
    ): Promise<Readable | null> => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await downloads.send(new GetObjectCommand({ ...at(name), Range }));
        return Body instanceof Readable ? downloadOf(Body, silenceMs) : Readable.from([]);
      } catch (error) {
        if (isMissingObject(error)) return null;
        return isBeyondEnd(error) ? Readable.from([]) : away(error);
      }
    },
  };
}

const bufferedBytes = 256 * 1024;

/**
 * Streams a response with backpressure. Fails if the server sends no data for `silenceMs` while the reader
 * waits; a slow reader does not time out.
 */
export function downloadOf(answer: Readable, silenceMs: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      answer.destroy(new Error(`The S3 server sent nothing for ${silenceMs} ms.`));
    }, silenceMs);
  };
  const stream = new Readable({
    highWaterMark: bufferedBytes,
    read: () => {
      wait();
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
      wait();
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
