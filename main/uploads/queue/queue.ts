/** Which upload is next. Pure. */
import { byOrder, isSameVersion, type UploadRecord } from '../record/record.ts';
import { waitsForUser } from '../record/states.ts';
import { buildName } from '../target/routing.ts';

/** Files read at once; reading takes milliseconds and needs the disk only. */
export const parallelInspections = 2;

/**
 * The stages of the queue, each with slots of its own: `inspection` needs the disk, `transfer` the account, `cleanup`
 * neither. A run ends with its stage, except that a transfer continues with the cleanup.
 */
type Stage = 'inspection' | 'transfer' | 'cleanup';

function stageOf({ machine }: UploadRecord): Stage {
  if (machine.kind !== 'queued' && machine.kind !== 'working') return 'transfer';
  if (machine.step === 'inspect') return 'inspection';
  return machine.step === 'cleanup' ? 'cleanup' : 'transfer';
}

/**
 * Returns the first upload in order that has a free slot in its stage and is blocked by no other. `unfinished` is in the
 * order of the queue; `running` contains the ids whose run has not ended, whatever their state. Uploads in `excluded` do
 * not begin and block no other. `slots` returns how many transfers of an account may run at once.
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
  const isInspectionFree = (runs.get('inspection')?.length ?? 0) < parallelInspections;
  const busy = Map.groupBy(runs.get('transfer') ?? [], ({ accountId }) => accountId);
  const others = records.filter((record) => hasArrived(record) || isOpen(record, running));
  const accounts = new Set(records.map(({ accountId }) => accountId));
  const free = new Set([...accounts].filter((id) => (busy.get(id)?.length ?? 0) < slots(id)));
  const mayBegin = (record: UploadRecord): boolean => {
    const stage = stageOf(record);
    if (stage === 'inspection') return isInspectionFree;
    if (stage === 'cleanup') return true;
    return free.has(record.accountId) && !others.some((other) => isInTheWay(other, record, running));
  };
  return (
    records.find(
      (record) => record.machine.kind === 'queued' && !running.has(record.id) && mayBegin(record),
    ) ?? null
  );
}

/** True if it is on its way to the service and its outcome is unknown. */
function isOpen(record: UploadRecord, running: ReadonlySet<string>): boolean {
  const { machine } = record;
  if (machine.kind === 'working') {
    return machine.step === 'choose' || machine.step === 'upload' || machine.step === 'confirm';
  }
  // An upload that waits for a user, perhaps for days, blocks no other.
  if ('step' in machine && machine.step === 'confirm') return !waitsForUser(machine);
  return running.has(record.id) && stageOf(record) !== 'inspection' && !hasArrived(record);
}

function hasArrived({ machine }: UploadRecord): boolean {
  if (waitsForUser(machine) || !('step' in machine)) return false;
  return machine.step === 'activate' || machine.step === 'send' || machine.step === 'cleanup';
}

function isInTheWay(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  return hasArrived(waiting) ? sendsBeside(other, waiting, running) : blocks(other, waiting, running);
}

/** Whether mail was sent is read from the version: two uploads that send one version run one after the other. */
function sendsBeside(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  if (other.id === waiting.id) return false;
  if (isSameVersion(other, waiting)) {
    return running.has(other.id) || (other.sendBegun && !(waiting.sendBegun && isBefore(waiting, other)));
  }
  const mayAdopt = running.has(other.id) && isOpen(other, running);
  return (
    mayAdopt && isSameArea(other, waiting) && looksAlike(other, waiting) && isSamePackage(other, waiting)
  );
}

function isBefore(a: UploadRecord, b: UploadRecord): boolean {
  return byOrder(a, b) < 0;
}

function isSameArea(a: UploadRecord, b: UploadRecord): boolean {
  return a.accountId === b.accountId && a.area === b.area;
}

/**
 * True if `waiting` could not be distinguished from `other` on the service, may be the same bytes, or needs the application
 * that `other` is about to create.
 */
function blocks(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  if (other.id === waiting.id) return false;
  // Two that both rest half-way must not wait for each other: the first in order continues.
  const bothRest = isOpen(waiting, running) && !running.has(other.id);
  if (bothRest && isBefore(waiting, other)) return false;
  if (!isSameArea(other, waiting)) return false;
  // The same bytes would be activated and sent twice.
  if (hasArrived(other)) return looksAlike(other, waiting) && isSamePackage(other, waiting);
  if (other.path === waiting.path || looksAlike(other, waiting)) return true;
  const creates = other.route?.kind !== 'existing';
  return creates && (isSamePackage(other, waiting) || isSameName(other, waiting));
}

/** A service may list the version name only, so builds with different numbers look alike. */
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
