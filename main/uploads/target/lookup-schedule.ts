/**
 * Schedules the search for a build after the response to its upload was lost. Bytes in buffers of the system
 * or a proxy may reach the service after the connection is lost. Pure.
 */
import { CodedError } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { newOutcomeSearch, type StepResult, type UploadRecord } from '../record/record.ts';

const maxMs = 5 * 60_000;
const maxPauseMs = 30_000;

/** Without a response, the search lasts at least this multiple of the first back-off. */
const minBackOffs = 120;

/** Safety factor for a connection that becomes slower. */
const margin = 2;

/** Bytes that the system may buffer. Smaller transfers do not show the speed of the connection. */
const bufferedBytes = 4 * 1024 * 1024;

const assumedBytesPerSecond = 128 * 1024;

/** Timing of one attempt: `elapsedMs` until its last byte was accepted, and `silentMs` since then. */
export type Transfer = { readonly sentBytes: number; readonly elapsedMs: number; readonly silentMs: number };

/** Returns the milliseconds during which a completely sent file may still arrive. */
export function arrivalTime(
  { stamp, sha256 }: Pick<UploadRecord, 'stamp' | 'sha256'>,
  attempt: {
    /** Null after a restart. */
    readonly transfer: Transfer | null;
    readonly error: unknown;
    readonly isLocalService: boolean;
    readonly firstDelayMs: number;
  },
): number {
  const { transfer, error, isLocalService, firstDelayMs } = attempt;
  // The sha-256 is saved just before the last bytes are sent. Without it, the file was not sent completely.
  const mayBeBuffered = sha256 !== null && !isLocalService && !isAnswered(error);
  const minMs = mayBeBuffered ? minBackOffs * firstDelayMs : 0;
  const searchMs = isTimeoutError(error) ? maxMs : Math.max(minMs, deliveryTime(stamp.size, transfer));
  return Math.max(0, Math.min(maxMs, searchMs) - (transfer?.silentMs ?? 0));
}

/** Returns the estimated milliseconds from the last byte until the service has the file. */
function deliveryTime(size: number, transfer: Transfer | null): number {
  const seconds =
    transfer && transfer.sentBytes > bufferedBytes
      ? (margin * size * (transfer.elapsedMs / 1_000)) / transfer.sentBytes
      : Math.min(size, bufferedBytes) / assumedBytesPerSecond;
  return Math.ceil(seconds * 1_000);
}

/** Returns false for a 502, because the proxy did not reach the service. */
function isAnswered(error: unknown): boolean {
  const status = error instanceof CodedError ? error.details.status : undefined;
  return status !== undefined && status !== 502;
}

/** True if the connection or a gateway timed out: the file may still be in a buffer on the way. */
function isTimeoutError(error: unknown): boolean {
  if (!(error instanceof CodedError)) return false;
  return error.code === 'api/timeout' || gatewayTimeouts.has(error.details.status ?? 0);
}

/** 522 and 524 are Cloudflare extensions. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 522, 524]);

/** Schedules the next lookup; null once all lookups are used and the arrival deadline has passed. */
export function nextLookup(
  { outcomeSearch }: UploadRecord,
  failure: Failure,
  { now, firstDelayMs }: { readonly now: number; readonly firstDelayMs: number },
  arrivalDeadline?: number,
): StepResult | null {
  const { lookups } = outcomeSearch;
  if (lookups <= 1 && !mayStillArrive(arrivalDeadline, now)) return null;
  const left = {
    ...outcomeSearch,
    lookups: lookups - 1,
    ...(arrivalDeadline === undefined ? {} : { arrivalDeadline }),
  };
  const at = now + lookupPause(Math.max(0, newOutcomeSearch.lookups - lookups), firstDelayMs);
  return { event: { kind: 'lookup-later', at, failure }, changes: { outcomeSearch: left } };
}

export function lookupPause(lookups: number, firstDelayMs: number): number {
  return Math.min(Math.max(maxPauseMs, firstDelayMs), firstDelayMs * 2 ** Math.min(lookups, 30));
}

/** Ignores a deadline that is too far away because the clock was set back. */
export function mayStillArrive(until: number | undefined, now: number): boolean {
  return until !== undefined && now < until && until - now <= maxMs;
}
