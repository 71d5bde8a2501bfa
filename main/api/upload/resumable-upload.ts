import { CodedError } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { Calls } from '../calls.ts';
import { apiErrors } from '../errors.ts';
import type { Operation } from '../operations.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import { resolveSameOrigin } from '../transport/same-origin.ts';
import { isFinalRefusal, isFinalResult, readOffset } from './resume-policy.ts';
import { isGone, isMethodRefused, type TusRequests } from './tus-requests.ts';
import type { UploadAttempt } from './upload-attempt.ts';
import type { FileToUpload } from './upload-body.ts';
import type { Resumption, UploadOptions } from './upload-options.ts';

/** Maximum number of consecutive requests that do not increase the service's offset. */
const maxWithoutProgress = 3;

type Transfer = {
  readonly address: URL;
  readonly file: FileToUpload;
  readonly attempt: UploadAttempt;
  readonly resumption: Resumption;
  readonly signal: AbortSignal | undefined;
};

/**
 * Sends a file as a resumable upload. Returns the response to the complete file; null if the file has to
 * be sent as a form. Throws `api/uploadExpired` if the service loses two uploads or one that may be complete.
 */
export type SendResumable = (
  operation: Operation,
  file: FileToUpload,
  options: UploadOptions,
  attempt: UploadAttempt,
) => Promise<HttpResponse | null>;

export function createSendResumable(deps: {
  readonly calls: Calls;
  readonly tus: TusRequests;
  readonly base: URL;
  readonly log: Log;
  readonly bytesPerSecond: () => number | null;
}): SendResumable {
  const { tus, base, log } = deps;
  const transfer = createTransfer(tus);
  const create = createCreate(deps);
  return async (operation, file, options, attempt) => {
    const { resumption, signal } = options;
    if (!resumption) return null;
    const forget = (): void => {
      resumption.save(null);
      if (resumption.wasSentWhole || attempt.handedOver()) throw expired(base, 'unknown');
    };
    let address = ownAddress(base, resumption.address);
    let offset = address && (await tus.offset(address, file.size, signal));
    if (resumption.address !== null && offset === null) forget();
    for (let created = 0; created < 2; created += 1) {
      if (address === null || offset === null) {
        address = await create(operation, file, options);
        if (address === null) return null;
        resumption.save(address.href);
        offset = 0;
      }
      const answer = await transfer(offset, { address, file, attempt, resumption, signal });
      if (answer !== null && answer !== 'unsupported') return answer;
      log.warn('Could not continue an upload', { address: address.pathname, reason: answer ?? 'gone' });
      if (answer === 'unsupported') {
        resumption.save(null);
        return null;
      }
      forget();
      address = null;
    }
    throw expired(base, 'not-sent');
  };
}

/** Returns null for an address of another origin, which must not receive the token. */
export function ownAddress(base: URL, address: string | null): URL | null {
  const url = address === null ? null : resolveSameOrigin(base, address, base);
  return typeof url === 'string' ? null : url;
}

function expired(base: URL, outcome: 'unknown' | 'not-sent'): CodedError {
  return apiErrors.uploadExpired({ host: base.host }, { details: { outcome } });
}

/** The release note is sent in a header, for which servers have limits of 4 KiB and more. */
const maxNoteBytes = 1_500;

export function fitsInHeader(releaseNote = ''): boolean {
  return Buffer.byteLength(releaseNote) <= maxNoteBytes;
}

function createCreate({ calls, tus, log, bytesPerSecond }: Parameters<typeof createSendResumable>[0]) {
  /** Returns null if the service responds without the link. A form may need fewer links. */
  const findTarget: Calls['findResumable'] = async (operation, signal) => {
    try {
      return await calls.findResumable(operation, signal);
    } catch (error) {
      const { status } = error instanceof CodedError ? error.details : {};
      if (status === undefined || status === 401) throw error;
      log.warn('Could not find the link for resumable uploads', { error });
      return null;
    }
  };
  return async (
    operation: Operation,
    file: FileToUpload,
    { resumption, releaseNote, signal }: UploadOptions,
  ): Promise<URL | null> => {
    if (!resumption?.pays(bytesPerSecond()) || !fitsInHeader(releaseNote)) return null;
    try {
      const target = await findTarget(operation, signal);
      return target && (await tus.create(target, file, releaseNote, signal));
    } catch (error) {
      if (!hasStatus(error, creationRefusals) && !isUnsupported(error)) throw error;
      log.warn('Could not create a resumable upload', { error });
      return null;
    }
  };
}

/** A form needs no such headers, and half the disk space. */
const creationRefusals = [400, 404, 406, 410, 411, 413, 431, 507];
const intermediaryRefusals = [400, 403, 406, 411, 413, 415];

/** True if the service or an intermediary refuses this request, but not necessarily a form. */
function isUnsupported(error: unknown): boolean {
  if (isMethodRefused(error)) return true;
  const isForeign = error instanceof CodedError && error.details.bodyKind !== 'service';
  return isForeign && hasStatus(error, intermediaryRefusals);
}

function hasStatus(error: unknown, statuses: readonly number[]): boolean {
  return error instanceof CodedError && statuses.includes(error.details.status ?? 0);
}

/** Returns a function that sends the file from `offset`; its result is null if the service lost the upload. */
function createTransfer(tus: TusRequests) {
  /** Returns null if the service expects another offset. */
  const append = async (offset: number, transfer: Transfer): Promise<HttpResponse | null> => {
    const { address, attempt, resumption } = transfer;
    try {
      return await tus.append(address, offset, attempt);
    } catch (error) {
      const { status, bodyKind } = error instanceof CodedError ? error.details : {};
      if (bodyKind !== 'service') throw error;
      if (status === 409) return null;
      if (isFinalRefusal(status)) resumption.save(null);
      throw error;
    }
  };
  const result = async ({ address, resumption, signal }: Transfer): Promise<HttpResponse> => {
    try {
      return await tus.result(address, signal);
    } catch (error) {
      const { status, bodyKind } = error instanceof CodedError ? error.details : {};
      if (bodyKind === 'service' && isFinalResult(status)) resumption.save(null);
      throw error;
    }
  };
  const send = async (begin: number, transfer: Transfer): Promise<HttpResponse | null> => {
    const { address, file, attempt, resumption, signal } = transfer;
    let offset = begin;
    for (let failures = 0; failures < maxWithoutProgress; ) {
      if (offset === file.size) return result(transfer);
      if (offset > 0) resumption.onResumed?.(offset);
      const answer = await append(offset, transfer);
      if (answer && answer.status !== 204) return answer;
      const next = answer
        ? readOffset(answer.header('upload-offset'), attempt.offeredBytes())
        : await tus.offset(address, file.size, signal);
      if (next === null) return null;
      failures = next > offset ? 0 : failures + 1;
      offset = next;
    }
    return null;
  };
  return async (offset: number, transfer: Transfer): Promise<HttpResponse | 'unsupported' | null> => {
    try {
      return await send(offset, transfer);
    } catch (error) {
      if (isGone(error)) return null;
      const mayBeComplete = transfer.resumption.wasSentWhole || transfer.attempt.handedOver();
      if (isMethodRefused(error) || (isUnsupported(error) && !mayBeComplete)) return 'unsupported';
      throw error;
    }
  };
}
