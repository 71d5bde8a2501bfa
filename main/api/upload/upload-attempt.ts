import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import type { ErrorDetails } from '../../base/failure.ts';
import type { Hashing } from '../../base/hashing/hashing.ts';
import type { CallOptions } from '../calls.ts';
import { apiErrors, withDetails } from '../errors.ts';
import type { Throttle } from '../transport/bandwidth.ts';
import { hasProgressed, type Interruption, isNearBreak, isSameInterruption } from './interruptions.ts';
import type { FileToUpload, UploadBody, UploadBodyOptions } from './upload-body.ts';
import type { UploadOptions } from './upload-options.ts';

/** One attempt to send a file, in one or more requests. */
export type UploadAttempt = {
  /** Reads the file up to `offset`, passes the options of the request to `send`, and releases the file. */
  request<Result>(
    createBody: (options: UploadBodyOptions) => UploadBody,
    offset: number,
    send: (options: CallOptions) => Promise<Result>,
  ): Promise<Result>;
  /** Returns the error with `details.outcome`, or `api/uploadLimit` after two breaks at the same byte. */
  toError(error: unknown): unknown;
  complete(): void;
  /** SHA-256 in hex of the bytes sent; null if not all of them were sent. */
  sha256(): string | null;
  /** True once every byte of the file was passed to the connection. */
  handedOver(): boolean;
  /** Bytes that were passed to the connection so far, including those before the offset. */
  offeredBytes(): number;
};

export type UploadAttempts = {
  begin(file: FileToUpload, options: UploadOptions): UploadAttempt;
  /** Speed of the previous upload to this service; null before the first. */
  bytesPerSecond(): number | null;
};

/** This timeout and the probe timeout of 15 s detect a dead connection within a minute. */
const defaultIdleTimeoutMs = 45_000;

export function createUploadAttempts(deps: {
  readonly clock: Clock;
  readonly hashing: Hashing;
  readonly throttle: Throttle | null;
  readonly base: URL;
}): UploadAttempts {
  const { clock, base } = deps;
  const interruptions = new Map<string, Interruption>();
  let bytesPerSecond: number | null = null;
  const begin: UploadAttempts['begin'] = (file, options) => {
    const { signal, onVerified } = options;
    const progress = trackProgress(options);
    const key = `${file.size} ${file.path}`;
    let previous = interruptions.get(key);
    let body: UploadBody | null = null;
    let handedOver = false;
    let startedAt = 0;
    const awaitsAcknowledgement = (): boolean => isNearBreak(previous, progress.acceptedBytes());
    const bodyOptions: UploadBodyOptions = {
      ...{ file, clock, hashing: deps.hashing, throttle: deps.throttle },
      bytesPerSecond: bytesPerSecond ?? 0,
      isCareful: awaitsAcknowledgement,
      hasAcknowledgements: progress.hasAcknowledgements,
      ...{ signal, onOffered: progress.onOffered, onProgress: progress.onAccepted, onVerified },
    };
    const wasHandedOver = (): boolean => handedOver || body?.handedOver() === true;
    /** Returns `api/uploadLimit` if the connection broke at the same byte as before, otherwise the error. */
    const classifyError = (error: unknown): unknown => {
      if (!(error instanceof CodedError) || error.code !== 'api/connectionLost') return error;
      const now = {
        offset: progress.acceptedBytes(),
        sentBytes: progress.acceptedBytes() - progress.start(),
        isAcknowledged: progress.hasAcknowledgements() && awaitsAcknowledgement(),
      };
      interruptions.set(key, now);
      if (!isSameInterruption(previous, now)) return error;
      const values = { host: base.host, size: now.offset };
      return apiErrors.uploadLimit(values, { cause: error, details: error.details });
    };
    const beginBody = (
      createBody: (options: UploadBodyOptions) => UploadBody,
      offset: number,
    ): UploadBody => {
      handedOver = wasHandedOver();
      progress.begin(offset);
      if (previous && hasProgressed(previous, offset)) previous = undefined;
      startedAt = clock.monotonic();
      // A body that was prepared but never read would keep its file open.
      void body?.close();
      body = createBody(bodyOptions);
      return body;
    };
    return {
      request: async (createBody, offset, send) => {
        let prepared: UploadBody | null = null;
        if (offset > 0) {
          prepared = beginBody(createBody, offset);
          await prepared.prepare();
        }
        const payload: CallOptions['payload'] = () => {
          const { headers, chunks } = prepared ?? beginBody(createBody, offset);
          prepared = null;
          return { headers, body: chunks };
        };
        try {
          const idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs;
          const { onUnacknowledged } = progress;
          const watched = { idleTimeoutMs, onUnacknowledged, awaitsAcknowledgement };
          return await send({ signal, payload, fileSize: file.size, ...watched });
        } finally {
          if (offset > 0) await body?.close();
        }
      },
      toError: (error) => withOutcome(classifyError(error), body, wasHandedOver()),
      complete: () => {
        interruptions.delete(key);
        const elapsedMs = Math.max(1, clock.monotonic() - startedAt);
        // The time of a recipe is mostly that of its application.
        if (body && !file.recipe) bytesPerSecond = (1000 * (file.size - progress.start())) / elapsedMs;
        options.onAcknowledged?.(file.size);
      },
      sha256: () => body?.sha256() ?? null,
      handedOver: wasHandedOver,
      offeredBytes: progress.offeredBytes,
    };
  };
  return { begin, bytesPerSecond: () => bytesPerSecond };
}

/** Counts the bytes of an attempt and reports them, including those before the offset. */
function trackProgress({ onOffered, onProgress, onAcknowledged }: UploadOptions) {
  let start = 0;
  let offeredBytes = 0;
  let acceptedBytes = 0;
  /** Null until the first report by the operating system. */
  let hasAcknowledgements: boolean | null = null;
  return {
    begin: (offset: number): void => {
      [start, offeredBytes, acceptedBytes] = [offset, offset, offset];
    },
    onOffered: (bytes: number): void => {
      offeredBytes = bytes;
      onOffered?.(bytes);
    },
    onAccepted: (bytes: number): void => {
      acceptedBytes = bytes;
      onProgress?.(acceptedBytes);
      if (hasAcknowledgements === false) onAcknowledged?.(acceptedBytes);
    },
    onUnacknowledged: (bytes: number | null): void => {
      hasAcknowledgements = bytes !== null;
      onAcknowledged?.(Math.max(start, acceptedBytes - (bytes ?? 0)));
    },
    start: () => start,
    offeredBytes: () => offeredBytes,
    acceptedBytes: () => acceptedBytes,
    hasAcknowledgements: () => hasAcknowledgements === true,
  };
}

/** Adds `details.outcome`: whether the file may be stored. An error of the body takes precedence. */
function withOutcome(error: unknown, body: UploadBody | null, handedOver: boolean): unknown {
  const failure = body?.failure();
  const cause = failure instanceof CodedError ? failure : error;
  if (!(cause instanceof CodedError)) return cause;
  const outcome = body === null ? 'not-sent' : outcomeOf(cause.details, handedOver);
  return withDetails(cause, { outcome: cause.details.outcome ?? outcome });
}

/** Returns `refused` only for a response from the service: an intermediary may have forwarded the file. */
function outcomeOf(
  { status, bodyKind }: ErrorDetails,
  handedOver: boolean,
): NonNullable<ErrorDetails['outcome']> {
  if (status !== undefined && status >= 400 && status < 500 && bodyKind === 'service') return 'refused';
  if (status !== undefined && status < 500) return 'unknown';
  return handedOver ? 'unknown' : 'not-sent';
}
