import { CodedError } from '../base/errors.ts';
import { type FileStamp, fileStamp, sameStamp } from '../base/files/files.ts';
import type { Log } from '../base/log/log.ts';
import type { BlockReason, StepResult, UploadRecord } from './record/record.ts';
import type { UploadEvent, UploadStep } from './record/states.ts';
import { activate } from './steps/activate.ts';
import { choose } from './steps/choose.ts';
import { cleanup } from './steps/cleanup.ts';
import { confirm } from './steps/confirm.ts';
import { inspect } from './steps/inspect.ts';
import { createProgressMeter } from './steps/progress.ts';
import { send } from './steps/send.ts';
import type { Step, StepContext, StepServices } from './steps/step.ts';
import { upload } from './steps/upload.ts';
import { arrivalTime } from './target/lookup-schedule.ts';

export const steps: { readonly [Name in UploadStep]: Step } = {
  inspect,
  choose,
  upload,
  confirm,
  activate,
  send,
  cleanup,
};

export type RunServices = StepServices & {
  readonly blocks: {
    block(accountId: string, reason: BlockReason): void;
    clear(accountId: string): void;
  };
};

/** Events that prove that the service accepts the account's requests. */
const successes: ReadonlySet<UploadEvent['kind']> = new Set(['arrived', 'activated', 'sent']);

/**
 * Runs the steps of one upload: only `inspect`, or the later steps until the upload ends or has to wait.
 * Saves each transition before the next step starts. Throws only `uploads/notSaved`. Calls `onProgress` on
 * each sign of progress.
 */
export async function runUpload(
  id: string,
  signal: AbortSignal,
  onProgress: () => void,
  services: RunServices,
): Promise<void> {
  const { uploadStore, blocks } = services;
  let record = uploadStore.apply(id, { kind: 'begin' });
  while (record?.machine.kind === 'working') {
    const { accountId } = record;
    onProgress();
    const result = await runStep(record, record.machine.step, { signal, onMove: onProgress }, services);
    if (result?.blockReason) blocks.block(accountId, result.blockReason);
    record = result && uploadStore.apply(id, result.event, result.changes);
    if (result && successes.has(result.event.kind)) blocks.clear(accountId);
  }
}

async function runStep(
  record: UploadRecord,
  name: UploadStep,
  { signal, onMove }: { readonly signal: AbortSignal; readonly onMove: () => void },
  services: StepServices,
): Promise<StepResult | null> {
  const { clock, log, uploadStore, retry } = services;
  const transfer = watchTransfer(record, onMove, services);
  const step = steps[name];
  try {
    return await step.run(record, { ...services, signal, ...transfer.listeners });
  } catch (error) {
    // The scheduler handles this error and stops until the journal can be written.
    if (error instanceof CodedError && error.code === 'uploads/notSaved') throw error;
    if (signal.aborted) return step.onAbort?.(error, transfer.offeredBytes()) ?? null;
    log.warn(`The step “${name}” failed`, { id: record.id, path: record.path, error });
    const attempt = {
      transfer: transfer.current(),
      error,
      isLocalService: services.isLocalService(record.accountId),
      firstDelayMs: retry.firstDelayMs,
    };
    return step.onError(error, record, {
      now: clock.now(),
      policy: retry,
      random: services.random(),
      accountWaits: services.waitsFor(record.accountId) !== null,
      sentBytes: attempt.transfer.sentBytes,
      arrivalMs: arrivalTime(uploadStore.find(record.id) ?? record, attempt),
      replacedBy: name === 'upload' ? await replacementStamp(record, log) : null,
    });
  } finally {
    transfer.stop();
  }
}

function watchTransfer(record: UploadRecord, onMove: () => void, { clock, uploadStore }: StepServices) {
  const begunAt = clock.monotonic();
  let movedAt = begunAt;
  let offeredBytes = 0;
  let sentBytes = 0;
  let acknowledged = 0;
  const meter = createProgressMeter({
    clock,
    totalBytes: record.stamp.size,
    announce: (progress) => uploadStore.showProgress(record.id, progress),
  });
  const moved = (): void => {
    movedAt = clock.monotonic();
    onMove();
  };
  const listeners: Pick<StepContext, 'onOffered' | 'onResumed' | 'onBytes' | 'onAcknowledged'> = {
    onOffered: (bytes) => {
      offeredBytes = bytes;
      meter.offer(bytes);
    },
    onResumed: (bytes) => {
      [offeredBytes, sentBytes, acknowledged] = [bytes, bytes, bytes];
      meter.begin(bytes);
      moved();
    },
    onBytes: (bytes) => {
      sentBytes = bytes;
      moved();
    },
    onAcknowledged: (bytes) => {
      if (bytes > acknowledged) moved();
      acknowledged = bytes;
      meter.report(bytes);
    },
  };
  return {
    listeners,
    offeredBytes: () => offeredBytes,
    current: () => ({ sentBytes, elapsedMs: movedAt - begunAt, silentMs: clock.monotonic() - movedAt }),
    stop: meter.stop,
  };
}

async function replacementStamp(record: UploadRecord, log: Log): Promise<FileStamp | null> {
  try {
    const now = await fileStamp(record.path);
    return now && !sameStamp(now, record.stamp) ? now : null;
  } catch (error) {
    log.warn('Could not check the file', { path: record.path, error });
    return null;
  }
}
