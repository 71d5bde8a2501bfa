/** Looks up a build on the service after the response to its upload was lost. Resumes at `confirm`. */
import { basename } from 'node:path';
import { isFinalResult } from '../../api/upload/resume-policy.ts';
import { toFailure } from '../../base/errors.ts';
import { fileStamp, sameStamp } from '../../base/files/files.ts';
import { uploadErrors } from '../errors.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import { nothingSent } from '../record/reduce.ts';
import type { InterruptedState, RemoteBuild } from '../target/area-client.ts';
import { arrivalTime, nextLookup } from '../target/lookup-schedule.ts';
import { askUser, reconcile, reconciliationQueryOf } from '../target/reconcile.ts';
import {
  countAttempt,
  detailsOf,
  type FailureFacts,
  isWebPage,
  retryOrFail,
  waitForAccount,
} from './failure.ts';
import {
  areaOf,
  hash,
  learnFromArrival,
  replacedDuringTransfer,
  requirePackage,
  type Step,
  type StepContext,
} from './step.ts';
import { uploadDelta } from './upload-delta.ts';

export const confirm: Step = { run, onError };

async function run(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const interrupted = await stateOfInterrupted(record, context);
  if (interrupted?.kind === 'arrived') return confirmed(record, interrupted.arrival, context);
  // Without the sha-256, the file was not sent completely.
  const isMissing = interrupted && (interrupted.kind === 'incomplete' || record.sha256 === null);
  return isMissing ? missing(record) : search(record, context);
}

/** Requests the state of a resumable upload; null if the upload is not resumable. */
async function stateOfInterrupted(
  record: UploadRecord,
  context: StepContext,
): Promise<InterruptedState | null> {
  const { id, path, route, resumeUrl, recipeSize, sha256, stamp } = record;
  if (resumeUrl === null || route === null) return null;
  const file = { fileName: basename(path), size: recipeSize ?? stamp.size };
  const upload = { address: resumeUrl, file, sha256 };
  const found = await areaOf(record, context).stateOf(route, upload, context.signal);
  if (found.kind === 'unknown') context.uploadStore.apply(id, { kind: 'resumable', url: null });
  return found;
}

/** Sends the file again, or continues the upload, unless its last error was final. */
function missing(record: UploadRecord): StepResult {
  const { resend, failure } = record.outcomeSearch;
  if (resend) return { event: { kind: 'missing' } };
  const unconfirmed = toFailure(uploadErrors.unconfirmed({ fileName: basename(record.path) }));
  return { event: { kind: 'failed', failure: failure ?? unconfirmed, resumeAt: 'confirm' } };
}

async function search(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const { clock, journal, signal, retry } = context;
  const query = reconciliationQueryOf(record, requirePackage(record), record, journal);
  const found = await reconcile(record, query, areaOf(record, context), signal);
  if (found.kind === 'sure') return confirmed(record, found.arrival, context);
  const { arrivalDeadline } = record.outcomeSearch;
  const [now, firstDelayMs] = [clock.now(), retry.firstDelayMs];
  const isLocalService = context.isLocalService(record.accountId);
  const arrivesUntil =
    arrivalDeadline ??
    now + arrivalTime(record, { transfer: null, error: null, isLocalService, firstDelayMs });
  const unconfirmed = toFailure(uploadErrors.unconfirmed({ fileName: basename(record.path) }));
  const again = nextLookup(record, unconfirmed, { now, firstDelayMs }, arrivesUntil);
  if (again) return again;
  if (found.kind === 'likely') return confirmed(record, found.arrival, context);
  if (found.kind === 'unclear') return askUser(record, found.ids);
  return missing(record);
}

async function confirmed(
  record: UploadRecord,
  arrival: RemoteBuild,
  context: StepContext,
): Promise<StepResult> {
  const notes = learnFromArrival(record, arrival, context);
  const isUnknown = !record.verified && (await fileStamp(record.path)) !== null;
  const sha256 = isUnknown ? await hash(record.path, context) : record.sha256;
  // Checked after hashing, so that the hash of a replaced file is not stored for the version on the service.
  const now = await fileStamp(record.path);
  const isReplaced = now !== null && !sameStamp(now, record.stamp);
  const { sentBuilds } = context;
  const delta = sentBuilds && uploadDelta(record, context, sentBuilds, null);
  await delta?.end(now && !isReplaced && sha256 !== null ? { stamp: now, sha256 } : null);
  if (isReplaced) return replacedDuringTransfer(record, arrival, now);
  return { event: { kind: 'arrived' }, changes: { target: arrival.target, sha256, notes } };
}

function onError(error: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const wait = waitForAccount(error, facts, 'confirm');
  if (wait) return wait;
  const attempt = countAttempt(error, record, facts, { step: 'confirm', isTransient: isWebPage(error) });
  // The captive portal probably answered the upload too, so the service did not refuse it. Allows a resend.
  const isPortal = attempt.failure.code === 'api/captivePortal';
  const { status, bodyKind } = detailsOf(error);
  // The service may accept the whole file.
  if (bodyKind === 'service' && status === 424 && record.recipeSize !== undefined)
    return { event: { kind: 'missing' }, changes: nothingSent };
  const isRefused = bodyKind === 'service' && isFinalResult(status);
  const changes = {
    ...(isPortal ? { outcomeSearch: { ...record.outcomeSearch, resend: true } } : {}),
    ...(isRefused ? { resumeUrl: null } : {}),
  };
  return retryOrFail(attempt, facts, 'confirm', changes);
}
