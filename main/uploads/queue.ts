/** Which upload is next. Pure. */
import { displayVersion } from '../packages/package-info.ts';
import type { UploadRecord } from './record.ts';
import { buildName } from './routing.ts';

/** Files read at once; reading takes milliseconds and needs the disk only. */
export const parallelInspections = 2;

/**
 * The first upload in order that may begin: its account has a free place, and no other one on its way stands in its way.
 * `unfinished` is in the order of the queue; `running` holds the ids whose run has not ended, whatever their state.
 */
export function pickNext(
  unfinished: Iterable<UploadRecord>,
  running: ReadonlySet<string>,
  parallel: number,
): UploadRecord | null {
  const records = [...unfinished];
  const underWay = records.filter((record) => holdsPlace(record, running));
  const inspections = records.filter((record) => running.has(record.id) && isInspection(record)).length;
  const busy = (accountId: string): number =>
    records.filter(
      (record) => record.accountId === accountId && running.has(record.id) && !isInspection(record),
    ).length;
  for (const record of records) {
    if (record.machine.kind !== 'queued' || running.has(record.id)) continue;
    if (isInspection(record)) {
      if (inspections < parallelInspections) return record;
    } else if (busy(record.accountId) < parallel && !underWay.some((other) => blocks(other, record))) {
      return record;
    }
  }
  return null;
}

function isInspection({ machine }: UploadRecord): boolean {
  return (machine.kind === 'queued' || machine.kind === 'working') && machine.step === 'inspect';
}

/** On its way to the service with an outcome that is not known yet. */
function holdsPlace(record: UploadRecord, running: ReadonlySet<string>): boolean {
  const { machine } = record;
  if (machine.kind === 'working') {
    return machine.step === 'choose' || machine.step === 'upload' || machine.step === 'confirm';
  }
  if (running.has(record.id) && !isInspection(record)) return true;
  return 'step' in machine && machine.step === 'confirm';
}

/**
 * True when `waiting` could not be told from `other` on the service, might be the same bytes, or needs the application
 * `other` is about to create.
 */
function blocks(other: UploadRecord, waiting: UploadRecord): boolean {
  if (other.id === waiting.id) return false;
  if (other.accountId !== waiting.accountId || other.area !== waiting.area) return false;
  if (other.path === waiting.path) return true;
  if (!other.package || !waiting.package) return false;
  const alike =
    other.stamp.size === waiting.stamp.size &&
    displayVersion(other.package) === displayVersion(waiting.package);
  const routed = other.route?.kind === 'existing';
  const sameApplication =
    (other.package.id === waiting.package.id && other.package.platform === waiting.package.platform) ||
    buildName(other.package).toLowerCase() === buildName(waiting.package).toLowerCase();
  return alike || (!routed && sameApplication);
}
