import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import type { ErrorDetails } from '../../base/failure.ts';
import type { Hashing } from '../../base/hashing/hashing.ts';
import type { Calls, Payload } from '../calls.ts';
import { apiErrors, withDetails } from '../errors.ts';
import type { Operation } from '../operations.ts';
import type { Throttle } from '../transport/bandwidth.ts';
import { type Interruption, isNear, isSameInterruption } from './interruptions.ts';
import { type Creation, createReadCreated, unconfirmed } from './read-created.ts';
import { createUploadBody, type FileToUpload, type UploadBody } from './upload-body.ts';

export type UploadOptions = {
  readonly signal?: AbortSignal;
  /** Sent along with the file; a service need not keep it. */
  readonly releaseNote?: string | undefined;
  /** Told the bytes of the file that are given to the connection, before it has taken them; begins anew as `onProgress`. */
  readonly onOffered?: (bytes: number) => void;
  /** Told the bytes of the file the connection has taken so far; begins anew when the sign-in had to be renewed. */
  readonly onProgress?: (sentBytes: number) => void;
  /** Told the bytes of it the other side has acknowledged; where the system does not tell, those the connection has taken. */
  readonly onAcknowledged?: (bytes: number) => void;
  /**
   * Told the sha-256 (hex) of the file once all of it was read and checked, before its last bytes are handed over: without
   * them it cannot arrive. What it throws ends the upload.
   */
  readonly onWhole?: (sha256: string) => void;
  /**
   * Longest time in which nothing moves before it is asked whether the line is dead, the wait for the answer included.
   * Default 45 s.
   */
  readonly idleTimeoutMs?: number;
};

/** What became of a file, and the sha-256 (hex) of the bytes that were sent. */
export type Uploaded<Resource> = { readonly resource: Resource; readonly sha256: string };

/** With the question whether the line is dead, a dead one is noticed within a minute. */
const defaultIdleTimeoutMs = 45_000;

type Upload<Schema extends z.ZodType> = Creation<Schema> & {
  readonly file: FileToUpload;
  /** Of the form. */
  readonly field: string;
};

/**
 * One upload. Every error carries `details.outcome`. A success that does not name what was created is looked up where
 * `Location` says; otherwise it is `api/unconfirmed`: the file has arrived, and only the service's lists can tell as what.
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
  /** The account's address. */
  readonly base: URL;
}): UploadFile {
  const { calls, clock, hashing, throttle } = deps;
  const readCreated = createReadCreated(calls, deps.base);
  const interruptions = new Map<string, Interruption>();
  return async (operation, upload, options = {}) => {
    const { signal, onOffered, onProgress, onAcknowledged, onWhole } = options;
    const { file, field } = upload;
    const key = `${file.size} ${file.path}`;
    const earlier = interruptions.get(key);
    let body: UploadBody | null = null;
    let taken = 0;
    let isTold: boolean | null = null;
    const onTaken = (bytes: number): void => {
      taken = bytes;
      onProgress?.(taken);
      if (isTold === false) onAcknowledged?.(taken);
    };
    const onUnacknowledged = (bytes: number | null): void => {
      isTold = bytes !== null;
      onAcknowledged?.(Math.max(0, taken - (bytes ?? 0)));
    };
    const isCareful = (): boolean => isNear(earlier, taken);
    /** What it means that the connection broke: the same place as before is a limit. */
    const judged = (error: unknown): unknown => {
      if (!(error instanceof CodedError) || error.code !== 'api/connectionLost') return error;
      const now = { at: taken, isExact: isTold === true && isCareful() };
      interruptions.set(key, now);
      if (!isSameInterruption(earlier, now)) return error;
      const values = { host: deps.base.host, size: taken };
      return apiErrors.cutShort(values, { cause: error, details: error.details });
    };
    const payload = (): Payload => {
      taken = 0;
      body = createUploadBody({
        file,
        field,
        releaseNote: options.releaseNote,
        clock,
        hashing,
        throttle,
        isCareful,
        isTold: () => isTold === true,
        signal,
        onOffered,
        onProgress: onTaken,
        onWhole,
      });
      const headers = { 'content-type': body.contentType, 'content-length': String(body.length) };
      return { headers, body: body.chunks };
    };
    const idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs;
    const answer = await calls
      .send(operation, { signal, payload, fileSize: file.size, idleTimeoutMs, onUnacknowledged, isCareful })
      .catch((error: unknown) => {
        throw withOutcome(judged(error), body);
      });
    interruptions.delete(key);
    onAcknowledged?.(file.size);
    try {
      const sha256 = hashOf(body);
      const resource = sha256 === null ? null : await readCreated(answer, upload, signal);
      if (resource === null || sha256 === null) throw unconfirmed(answer);
      return { resource, sha256 };
    } catch (error) {
      throw error instanceof CodedError ? withDetails(error, { outcome: 'unknown' }) : error;
    }
  };
}

function hashOf(body: UploadBody | null): string | null {
  return body?.sha256() ?? null;
}

/** With what the error says about the file: nothing of it can be stored, it may be, or the service would not have it. */
function withOutcome(error: unknown, body: UploadBody | null): unknown {
  const failure = body?.failure();
  const cause = failure instanceof CodedError ? failure : error;
  if (!(cause instanceof CodedError)) return cause;
  return withDetails(cause, { outcome: cause.details.outcome ?? outcomeOf(cause.details, body) });
}

/** Only an answer in the form of the service refuses: something on the way may have passed the file on before. */
function outcomeOf(
  { status, form }: ErrorDetails,
  body: UploadBody | null,
): NonNullable<ErrorDetails['outcome']> {
  if (body === null) return 'not-sent';
  if (status !== undefined && status >= 400 && status < 500 && form === 'service') return 'refused';
  if (status !== undefined && status < 500) return 'unknown';
  return body.handedOver() ? 'unknown' : 'not-sent';
}
