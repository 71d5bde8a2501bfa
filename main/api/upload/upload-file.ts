import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import type { Hashing } from '../../base/hashing/hashing.ts';
import type { Log } from '../../base/log/log.ts';
import type { Calls } from '../calls.ts';
import { apiErrors, withDetails } from '../errors.ts';
import type { Operation } from '../operations.ts';
import { isForeignResponse } from '../response-origin.ts';
import type { Throttle } from '../transport/bandwidth.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { displayHost } from '../transport/proxy/proxy.ts';
import { responseDetails } from '../transport/response/response-error.ts';
import { createSendDelta, type SendWhole } from './delta-upload.ts';
import { createReadCreated, type ExpectedResource, unconfirmed } from './read-created.ts';
import { createSendResumable, ownAddress } from './resumable-upload.ts';
import { createTusRequests, isGone } from './tus-requests.ts';
import { createUploadAttempts } from './upload-attempt.ts';
import { createFormBody, type FileToUpload } from './upload-body.ts';
import type { UploadOptions } from './upload-options.ts';

/** Created resource, and the sha-256 (hex) of the bytes sent. */
export type Uploaded<Resource> = { readonly resource: Resource; readonly sha256: string };

export type ExpectedUpload<Schema extends z.ZodType> = ExpectedResource<Schema> & {
  /** Name of the form field with the file. */
  readonly field: string;
  /** Returns the sha-256 (hex) that the service reports for the received file; null if it reports none. */
  readonly reportedHash: (resource: z.output<Schema>) => string | null;
};

/** State of an interrupted upload. `unknown`: the service lacks it, or its result cannot be read. */
export type UploadSearch<Resource> =
  | { readonly kind: 'arrived'; readonly resource: Resource }
  | { readonly kind: 'incomplete' | 'unknown' };

export type InterruptedUpload = {
  readonly address: string;
  readonly file: Pick<FileToUpload, 'fileName' | 'size'>;
  /** SHA-256 (hex) of the bytes sent; null if unknown. */
  readonly sha256: string | null;
};

export type FileUploads = {
  /**
   * Every error has `details.outcome`. Throws `api/unconfirmed` if the file is stored under an unknown id, and
   * `api/contentMismatch` if the service reports another sha-256.
   */
  send<Schema extends z.ZodType>(
    operation: Operation,
    file: FileToUpload,
    expected: ExpectedUpload<Schema>,
    options?: UploadOptions,
  ): Promise<Uploaded<z.output<Schema>>>;
  /** Requests the state of an interrupted upload. Throws the error with which the service refused the file. */
  find<Schema extends z.ZodType>(
    upload: InterruptedUpload,
    expected: ExpectedUpload<Schema>,
    signal?: AbortSignal,
  ): Promise<UploadSearch<z.output<Schema>>>;
  /** Deletes an interrupted upload from the service. */
  discard(address: string): Promise<void>;
};

export function createFileUploads(deps: {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly hashing: Hashing;
  readonly throttle: Throttle | null;
  readonly base: URL;
  readonly log: Log;
}): FileUploads {
  const { calls, base } = deps;
  const readCreated = createReadCreated(calls, base);
  const attempts = createUploadAttempts(deps);
  const tus = createTusRequests(calls, deps.clock, base);
  const { bytesPerSecond } = attempts;
  const sendResumable = createSendResumable({ ...deps, tus, bytesPerSecond });
  const sendWhole: SendWhole = async (operation, file, field, options) => {
    const { releaseNote } = options;
    const attempt = attempts.begin(file, options);
    const sendForm = (): Promise<HttpResponse> =>
      attempt.request(
        (body) => createFormBody(body, { field, releaseNote }),
        0,
        (request) => calls.send(operation, request),
      );
    try {
      const answer = (await sendResumable(operation, file, options, attempt)) ?? (await sendForm());
      attempt.complete();
      return { answer, sha256: attempt.sha256() };
    } catch (error) {
      throw attempt.toError(error);
    }
  };
  const sendDelta = createSendDelta({ ...deps, tus, attempts, sendResumable, sendWhole });
  return {
    send: async (operation, file, expected, options = {}) => {
      const { answer, sha256 } = await sendDelta(operation, file, expected.field, options);
      const read = async () => {
        const resource = sha256 === null ? null : await readCreated(answer, expected, options.signal);
        if (resource === null || sha256 === null) throw unconfirmed(answer);
        return { resource, sha256 };
      };
      const uploaded = await read().catch((error: unknown) => {
        throw error instanceof CodedError ? withDetails(error, { outcome: 'unknown' }) : error;
      });
      checkReceived(answer, file, uploaded.sha256, expected.reportedHash(uploaded.resource));
      return uploaded;
    },
    find: async ({ address, file, sha256 }, expected, signal) => {
      const url = ownAddress(base, address);
      const offset = url && (await tus.offset(url, file.size, signal));
      if (url === null || offset === null) return { kind: 'unknown' };
      if (offset < file.size) return { kind: 'incomplete' };
      try {
        const answer = await tus.result(url, signal);
        const resource = await calls.detectPortal(() => readCreated(answer, expected, signal));
        if (resource === null) return { kind: 'unknown' };
        if (sha256 !== null) checkReceived(answer, file, sha256, expected.reportedHash(resource));
        return { kind: 'arrived', resource };
      } catch (error) {
        if (isUnreadable(error)) return { kind: 'unknown' };
        throw error;
      }
    },
    discard: async (address) => {
      const url = ownAddress(base, address);
      if (url) await tus.remove(url);
    },
  };
}

/** Returns true if the service no longer has the result, or its response does not identify the version. */
function isUnreadable(error: unknown): boolean {
  if (isGone(error)) return true;
  const codes = ['api/unconfirmed', 'api/unexpectedResponse'];
  return error instanceof CodedError && codes.includes(error.code) && !isForeignResponse(error);
}

/** Throws if the service stored other bytes. The outcome is `refused`, so that no lookup accepts them. */
function checkReceived(
  answer: HttpResponse,
  file: Pick<FileToUpload, 'fileName'>,
  sent: string,
  received: string | null,
): void {
  if (received === null || received === sent) return;
  throw apiErrors.contentMismatch(
    { host: displayHost(answer.url, answer.proxy), fileName: file.fileName },
    { details: { ...responseDetails(answer), outcome: 'refused' } },
  );
}
