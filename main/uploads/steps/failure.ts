import { basename } from 'node:path';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { ErrorDetails, Failure } from '../../base/failure.ts';
import type { FileStamp } from '../../base/files/files.ts';
import { decideRetry, type RetryDecision, type RetryPolicy } from '../../base/retry.ts';
import { uploadErrors } from '../errors.ts';
import {
  type BlockReason,
  newOutcomeSearch,
  type RecordChanges,
  type StepResult,
  type UploadRecord,
} from '../record/record.ts';
import type { ResumableStep, UploadStep } from '../record/states.ts';
import { isNetworkFailure } from '../upload-view.ts';

export type FailureFacts = {
  readonly now: number;
  readonly policy: RetryPolicy;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
  /** True if the account has to wait, such as for the network. */
  readonly accountWaits: boolean;
  readonly sentBytes: number;
  /** Milliseconds during which a completely sent file may still arrive. */
  readonly arrivalMs: number;
  /** Stamp of the new file if the file was replaced; null otherwise. */
  readonly replacedBy: FileStamp | null;
};

export function detailsOf(error: unknown): ErrorDetails {
  return error instanceof CodedError ? error.details : {};
}

/** Makes the upload wait, without counting an attempt, if the error affects the whole account; else null. */
export function waitForAccount(
  error: unknown,
  facts: FailureFacts,
  resumeAt: ResumableStep,
): StepResult | null {
  const failure = toFailure(error);
  if (facts.accountWaits && failure.remedy === 'check-network') return { event: { kind: 'interrupted' } };
  const blockReason = blockReasonOf(failure, detailsOf(error));
  return blockReason && { event: { kind: 'blocked', resumeAt }, blockReason };
}

/** Sign-in errors that do not block the account: they concern one object or a removed account. */
const objectErrors: ReadonlySet<string> = new Set(['api/forbidden', 'api/unknownAccount']);

function blockReasonOf(failure: Failure, details: ErrorDetails): BlockReason | null {
  const retryAfterSeconds = details.retryAfterSeconds ?? null;
  if (details.status === 507) return { kind: 'full', failure, retryAfterSeconds };
  if (failure.remedy !== 'sign-in' || objectErrors.has(failure.code)) return null;
  return { kind: 'sign-in', failure, retryAfterSeconds };
}

export type Attempt = {
  readonly failure: Failure;
  readonly decision: RetryDecision;
  readonly attempts: NonNullable<RecordChanges['attempts']>;
};

/** Counts a failed attempt and decides on a retry. Network failures are retried without limit. */
export function countAttempt(
  error: unknown,
  record: UploadRecord,
  { policy, random }: FailureFacts,
  options: {
    readonly step: UploadStep;
    /** True if the attempt sent more bytes than every earlier attempt, which resets the count. */
    readonly isProgress?: boolean;
    /** Retries the error regardless of its remedy and status. */
    readonly isTransient?: boolean;
    /** Defaults to `policy.attempts`. */
    readonly maxAttempts?: number;
  },
): Attempt {
  const { step, isProgress, isTransient, maxAttempts = policy.attempts } = options;
  const failure = toFailure(error);
  const { status = null, retryAfterSeconds = null } = detailsOf(error);
  const counter = isNetworkFailure(failure) ? 'network' : step;
  const attempt = isProgress ? 1 : (record.attempts[counter] ?? 0) + 1;
  // Other errors reset the network count; network failures leave the other counts unchanged.
  const { network: _, ...others } = record.attempts;
  const decision = decideRetry(
    { ...policy, attempts: counter === 'network' ? Number.POSITIVE_INFINITY : maxAttempts },
    {
      remedy: isTransient ? 'retry' : failure.remedy,
      status: isTransient ? null : status,
      retryAfterSeconds,
      attempt,
      random,
    },
  );
  return { failure, decision, attempts: { ...others, [counter]: attempt } };
}

