/** Which upload is next. Pure. */
import type { UploadRecord } from './record.ts';
import { buildName } from './routing.ts';

/** Files read at once; reading takes milliseconds and needs the disk only. */
export const parallelInspections = 2;

/**
 * The first upload in order that may begin: its account has a free place, and no other one on its way stands in its way.
 * `unfinished` is in the order of the queue; `running` holds the ids whose run has not ended, whatever their state.
 * An account that `waits` begins nothing but the reading of files.
 */
export function pickNext(
  unfinished: Iterable<UploadRecord>,
  running: ReadonlySet<string>,
  parallel: number,
  waits: (accountId: string) => boolean = () => false,
): UploadRecord | null {
  const records = [...unfinished];
  const runs = records.filter((record) => running.has(record.id));
  const inspections = runs.filter(isInspection).length;
  const busy = Map.groupBy(
    runs.filter((record) => !isInspection(record)),
    (record) => record.accountId,
  );
  const others = records.filter((record) => hasArrived(record) || isOpen(record, running));
  for (const record of records) {
    if (record.machine.kind !== 'queued' || running.has(record.id)) continue;
    if (isInspection(record)) {
      if (inspections < parallelInspections) return record;
    } else if (
      !waits(record.accountId) &&
      (busy.get(record.accountId)?.length ?? 0) < parallel &&
      (hasArrived(record) || !others.some((other) => blocks(other, record, running)))
    ) {
      return record;
    }
  }
  return null;
}

function isInspection({ machine }: UploadRecord): boolean {
  return (machine.kind === 'queued' || machine.kind === 'working') && machine.step === 'inspect';
}

/** On its way to the service with an outcome that is not known yet. */
function isOpen(record: UploadRecord, running: ReadonlySet<string>): boolean {
  const { machine } = record;
  if (machine.kind === 'working') {
    return machine.step === 'choose' || machine.step === 'upload' || machine.step === 'confirm';
  }
  if ('step' in machine && machine.step === 'confirm') return true;
  return running.has(record.id) && !isInspection(record) && !hasArrived(record);
}

function hasArrived({ machine }: UploadRecord): boolean {
  // One that waits for a person's answer, perhaps for days, holds up no other.
  return (
    machine.kind !== 'asking' && 'step' in machine && (machine.step === 'activate' || machine.step === 'send')
  );
}

/**
 * True when `waiting` could not be told from `other` on the service, might be the same bytes, or needs the application
 * `other` is about to create.
 */
function blocks(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  if (other.id === waiting.id) return false;
  // Two that both rest half-way must not wait for each other: the first in order goes on.
  const bothRest = isOpen(waiting, running) && !running.has(other.id);
  if (bothRest && other.position > waiting.position) return false;
  if (other.accountId !== waiting.accountId || other.area !== waiting.area) return false;
  // The same bytes would be switched on and sent a second time beside the first.
  if (hasArrived(other)) return looksAlike(other, waiting) && isSamePackage(other, waiting);
  if (other.path === waiting.path || looksAlike(other, waiting)) return true;
  const creates = other.route?.kind !== 'existing';
  return creates && (isSamePackage(other, waiting) || isSameName(other, waiting));
}

/** A service may show the version name alone, so builds that differ in their number only look alike in its list. */
function looksAlike(a: UploadRecord, b: UploadRecord): boolean {
  if (!a.package || !b.package || a.stamp.size !== b.stamp.size) return false;
  return a.package.versionName === b.package.versionName;
}

function isSamePackage(a: UploadRecord, b: UploadRecord): boolean {
  return a.package?.id === b.package?.id && a.package?.platform === b.package?.platform;
}

function isSameName(a: UploadRecord, b: UploadRecord): boolean {
  if (!a.package || !b.package) return false;
  return buildName(a.package).toLowerCase() === buildName(b.package).toLowerCase();
}
