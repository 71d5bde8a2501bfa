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

/** The requests about one object. All throw `service/storageAway`, with the reason as its cause. */
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
    /** Begins an upload in parts; gives its id. */
    begin: async (name: string): Promise<string> => {
      const command = new CreateMultipartUploadCommand({ ...at(name), ContentType: contentType });
      const { UploadId } = await calls.send(command).catch(away);
      return UploadId ?? away(new Error('The answer has no id of an upload.'));
    },

    /** Sends the part with this number, from 1; gives its entity tag. */
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

    /** Joins the parts, by their entity tags in order, into an object of `size` bytes. */
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
        // An answer may have been lost after the parts were joined, and servers differ in what they say to the next try.
        if ((await sizeOf(name, clients)) !== size) away(error);
      }
    },

    /** True when the upload was open. */
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

    /** The bytes `start` to `end`, both included, as far as the object goes; null when there is no such object. */
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
 * The bytes of an answer as they are asked for. It breaks off when none arrive for `silenceMs` although the reader waits;
 * a reader that is slow itself may take as long as it likes.
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
