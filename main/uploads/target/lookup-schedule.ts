/**
 * How long and how often a build whose answer was lost is searched for before it is sent again. Bytes that the system, or a
 * proxy on the way, has accepted may still be on their way to the service after the connection is gone. Pure.
 */
import { CodedError } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { freshUncertainty, type StepResult, type UploadRecord } from '../record/record.ts';

const maxMs = 5 * 60_000;
const maxPauseMs = 30_000;

/** Minimum search if no answer was received, as a multiple of the first pause. */
const minPauses = 120;

/** A line may become slower than it was. */
const margin = 2;

/** Bytes a system accepts before any of them is delivered: a smaller file shows nothing about the line. */
const bufferedBytes = 4 * 1024 * 1024;

/** Assumed if the speed of the line is unknown. */
const assumedBytesPerSecond = 128 * 1024;

/** One attempt: the time until its last byte was accepted, and since then. */
export type Transfer = { readonly sentBytes: number; readonly elapsedMs: number; readonly silentMs: number };

/** Returns for how many milliseconds a file that was handed over whole may still arrive. */
export function arrivalTime(
  { stamp, sha256 }: Pick<UploadRecord, 'stamp' | 'sha256'>,
  attempt: {
    /** Null after a restart. */
    readonly transfer: Transfer | null;
    readonly error: unknown;
    /** True if the service is on this computer. */
    readonly isNear: boolean;
    readonly firstDelayMs: number;
  },
): number {
  const { transfer, error, isNear, firstDelayMs } = attempt;
  // The sha-256 is saved before the last bytes are handed over.
  const mayBeHidden = sha256 !== null && !isNear && !isAnswered(error);
  const minMs = mayBeHidden ? minPauses * firstDelayMs : 0;
  const searchMs = isTimeout(error) ? maxMs : Math.max(minMs, deliveryTime(stamp.size, transfer));
  return Math.max(0, Math.min(maxMs, searchMs) - (transfer?.silentMs ?? 0));
}

/** Milliseconds the line needs for the file, from its last byte on. */
function deliveryTime(size: number, transfer: Transfer | null): number {
  const seconds =
    transfer && transfer.sentBytes > bufferedBytes
      ? (margin * size * (transfer.elapsedMs / 1_000)) / transfer.sentBytes
      : Math.min(size, bufferedBytes) / assumedBytesPerSecond;
  return Math.ceil(seconds * 1_000);
}

/** 502: the service was not reached by the proxy in front of it. */
function isAnswered(error: unknown): boolean {
  const status = error instanceof CodedError ? error.details.status : undefined;
  return status !== undefined && status !== 502;
}

/** The connection was silent for too long, for this computer or a gateway: something on the way may still hold the file. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof CodedError)) return false;
  return error.code === 'api/timeout' || gatewayTimeouts.has(error.details.status ?? 0);
}

/** 522 and 524 are not standard, but common. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 522, 524]);

/** Returns the next lookup; null if it was searched for often and long enough. */
export function lookAgain(
  { uncertainty }: UploadRecord,
  failure: Failure,
  { now, firstDelayMs }: { readonly now: number; readonly firstDelayMs: number },
  until?: number,
): StepResult | null {
  const { lookups } = uncertainty;
  if (lookups <= 1 && !mayStillArrive(until, now)) return null;
  const left = { ...uncertainty, lookups: lookups - 1, ...(until === undefined ? {} : { until }) };
  const at = now + lookupPause(Math.max(0, freshUncertainty.lookups - lookups), firstDelayMs);
  return { event: { kind: 'look-again', at, failure }, changes: { uncertainty: left } };
}

/** Returns the pause before the next lookup, which grows with the number of lookups so far. */
export function lookupPause(lookups: number, firstDelayMs: number): number {
  return Math.min(Math.max(maxPauseMs, firstDelayMs), firstDelayMs * 2 ** Math.min(lookups, 30));
}

/** False for a time that is too far away: the clock was set back. */
export function mayStillArrive(until: number | undefined, now: number): boolean {
  return until !== undefined && now < until && until - now <= maxMs;
}
