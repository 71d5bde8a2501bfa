/**
 * Sends the file. Resumes at `confirm` if it may have arrived, else at `choose`; at `inspect` if replaced.
 */
import { basename } from 'node:path';
import { paysToResume } from '../../api/upload/resume-policy.ts';
import { toFailure } from '../../base/errors.ts';
import { type FileStamp, fileStamp, sameStamp } from '../../base/files/files.ts';
import {
  newOutcomeSearch,
  type OutcomeSearch,
  type StepResult,
  type UploadRecord,
} from '../record/record.ts';
import { copyQueryOf, duplicateNotes } from '../target/reconcile.ts';
import {
  countAttempt,
  detailsOf,
  type FailureFacts,
  isProxyRefusal,
  mayHaveArrived,
  retryIncompleteFile,
  retryOrFail,
  waitForAccount,
} from './failure.ts';
import {
  areaOf,
  hash,
  learnFromArrival,
  replacedDuringTransfer,
  requirePackage,
  requireStamp,
  type Step,
  type StepContext,
} from './step.ts';
import { uploadDelta } from './upload-delta.ts';

export const upload: Step = {
  run,
  onError,
  onAbort: (error, offeredBytes) =>
    offeredBytes === 0 || !mayHaveArrived(error) ? { event: { kind: 'missing' } } : null,
};

async function run(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const { path, id, route } = record;
  const { signal, clock, journal } = context;
  if (!route) throw new Error(`Upload ${id} has no route`);
  const stamp = await requireStamp(path);
  if (!sameStamp(stamp, record.stamp)) return { event: { kind: 'changed' }, changes: { stamp } };
  const check = await context.contentCheck(path, { signal });
  // The file may have been replaced by a build with the same size and mtime.
  const isSame = record.fingerprint === (await context.fingerprint(path, { signal }));
  if (!isSame) return { event: { kind: 'changed' }, changes: { stamp } };
  const file = { path, fileName: basename(path), size: stamp.size, check };
  const area = areaOf(record, context);
  // A resumed upload reports its first progress at its offset.
  if (record.resumeUrl === null) context.onOffered(0);
  const delta = context.sentBuilds && uploadDelta(record, context, context.sentBuilds, check);
  if (record.resumeUrl === null && record.recipeSize !== undefined)
    context.uploadStore.apply(id, { kind: 'resumable', url: null });
  const begunAt = clock.now();
  let isResumed = false;
  const { arrival, sha256 } = await area.upload(route, file, {
    signal,
    releaseNote: record.area === 'testingdist' ? record.releaseNote : undefined,
    onOffered: context.onOffered,
    onProgress: context.onBytes,
    onAcknowledged: context.onAcknowledged,
    resumption: {
      address: record.resumeUrl,
      // Saved just before the last bytes are sent.
      wasSentWhole: record.sha256 !== null,
      save: (url, recipeSize) => context.uploadStore.apply(id, { kind: 'resumable', url, recipeSize }),
      pays: (bytesPerSecond) =>
        paysToResume(context.resume, {
          ...{ size: stamp.size, bytesPerSecond },
          isLocalService: context.isLocalService(record.accountId),
        }),
      onResumed: (bytes) => {
        const percent = Math.floor((100 * bytes) / stamp.size);
        if (!isResumed) context.uploadStore.apply(id, { kind: 'resumed', percent });
        isResumed = true;
        context.onResumed(bytes);
      },
    },
    ...(delta ? { delta } : {}),
    onVerified: (sha256) => context.uploadStore.apply(id, { kind: 'read-whole', sha256 }),
  });
  const sentInMs = isResumed ? null : clock.now() - begunAt;
  const query = copyQueryOf(record, requirePackage(record), arrival.target.versionId, journal);
  const copies = await duplicateNotes(record, query, area, context);
  const notes = [...learnFromArrival(record, arrival, context), ...copies];
  const now = await stampAfter(record, sha256, context);
  await delta?.end(now.replaced ? null : { stamp: now.stamp, sha256 });
  if (now.replaced) return replacedDuringTransfer(record, arrival, now.stamp);
  const sent = { target: arrival.target, sha256, sentInMs, verified: true };
  return { event: { kind: 'arrived' }, changes: { ...sent, stamp: now.stamp, notes } };
}

/**
 * Returns the file's stamp after the transfer, and whether its bytes changed. A missing or unreadable file
 * does not count as replaced.
 */
async function stampAfter(
  record: UploadRecord,
  sha256: string,
  context: StepContext,
): Promise<{ readonly stamp: FileStamp; readonly replaced: boolean }> {
  try {
    const now = await fileStamp(record.path);
    if (now === null || sameStamp(now, record.stamp)) return { stamp: record.stamp, replaced: false };
    const touched = now.size === record.stamp.size && (await hash(record.path, context)) === sha256;
    return { stamp: now, replaced: !touched };
  } catch (error) {
    context.log.warn('Could not check the uploaded file', { path: record.path, error });
    return { stamp: record.stamp, replaced: false };
  }
}

function onError(error: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const { now, policy, sentBytes, replacedBy } = facts;
  const mayBeThere = mayHaveArrived(error);
  const isForeign = mayBeThere && isProxyRefusal(detailsOf(error));
  const changed = !mayBeThere && replacedBy ? replacedBy : null;
  const wait = waitForAccount(error, facts, mayBeThere ? 'confirm' : 'choose');
  if (wait && !(wait.blockReason && isForeign)) {
    if (changed) return { ...wait, event: { kind: 'changed' }, changes: { stamp: changed } };
    const outcomeSearch = outcomeSearchOf(record, mayBeThere ? facts : { ...facts, sentBytes: 0 });
    return { ...wait, changes: { maxSentBytes: Math.max(record.maxSentBytes, sentBytes), outcomeSearch } };
  }
  const unfinished = mayBeThere ? null : retryIncompleteFile(error, record, facts);
  if (unfinished) return unfinished;
  const isProgress = sentBytes > record.maxSentBytes;
  const isTransient = isForeign && detailsOf(error).status === 401;
  const attempt = countAttempt(error, record, facts, { step: 'upload', isProgress, isTransient });
  // Also deletes the stored beginning from the service.
  const isOtherFile = /^package\/|^api\/fileChanged$/.test(attempt.failure.code);
  const progress = {
    ...(isProgress ? { maxSentBytes: sentBytes } : {}),
    ...(isOtherFile ? { resumeUrl: null } : {}),
  };
  if (changed) return { event: { kind: 'changed' }, changes: { stamp: changed } };
  if (!mayBeThere) return retryOrFail(attempt, facts, 'choose', progress);
  const { decision, attempts } = attempt;
  const failure = toFailure(error);
  const resend = decision.retry || replacedBy !== null;
  const at = now + (decision.retry ? decision.delayMs : policy.firstDelayMs);
  return {
    event: { kind: 'retry-later', at, failure, resumeAt: 'confirm' },
    changes: { attempts, ...progress, outcomeSearch: { ...outcomeSearchOf(record, facts), resend, failure } },
  };
}

/** Returns the search that follows a lost response. Only a file that was sent completely can still arrive. */
function outcomeSearchOf(
  { stamp }: UploadRecord,
  { sentBytes, now, arrivalMs }: FailureFacts,
): OutcomeSearch {
  if (sentBytes < stamp.size) return { ...newOutcomeSearch, lookups: 1, arrivalDeadline: now };
  return { ...newOutcomeSearch, arrivalDeadline: now + arrivalMs };
}
