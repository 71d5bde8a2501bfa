import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import type { ErrorDetails } from '../../base/failure.ts';
import type { Hashing } from '../../base/hashing/hashing.ts';
import type { Calls, Payload } from '../calls.ts';
import { apiErrors, withDetails } from '../errors.ts';
import type { Operation } from '../operations.ts';
import type { Throttle } from '../transport/bandwidth.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { displayHost } from '../transport/proxy/proxy.ts';
import { responseDetails } from '../transport/response/response-error.ts';
import { type Interruption, isNearBreak, isSameInterruption } from './interruptions.ts';
import { createReadCreated, type ExpectedResource, unconfirmed } from './read-created.ts';
import { createUploadBody, type FileToUpload, type UploadBody } from './upload-body.ts';

export type UploadOptions = {
  readonly signal?: AbortSignal;
  /** Sent with the file; the service may ignore it. */
  readonly releaseNote?: string | undefined;
  /** Receives the bytes passed to the connection, before they are accepted. Restarts like `onProgress`. */
  readonly onOffered?: (bytes: number) => void;
  /** Receives the bytes that the connection has accepted so far. Restarts at 0 after a token renewal. */
  readonly onProgress?: (sentBytes: number) => void;
  /**
   * Receives the acknowledged bytes of the file; the accepted bytes if the system reports no
   * acknowledgements.
   */
  readonly onAcknowledged?: (bytes: number) => void;
  /**
   * Receives the SHA-256 (hex) of the whole file before its last bytes are sent. If the callback throws, the
   * service cannot store the file.
   */
  readonly onVerified?: (sha256: string) => void;
  /** Idle time in milliseconds before the connection is probed. Defaults to 45 s. */
  readonly idleTimeoutMs?: number;
};

/** Created resource, and the sha-256 (hex) of the bytes sent. */
export type Uploaded<Resource> = { readonly resource: Resource; readonly sha256: string };

/** This timeout and the probe timeout of 15 s detect a dead connection within a minute. */
const defaultIdleTimeoutMs = 45_000;

type Upload<Schema extends z.ZodType> = ExpectedResource<Schema> & {
  readonly file: FileToUpload;
  readonly field: string;
  /** Returns the sha-256 (hex) that the service reports for the received file; null if it reports none. */
  readonly reportedHash: (resource: z.output<Schema>) => string | null;
};

/**
 * Every error has `details.outcome`. Throws `api/unconfirmed` if the file is stored under an unknown id, and
 * `api/contentMismatch` if the service reports another sha-256.
 */
export type UploadFile = <Schema extends z.ZodType>(
  operation: Operation,
  upload: Upload<Schema>,
  options?: UploadOptions,
) => Promise<Uploaded<z.output<Schema>>>;

export function createUploadFile(deps: {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly hashing: Hashing;
  readonly throttle: Throttle | null;
  readonly base: URL;
}): UploadFile {
  const { calls, clock, hashing, throttle } = deps;
  const readCreated = createReadCreated(calls, deps.base);
  const interruptions = new Map<string, Interruption>();
  let bytesPerSecond = 0;
  return async (operation, upload, options = {}) => {
    const { signal, onOffered, onProgress, onAcknowledged, onVerified } = options;
    const { file, field } = upload;
    const key = `${file.size} ${file.path}`;
    const previous = interruptions.get(key);
    let body: UploadBody | null = null;
    let acceptedBytes = 0;
    let hasAcknowledgements: boolean | null = null;
    const onAccepted = (bytes: number): void => {
      acceptedBytes = bytes;
      onProgress?.(acceptedBytes);
      if (hasAcknowledgements === false) onAcknowledged?.(acceptedBytes);
    };
    const onUnacknowledged = (bytes: number | null): void => {
      hasAcknowledgements = bytes !== null;
      onAcknowledged?.(Math.max(0, acceptedBytes - (bytes ?? 0)));
    };
    const awaitsAcknowledgement = (): boolean => isNearBreak(previous, acceptedBytes);
    /** Returns `api/uploadLimit` if the connection broke at the same byte as before, otherwise the error. */
    const classifyError = (error: unknown): unknown => {
      if (!(error instanceof CodedError) || error.code !== 'api/connectionLost') return error;
      const now = {
        offset: acceptedBytes,
        isAcknowledged: hasAcknowledgements === true && awaitsAcknowledgement(),
      };
      interruptions.set(key, now);
      if (!isSameInterruption(previous, now)) return error;
      const values = { host: deps.base.host, size: acceptedBytes };
      return apiErrors.uploadLimit(values, { cause: error, details: error.details });
    };
    let begin = 0;
    const payload = (): Payload => {
      acceptedBytes = 0;
      begin = clock.monotonic();
      body = createUploadBody({
        file,
        field,
        releaseNote: options.releaseNote,
        clock,
        hashing,
        throttle,
        bytesPerSecond,
        isCareful: awaitsAcknowledgement,
        hasAcknowledgements: () => hasAcknowledgements === true,
        signal,
        onOffered,
        onProgress: onAccepted,
        onVerified,
      });
      const headers = { 'content-type': body.contentType, 'content-length': String(body.length) };
      return { headers, body: body.chunks };
    };
    const idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs;
    const answer = await calls
      .send(operation, {
        signal,
        payload,
        fileSize: file.size,
        idleTimeoutMs,
        onUnacknowledged,
        awaitsAcknowledgement,
      })
      .catch((error: unknown) => {
        throw withOutcome(classifyError(error), body);
      });
    interruptions.delete(key);
    bytesPerSecond = (1000 * file.size) / Math.max(1, clock.monotonic() - begin);
    onAcknowledged?.(file.size);
    const read = async () => {
      const sha256 = bodyHash(body);
      const resource = sha256 === null ? null : await readCreated(answer, upload, signal);
      if (resource === null || sha256 === null) throw unconfirmed(answer);
      return { resource, sha256 };
    };
    const uploaded = await read().catch((error: unknown) => {
      throw error instanceof CodedError ? withDetails(error, { outcome: 'unknown' }) : error;
    });
    checkReceived(answer, file, uploaded.sha256, upload.reportedHash(uploaded.resource));
    return uploaded;
  };
}

/** Throws if the service stored other bytes. The outcome is `refused`, so that no lookup accepts them. */
function checkReceived(
  answer: HttpResponse,
  file: FileToUpload,
  sent: string,
  received: string | null,
): void {
  if (received === null || received === sent) return;
  throw apiErrors.contentMismatch(
    { host: displayHost(answer.url, answer.proxy), fileName: file.fileName },
    { details: { ...responseDetails(answer), outcome: 'refused' } },
  );
}

function bodyHash(body: UploadBody | null): string | null {
  return body?.sha256() ?? null;
}

/** Adds `details.outcome`: whether the file may be stored. An error of the body takes precedence. */
function withOutcome(error: unknown, body: UploadBody | null): unknown {
  const failure = body?.failure();
  const cause = failure instanceof CodedError ? failure : error;
  if (!(cause instanceof CodedError)) return cause;
  return withDetails(cause, { outcome: cause.details.outcome ?? outcomeOf(cause.details, body) });
}

/** Returns `refused` only for a response from the service: an intermediary may have forwarded the file. */
function outcomeOf(
  { status, bodyKind }: ErrorDetails,
  body: UploadBody | null,
): NonNullable<ErrorDetails['outcome']> {
  if (body === null) return 'not-sent';
  if (status !== undefined && status >= 400 && status < 500 && bodyKind === 'service') return 'refused';
  if (status !== undefined && status < 500) return 'unknown';
  return body.handedOver() ? 'unknown' : 'not-sent';
}
