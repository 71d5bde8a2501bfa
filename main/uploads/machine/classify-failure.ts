/** What a failed step leads to. Pure. */

import { basename } from 'node:path';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { ErrorDetails, Failure } from '../../base/failure.ts';
import type { FileStamp } from '../../base/files/files.ts';
import { decideRetry, type RetryPolicy } from '../../base/retry.ts';
import { uploadErrors } from '../errors.ts';
import type { BlockReason } from '../queue/account-blocks.ts';
import { freshUncertainty, type RecordChanges, type Uncertainty, type UploadRecord } from './record.ts';
import { notCleanedUp, type StepResult } from './step-result.ts';
import type { UploadEvent, UploadStep } from './upload-states.ts';

export type FailureFacts = {
  readonly step: UploadStep;
  readonly now: number;
  readonly policy: RetryPolicy;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
  /** Bytes of the file handed over in this try. */
  readonly sentBytes: number;
  /** Milliseconds in which a file that was given away whole may still arrive. */
  readonly arrivalMs: number;
  /** The file's stamp now when it is another file than was meant; null when it is the same or gone. */
  readonly replacedBy: FileStamp | null;
  /** The account has to wait, for a network that is gone or the like. */
  readonly waits: boolean;
};

export function classifyFailure(error: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const { step, now, policy, random } = facts;
  const failure = toFailure(error);
  const details: ErrorDetails = error instanceof CodedError ? error.details : {};
  if ((step === 'activate' || step === 'send') && isGone(error)) return notThere(error, record, facts);
  if (facts.waits && failure.remedy === 'check-network') {
    return untried(error, record, facts, { kind: 'interrupted' });
  }
  const isWritten = record.folderId !== null && isDamage(failure);
  if (isWritten && !(step === 'upload' && mayHaveArrived(error))) return unfinished(error, record, facts);
  const isForeign = step === 'upload' && mayHaveArrived(error) && isForeignRefusal(details);
  const blockReason = isForeign ? null : blockReasonOf(failure, details);
  if (blockReason) {
    const stored = step === 'upload' && mayHaveArrived(error) ? 'unknown' : 'nothing';
    return { ...untried(error, record, facts, { kind: 'blocked', stored }), blockReason };
  }

  const further = step === 'upload' && facts.sentBytes > record.mostSent;
  const counter = isOfNetwork(failure) ? 'network' : step;
  const attempt = further ? 1 : (record.attempts[counter] ?? 0) + 1;
  const isPage = isPageInBetween(failure, step) || (isForeign && details.status === 401);
  const decision = decideRetry(
    { ...policy, attempts: mostAttempts(failure, step, policy) },
    {
      remedy: isPage ? 'retry' : failure.remedy,
      status: isPage ? null : (details.status ?? null),
      retryAfterSeconds: details.retryAfterSeconds ?? null,
      attempt,
      random,
    },
  );
  const changes: RecordChanges = {
    attempts: counted(record, counter, attempt),
    ...(further ? { mostSent: facts.sentBytes } : {}),
    ...sendChanges(step, record, details),
    // The answer to the upload came from the network, too.
    ...(step === 'confirm' && failure.code === 'api/captivePortal'
      ? { uncertainty: { ...record.uncertainty, resend: true } }
      : {}),
  };
  if (step === 'upload' && mayHaveArrived(error)) {
    const at = now + (decision.retry ? decision.delayMs : policy.firstDelayMs);
    const resend = decision.retry || facts.replacedBy !== null;
    return {
      event: { kind: 'uncertain', at, failure },
      changes: { ...changes, uncertainty: { ...uncertaintyOf(record, facts), resend, failure } },
    };
  }
  if (step === 'upload' && facts.replacedBy) {
    return { event: { kind: 'changed' }, changes: { stamp: facts.replacedBy } };
  }
  if (step === 'cleanup' && !(decision.retry && failure.code === 'file/busy')) {
    return notCleanedUp(record, failure);
  }
  const event: UploadEvent = decision.retry
    ? { kind: 'retry-later', at: now + decision.delayMs, failure }
    : { kind: 'failed', failure };
  return { event, changes };
}

/** The service was not heard, or the line broke: that passes, and nobody knows when. */
const networkFailures: ReadonlySet<string> = new Set([
  'api/unknownHost',
  'api/connectionRefused',
  'api/unreachable',
  'api/connectionLost',
  'api/timeout',
  'api/captivePortal',
  'api/proxy',
]);

/** Whether it is the network's doing, which is never final. */
export function isOfNetwork({ code }: Pick<Failure, 'code'>): boolean {
  return networkFailures.has(code);
}

function mostAttempts(failure: Failure, step: UploadStep, policy: RetryPolicy): number {
  if (isOfNetwork(failure)) return Number.POSITIVE_INFINITY;
  return isPageInBetween(failure, step) && step === 'send' ? pagesAtSend : policy.attempts;
}

/** An answer, whatever it says, ends a row of tries that were not heard; these use up none of the others. */
function counted(
  { attempts }: UploadRecord,
  counter: UploadStep | 'network',
  attempt: number,
): RecordChanges['attempts'] & {} {
  const { network: _, ...others } = attempts;
  return { ...others, [counter]: attempt };
}

const damage: ReadonlySet<string> = new Set(['package/damaged', 'package/partDamaged']);

function isDamage({ code }: Failure): boolean {
  return damage.has(code);
}

/**
 * Whoever writes a watched file may not be done: it is looked at again for as long as it is there, ever more rarely, and
 * at once when anything about it moves.
 */
