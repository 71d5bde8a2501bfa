/** Picks the next upload to run. Pure. */
import { byOrder, isSameVersion, type UploadRecord } from '../record/record.ts';
import { waitsForUser } from '../record/states.ts';
import { buildName } from '../target/routing.ts';

/** Maximum concurrent inspections. An inspection takes milliseconds and only reads the disk. */
export const maxConcurrentInspections = 2;

/**
 * Stages of an upload. Inspection and transfer have separate concurrency limits, cleanup has none.
 * `runUpload` ends after one stage, except that a transfer continues with cleanup.
 */
type Stage = 'inspection' | 'transfer' | 'cleanup';

function stageOf({ machine }: UploadRecord): Stage {
  if (machine.kind !== 'queued' && machine.kind !== 'working') return 'transfer';
  if (machine.step === 'inspect') return 'inspection';
  return machine.step === 'cleanup' ? 'cleanup' : 'transfer';
}

/**
 * Returns the first queued upload that has a free slot in its stage and is not blocked. `unfinished` is in
 * queue order. Uploads in `excluded` neither start nor block others. `slots` returns the maximum number of an
 * account's concurrent transfers.
 */
export function pickNext(
  unfinished: Iterable<UploadRecord>,
  running: ReadonlySet<string>,
  slots: (accountId: string) => number,
  excluded: ReadonlySet<string> = new Set(),
): UploadRecord | null {
  const records = [...unfinished].filter(({ id }) => !excluded.has(id));
  const runs = Map.groupBy(
    records.filter(({ id }) => running.has(id)),
    stageOf,
  );
  const isInspectionFree = (runs.get('inspection')?.length ?? 0) < maxConcurrentInspections;
  const busy = Map.groupBy(runs.get('transfer') ?? [], ({ accountId }) => accountId);
  const others = records.filter((record) => hasArrived(record) || isUnresolved(record, running));
  const accounts = new Set(records.map(({ accountId }) => accountId));
  const free = new Set([...accounts].filter((id) => (busy.get(id)?.length ?? 0) < slots(id)));
  const mayBegin = (record: UploadRecord): boolean => {
    const stage = stageOf(record);
    if (stage === 'inspection') return isInspectionFree;
    if (stage === 'cleanup') return true;
    return free.has(record.accountId) && !others.some((other) => blocksTransfer(other, record, running));
  };
  return (
    records.find(
      (record) => record.machine.kind === 'queued' && !running.has(record.id) && mayBegin(record),
    ) ?? null
  );
}

/** Returns true if the upload's outcome on the service is unknown. */
function isUnresolved(record: UploadRecord, running: ReadonlySet<string>): boolean {
  const { machine } = record;
  if (machine.kind === 'working') {
    return machine.step === 'choose' || machine.step === 'upload' || machine.step === 'confirm';
  }
  // An upload may wait for the user for days, so it must not block others.
  if ('step' in machine && machine.step === 'confirm') return !waitsForUser(machine);
  return running.has(record.id) && stageOf(record) !== 'inspection' && !hasArrived(record);
}

function hasArrived({ machine }: UploadRecord): boolean {
  if (waitsForUser(machine) || !('step' in machine)) return false;
  return machine.step === 'activate' || machine.step === 'send' || machine.step === 'cleanup';
}

function blocksTransfer(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  return hasArrived(waiting) ? blocksSend(other, waiting, running) : blocks(other, waiting, running);
}

/** Prevents overlapping sends of a version, because its last send time shows whether mail was sent. */
function blocksSend(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  if (other.id === waiting.id) return false;
  if (isSameVersion(other, waiting)) {
    return running.has(other.id) || (other.sendStarted && !(waiting.sendStarted && isBefore(waiting, other)));
  }
  const mayAdopt = running.has(other.id) && isUnresolved(other, running);
  return (
    mayAdopt &&
    isSameArea(other, waiting) &&
    isIndistinguishable(other, waiting) &&
    isSamePackage(other, waiting)
  );
}

function isBefore(a: UploadRecord, b: UploadRecord): boolean {
  return byOrder(a, b) < 0;
}

function isSameArea(a: UploadRecord, b: UploadRecord): boolean {
  return a.accountId === b.accountId && a.area === b.area;
}

/**
 * Returns true if the service could not distinguish the builds, both may have the same bytes, or `other`
 * creates the application that `waiting` needs.
 */
function blocks(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  if (other.id === waiting.id) return false;
  // Two uploads with an unknown outcome must not wait for each other: the first in order continues.
  const bothRest = isUnresolved(waiting, running) && !running.has(other.id);
  if (bothRest && isBefore(waiting, other)) return false;
  if (!isSameArea(other, waiting)) return false;
  // If both builds have the same bytes, `waiting` would activate and send the version a second time.
  if (hasArrived(other)) return isIndistinguishable(other, waiting) && isSamePackage(other, waiting);
  if (other.path === waiting.path || isIndistinguishable(other, waiting)) return true;
  const creates = other.route?.kind !== 'existing';
  return creates && (isSamePackage(other, waiting) || isSameName(other, waiting));
}

/** Compares by version name and size: some services list no build number. */
function isIndistinguishable(a: UploadRecord, b: UploadRecord): boolean {
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
