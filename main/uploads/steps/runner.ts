import type { Api } from '../../api/client.ts';
import type { TestVersion } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { type FileStamp, fileStamp, sameStamp } from '../../base/files/files.ts';
import type { Hashing } from '../../base/hashing/hashing.ts';
import type { Log } from '../../base/log/log.ts';
import type { RetryPolicy } from '../../base/retry.ts';
import type { Message } from '../../messages/message.ts';
import type { fingerprintFile } from '../../packages/fingerprint.ts';
import type { inspectPackage } from '../../packages/inspect.ts';
import type { contentCheckOf } from '../../packages/zip/content-check.ts';
import { classifyFailure, mayHaveArrived } from '../machine/classify-failure.ts';
import { freshUncertainty, type UploadRecord } from '../machine/record.ts';
import type { StepResult } from '../machine/step-result.ts';
import { stepOf, type UploadEvent, type UploadStep } from '../machine/upload-states.ts';
import type { AccountBlocks } from '../queue/account-blocks.ts';
import type { Journal } from '../store/journal-types.ts';
import type { UploadStore } from '../store/upload-store.ts';
import { hashFile } from './hash.ts';
import type { LateCopies } from './late-copies.ts';
import { arrivalTime, type LineFacts, leastArrivalTime, lookPause, usualSpeed } from './look-ups.ts';
import { createProgressMeter } from './progress.ts';
import { type StepContext, steps } from './steps.ts';

export type RunnerDependencies = {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
  readonly blocks: Pick<AccountBlocks, 'meet' | 'worked'>;
  readonly lateCopies: LateCopies;
  readonly apiFor: (accountId: string) => Api;
  readonly inspect: typeof inspectPackage;
  readonly fingerprint: typeof fingerprintFile;
  readonly contentCheck: typeof contentCheckOf;
  readonly keepIcon: StepContext['keepIcon'];
  readonly installLink: (accountId: string, version: TestVersion) => Promise<string | null>;
  readonly sendWarnings?: (accountId: string) => readonly Message[];
  readonly mailIsWritten?: (accountId: string) => boolean;
  readonly hashing: Hashing;
  readonly waitsFor: (accountId: string) => Failure | null;
  /** Whether an account's service is on this computer, so that nothing stands before it. */
  readonly isNear: (accountId: string) => boolean;
  readonly random: () => number;
  readonly retry: RetryPolicy;
};

/**
 * Takes one upload through its steps until it rests. Each transition is on disk before the step it allows. Throws
 * `uploads/notSaved`; whatever else a step meets becomes the upload's state. `onMove` is told of every sign that it goes on.
 */
export async function runUpload(
  id: string,
  signal: AbortSignal,
  onMove: () => void,
  deps: RunnerDependencies,
): Promise<void> {
  let record = deps.uploadStore.apply(id, { kind: 'begin' });
  while (record?.machine.kind === 'working') {
    const { accountId } = record;
    onMove();
    const result = await runStep(record, record.machine.step, { signal, onMove }, deps);
    if (result?.blockReason) deps.blocks.meet(accountId, result.blockReason);
    record = result && deps.uploadStore.apply(id, result.event, result.changes);
    if (result && takenBy.has(result.event.kind)) deps.blocks.worked(accountId);
  }
}

/** Events that say that the service has taken something. */
const takenBy: ReadonlySet<UploadEvent['kind']> = new Set(['arrived', 'activated', 'sent']);

async function runStep(
  record: UploadRecord,
  step: UploadStep,
  { signal, onMove }: { readonly signal: AbortSignal; readonly onMove: () => void },
  deps: RunnerDependencies,
): Promise<StepResult | null> {
  const { clock, uploadStore, log } = deps;
  let sentBytes = 0;
  let offeredBytes = 0;
  const begunAt = clock.monotonic();
  let movedAt = begunAt;
  const meter = createProgressMeter({
    clock,
    totalBytes: record.stamp.size,
    announce: (progress) => uploadStore.showProgress(record.id, progress),
  });
  const onOffered = (bytes: number): void => {
    offeredBytes = bytes;
    meter.offer(bytes);
  };
  const onBytes = (bytes: number): void => {
    sentBytes = bytes;
    movedAt = clock.monotonic();
    onMove();
  };
  let acknowledged = 0;
  const onAcknowledged = (bytes: number): void => {
    if (bytes > acknowledged) {
      movedAt = clock.monotonic();
      onMove();
    }
    acknowledged = bytes;
    meter.report(bytes);
  };
  try {
    return await steps[step](record, contextOf(record, signal, { onOffered, onBytes, onAcknowledged }, deps));
  } catch (error) {
    // What cannot be saved is nobody's failure: the queue stands still until it can.
    if (error instanceof CodedError && error.code === 'uploads/notSaved') throw error;
    if (signal.aborted) return afterAbort(step, error, offeredBytes);
    log.warn(`The step “${step}” failed`, { id: record.id, path: record.path, error });
    const replacedBy = step === 'upload' ? await replacement(record, log) : null;
    const facts = {
      step,
      now: clock.now(),
      policy: deps.retry,
      random: deps.random(),
      sentBytes,
      arrivalMs: arrivalMs(
        record,
        {
          ...{ sentBytes, elapsedMs: movedAt - begunAt, silentMs: clock.monotonic() - movedAt },
          isHeld: isHeld(error),
          leastMs: leastMs(uploadStore.find(record.id) ?? record, error, deps),
        },
        deps,
      ),
      replacedBy,
      waits: deps.waitsFor(record.accountId) !== null,
    };
    return classifyFailure(error, record, facts);
  } finally {
    meter.stop();
  }
}