function unfinished(cause: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const { now, policy, random } = facts;
  const attempt = (record.attempts.inspect ?? 0) + 1;
  const why = { remedy: 'wait', status: null, retryAfterSeconds: null, attempt, random } as const;
  const again = decideRetry({ ...policy, attempts: Number.POSITIVE_INFINITY }, why);
  const failure = toFailure(uploadErrors.unfinished({ fileName: basename(record.path) }, { cause }));
  return {
    event: { kind: 'unfinished', at: now + (again.retry ? again.delayMs : policy.longestDelayMs), failure },
    changes: { attempts: { inspect: attempt }, mostSent: 0, suspect: true },
  };
}

/** Nobody's fault, so no failed try: it goes on where it was once the account need not wait any more. */
function untried(error: unknown, record: UploadRecord, facts: FailureFacts, event: UploadEvent): StepResult {
  const { step, sentBytes, replacedBy } = facts;
  const mayBeThere = step === 'upload' && mayHaveArrived(error);
  if (replacedBy && !mayBeThere) return { event: { kind: 'changed' }, changes: { stamp: replacedBy } };
  const details = error instanceof CodedError ? error.details : {};
  if (step !== 'upload') return { event, changes: sendChanges(step, record, details) };
  const changes = { mostSent: Math.max(record.mostSent, sentBytes) };
  const uncertainty = uncertaintyOf(record, mayBeThere ? facts : { ...facts, sentBytes: 0 });
  return { event, changes: { ...changes, uncertainty } };
}

/** Only a file that was given away whole can still arrive by itself; of half a one the end is missing. */
function uncertaintyOf({ stamp }: UploadRecord, { sentBytes, now, arrivalMs }: FailureFacts): Uncertainty {
  const isWhole = sentBytes >= stamp.size;
  const lookups = isWhole ? freshUncertainty.lookups : 1;
  return { ...freshUncertainty, lookups, until: isWhole ? now + arrivalMs : now };
}

/** Said about the sign-in, but about one thing of the account, or one that is not there any more. */
const notTheAccount: ReadonlySet<string> = new Set(['api/forbidden', 'api/unknownAccount']);

/** What would meet every upload of the account in the same way; null when it is this one's own trouble. */
function blockReasonOf(failure: Failure, details: ErrorDetails): BlockReason | null {
  const retryAfterSeconds = details.retryAfterSeconds ?? null;
  if (details.status === 507) return { kind: 'full', failure, retryAfterSeconds };
  if (failure.remedy !== 'sign-in' || notTheAccount.has(failure.code)) return null;
  return { kind: 'sign-in', failure, retryAfterSeconds };
}

function sendChanges(step: UploadStep, record: UploadRecord, details: ErrorDetails): RecordChanges {
  return step === 'send' && !record.sendBegun && isRefusal(details) ? { sendBegun: false } : {};
}

/**
 * False only when it is certain that the service stored nothing: nothing was sent, or it refused in so many words. A
 * 5xx is no such word: gateways say it while the service behind them goes on.
 */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof CodedError)) return true;
  const { outcome } = error.details;
  if (outcome === 'not-sent' || (outcome === undefined && /^(file|package)\//.test(error.code))) return false;
  return outcome !== 'refused' || (error.details.status ?? 0) >= 500;
}

/** Said no in so many words: nobody was told, and a message somebody else sends meanwhile is not ours. */
function isRefusal(details: ErrorDetails): boolean {
  const { status = 0 } = details;
  return status >= 400 && status < 500 && !isForeignRefusal(details);
}

/** Something on the way refused, which may have passed the request on before. */
function isForeignRefusal({ status = 0, form = 'service' }: ErrorDetails): boolean {
  return status < 500 && form !== 'service';
}

/** Some services show a version only a while after they have taken it: a 404 says little of one that has just arrived. */
const shownWithinMs = 10 * 60_000;

/** More tries than other failures get: with pauses that double, they last for those ten minutes. */
const furtherTries = 3;

/** Asked for again for a while; then a person may have it looked for, and uploaded again if it is still not there. */
function notThere(cause: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const { step, now, policy, random } = facts;
  const version = String(record.package?.versionName ?? record.target?.versionId ?? '');
  const attempt = (record.attempts[step] ?? 0) + 1;
  const why = { remedy: 'retry', status: null, retryAfterSeconds: null, attempt, random } as const;
  const decision = decideRetry({ ...policy, attempts: policy.attempts + furtherTries }, why);
  const arrivedAt = record.timeline.findLast(({ event }) => event === 'uploaded')?.at;
  const isNew = arrivedAt !== undefined && Math.abs(now - arrivedAt) < shownWithinMs;
  if (!isNew || !decision.retry) {
    return { event: { kind: 'vanished', failure: toFailure(uploadErrors.gone({ version }, { cause })) } };
  }
  const failure = toFailure(uploadErrors.notShown({ version }, { cause }));
  return {
    event: { kind: 'retry-later', at: now + decision.delayMs, failure },
    changes: {
      attempts: { ...record.attempts, [step]: attempt },
      ...sendChanges(step, record, { status: 404 }),
    },
  };
}

/** A second page for the message is how this service says that it was sent, and it is not told more than once again. */
const pagesAtSend = 2;

/**
 * A web page that came instead of the answer although the service answered this upload before: something on the way asks
 * for a sign-in of its own, and mostly not for long.
 */
function isPageInBetween(failure: Failure, step: UploadStep): boolean {
  return failure.code === 'api/webPage' && (step === 'confirm' || step === 'activate' || step === 'send');
}

export function isGone(error: unknown): boolean {
  return error instanceof CodedError && (error.details.status === 404 || error.details.status === 410);
}
