import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { CodedError, type ErrorDetails } from '../base/errors.ts';
import { answerDetails } from './answer-error.ts';
import { type Calls, isEmpty, type Payload, type Promised } from './calls.ts';
import { apiErrors, withDetails } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import type { Operation } from './operations.ts';
import type { Pace } from './pace.ts';
import { createUploadBody, type FileToUpload, type UploadBody } from './upload-body.ts';

export type UploadOptions = {
  readonly signal?: AbortSignal;
  /** Told the bytes of the file the connection has taken so far; begins anew when the sign-in had to be renewed. */
  readonly onProgress?: (sentBytes: number) => void;
  /** Longest time in which nothing moves, the wait for the answer included. Default two minutes. */
  readonly idleTimeoutMs?: number;
};

/** What became of a file, and the sha-256 (hex) of the bytes that were sent. */
export type Uploaded<Resource> = { readonly resource: Resource; readonly sha256: string };

const defaultIdleTimeoutMs = 120_000;

/** One upload of `file` in the form field `field`. Every error carries `details.outcome`. */
export type UploadFile = <Schema extends z.ZodType>(
  operation: Operation,
  upload: { readonly file: FileToUpload; readonly field: string; readonly promised: Promised<Schema> },
  options?: UploadOptions,
) => Promise<Uploaded<z.output<Schema>>>;

export function createUploadFile(deps: {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly pace: Pace | null;
  readonly origin: string;
}): UploadFile {
  const { calls, clock, pace } = deps;
  return async (operation, { file, field, promised }, options = {}) => {
    const { signal, onProgress } = options;
    let body: UploadBody | null = null;
    const payload = (): Payload => {
      body = createUploadBody({ file, field, clock, pace, signal, onProgress });
      const headers = { 'content-type': body.contentType, 'content-length': String(body.length) };
      return { headers, body: body.chunks };
    };
    const answer = await calls
      .send(operation, {
        signal,
        payload,
        fileSize: file.size,
        idleTimeoutMs: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
      })
      .catch((error: unknown) => {
        throw withOutcome(error, body);
      });
    try {
      const sha256 = hashOf(body);
      const resource = isEmpty(answer)
        ? await readWhereCreated(answer, promised, signal)
        : calls.read(answer, promised);
      if (resource === null || sha256 === null) throw unconfirmed(answer, file);
      return { resource, sha256 };
    } catch (error) {
      throw error instanceof CodedError ? withDetails(error, { outcome: 'unknown' }) : error;
    }
  };

  async function readWhereCreated<Schema extends z.ZodType>(
    answer: HttpAnswer,
    promised: Promised<Schema>,
    signal: AbortSignal | undefined,
  ): Promise<z.output<Schema> | null> {
    const location = answer.header('location');
    if (location === null || !URL.canParse(location, answer.url.href)) return null;
    const url = new URL(location, answer.url);
    if (url.origin !== deps.origin) return null;
    return calls.read(await calls.sendTo({ method: 'GET', url }, 'item', { signal }), promised);
  }
}

function hashOf(body: UploadBody | null): string | null {
  return body?.sha256() ?? null;
}

function unconfirmed(answer: HttpAnswer, file: FileToUpload): CodedError {
  return apiErrors.unconfirmed({ fileName: file.fileName }, { details: answerDetails(answer) });
}

/** With what the error says about the file: nothing of it can be stored, it may be, or the service would not have it. */
function withOutcome(error: unknown, body: UploadBody | null): unknown {
  const failure = body?.failure();
  const cause = failure instanceof CodedError ? failure : error;
  if (!(cause instanceof CodedError)) return cause;
  return withDetails(cause, { outcome: cause.details.outcome ?? outcomeOf(cause.details.status, body) });
}

function outcomeOf(
  status: number | undefined,
  body: UploadBody | null,
): NonNullable<ErrorDetails['outcome']> {
  if (body === null) return 'not-sent';
  if (status !== undefined && status >= 300 && status < 500) return 'refused';
  if (status !== undefined && status < 300) return 'unknown';
  return body.handedOver() ? 'unknown' : 'not-sent';
}