export function contextOf(
  record: UploadRecord,
  signal: AbortSignal,
  listeners: Pick<StepContext, 'onOffered' | 'onBytes' | 'onAcknowledged'>,
  deps: RunnerDependencies,
): StepContext {
  const { clock, log, journal, inspect, fingerprint, contentCheck, keepIcon, retry } = deps;
  return {
    log,
    journal,
    inspect,
    fingerprint,
    contentCheck,
    keepIcon,
    sendWarnings: () => deps.sendWarnings?.(record.accountId) ?? [],
    mailIsWritten: () => deps.mailIsWritten?.(record.accountId) ?? false,
    signal,
    ...listeners,
    onWhole: (sha256) => deps.uploadStore.note(record.id, { sha256, verified: true }),
    hash: (path) => hashFile(path, deps.hashing, signal),
    verify: async (path) => hashFile(path, deps.hashing, signal, await contentCheck(path, { signal })),
    api: () => deps.apiFor(record.accountId),
    isWanted: (file) => isWanted(file, deps.uploadStore.unfinished()),
    lookLater: (look) => deps.lateCopies.watch(record.id, look),
    now: clock.now,
    nextLookup: (left) =>
      clock.now() + lookPause(Math.max(0, freshUncertainty.lookups - left), retry.firstDelayMs),
    arrivesUntil: () =>
      clock.now() + arrivalMs(record, { ...untried, leastMs: leastMs(record, null, deps) }, deps),
    installLink: async (version) => {
      try {
        return await deps.installLink(record.accountId, version);
      } catch (error) {
        log.warn('No install link could be made', { id: record.id, version: version.id, error });
        return null;
      }
    },
  };
}

const untried = { sentBytes: 0, elapsedMs: null, silentMs: 0, isHeld: false } as const;

/** Nobody broke the connection: it was silent for too long, for us or for a gateway. */
function isHeld(error: unknown): boolean {
  if (!(error instanceof CodedError)) return false;
  return error.code === 'api/timeout' || gatewayTimeouts.has(error.details.status ?? 0);
}

/** 522 and 524 are those of a gateway of many. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 522, 524]);

/** What stands before a service says this of a service it has not heard. */
const badGateway = 502;

/** Null: nobody knows, since this process or another one of ours ended meanwhile. */
function leastMs({ accountId, sha256 }: UploadRecord, error: unknown, deps: RunnerDependencies): number {
  const status = error instanceof CodedError ? error.details.status : undefined;
  const isAnswered = status !== undefined && status !== badGateway;
  // Its sha-256 is noted before its last bytes are handed over.
  if (isAnswered || sha256 === null || deps.isNear(accountId)) return 0;
  return leastArrivalTime(deps.retry.firstDelayMs);
}

function arrivalMs(
  { accountId, stamp }: UploadRecord,
  measured: Omit<LineFacts, 'usualBytesPerSecond'>,
  { uploadStore }: RunnerDependencies,
): number {
  return arrivalTime(stamp.size, {
    ...measured,
    usualBytesPerSecond: usualSpeed(uploadStore.views(), accountId),
  });
}

/** Whether another upload has still to read the file of one that is done with it. */
function isWanted({ id, path }: UploadRecord, unfinished: Iterable<UploadRecord>): boolean {
  for (const other of unfinished) {
    const step = stepOf(other.machine);
    const reads = step === 'inspect' || step === 'choose' || step === 'upload' || step === 'confirm';
    if (other.id !== id && other.path === path && reads) return true;
  }
  return false;
}

/** Its state has moved on already; what remains to be told is that nothing arrived. */
function afterAbort(step: UploadStep, error: unknown, offeredBytes: number): StepResult | null {
  const isCertain = offeredBytes === 0 || !mayHaveArrived(error);
  return step === 'upload' && isCertain ? { event: { kind: 'missing' } } : null;
}

async function replacement(record: UploadRecord, log: Log): Promise<FileStamp | null> {
  try {
    const now = await fileStamp(record.path);
    return now && !sameStamp(now, record.stamp) ? now : null;
  } catch (error) {
    log.warn('The file cannot be looked at', { path: record.path, error });
    return null;
  }
}