export function retryOrFail(
  { failure, decision, attempts }: Attempt,
  { now }: FailureFacts,
  resumeAt: ResumableStep,
  changes: RecordChanges = {},
): StepResult {
  return {
    event: decision.retry
      ? { kind: 'retry-later', at: now + decision.delayMs, failure, resumeAt }
      : { kind: 'failed', failure, resumeAt },
    changes: { attempts, ...changes },
  };
}

/**
 * Retries a watched file that fails its checksums, because it may still be written: without limit, with
 * growing pauses, and at once when the file changes. Null for other errors and files.
 */
export function retryIncompleteFile(
  error: unknown,
  record: UploadRecord,
  facts: FailureFacts,
): StepResult | null {
  const { now, policy, random } = facts;
  const { code } = toFailure(error);
  if (record.folderId === null || (code !== 'package/damaged' && code !== 'package/partDamaged')) return null;
  const attempt = (record.attempts.inspect ?? 0) + 1;
  const conditions = { remedy: 'wait', status: null, retryAfterSeconds: null, attempt, random } as const;
  const decision = decideRetry({ ...policy, attempts: Number.POSITIVE_INFINITY }, conditions);
  const failure = toFailure(uploadErrors.unfinished({ fileName: basename(record.path) }, { cause: error }));
  const at = now + (decision.retry ? decision.delayMs : policy.maxDelayMs);
  return {
    event: { kind: 'retry-later', at, failure, resumeAt: 'inspect' },
    changes: { attempts: { inspect: attempt }, maxSentBytes: 0, needsVerification: true, resumeUrl: null },
  };
}

/** Some services show a version up to ten minutes after they stored it. */
const visibilityDelayMs = 10 * 60_000;

/** Extra attempts, so that the doubling pauses cover `visibilityDelayMs`. */
const extraAttempts = 3;

/**
 * Retries for ten minutes while the service does not show the version. Then fails at `confirm`, where a retry
 * searches for the version and may upload the file again.
 */
export function retryNotShown(
  error: unknown,
  record: UploadRecord,
  facts: FailureFacts,
  step: 'activate' | 'send',
): StepResult {
  const { policy, now, random } = facts;
  const version = String(record.package?.versionName ?? record.target?.versionId ?? '');
  const attempt = (record.attempts[step] ?? 0) + 1;
  const decision = decideRetry(
    { ...policy, attempts: policy.attempts + extraAttempts },
    { remedy: 'retry', status: null, retryAfterSeconds: null, attempt, random },
  );
  const arrivedAt = record.timeline.findLast(({ event }) => event === 'uploaded')?.at;
  const isNew = arrivedAt !== undefined && Math.abs(now - arrivedAt) < visibilityDelayMs;
  if (!isNew || !decision.retry) {
    const failure = toFailure(uploadErrors.gone({ version }, { cause: error }));
    return {
      event: { kind: 'failed', failure, resumeAt: 'confirm' },
      changes: { sendStarted: false, outcomeSearch: newOutcomeSearch },
    };
  }
  const failure = toFailure(uploadErrors.notShown({ version }, { cause: error }));
  const attempts = { ...record.attempts, [step]: attempt };
  return retryOrFail({ failure, decision, attempts }, facts, step);
}

/** Returns true if a web page arrived instead of a response, usually from a captive portal. */
export function isWebPage(error: unknown): boolean {
  return toFailure(error).code === 'api/webPage';
}

/** Returns true if a proxy or gateway refused the request, possibly after forwarding it. */
export function isProxyRefusal({ status = 0, bodyKind = 'service' }: ErrorDetails): boolean {
  return status < 500 && bodyKind !== 'service';
}

/** Returns false if nothing was sent or the file was refused. After a gateway's 5xx, it may still arrive. */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof CodedError)) return true;
  const { outcome, status = 0 } = error.details;
  if (outcome === 'not-sent' || (outcome === undefined && /^(file|package)\//.test(error.code))) return false;
  return outcome !== 'refused' || status >= 500;
}
