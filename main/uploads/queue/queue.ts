/** Which upload is next. Pure. */
import { byOrder, type UploadRecord } from '../machine/record.ts';
import { type UploadStep, waitsForUser } from '../machine/upload-states.ts';
import { buildName } from '../target/routing.ts';
import { isSameVersion } from './send-again.ts';

/** Files read at once; reading takes milliseconds and needs the disk only. */
export const parallelInspections = 2;

/**
 * The first upload in order that may begin: its account has a free place, and no other one on its way stands in its way.
 * `unfinished` is in the order of the queue; `running` holds the ids whose run has not ended, whatever their state.
 * Uploads in `left` do not begin and block no other. `places` returns how many uploads of an account may run at once; files
 * are read and put away whatever it returns.
 */
export function pickNext(
  unfinished: Iterable<UploadRecord>,
  running: ReadonlySet<string>,
  places: (accountId: string) => number,
  left: ReadonlySet<string> = new Set(),
): UploadRecord | null {
  const records = [...unfinished].filter(({ id }) => !left.has(id));
  const runs = records.filter((record) => running.has(record.id));
  const inspections = runs.filter(isInspection).length;
  const busy = Map.groupBy(
    runs.filter((record) => !isInspection(record) && !isTidying(record)),
    (record) => record.accountId,
  );
  const others = records.filter((record) => hasArrived(record) || isOpen(record, running));
  for (const record of records) {
    if (record.machine.kind !== 'queued' || running.has(record.id)) continue;
    if (isInspection(record)) {
      if (inspections < parallelInspections) return record;
    } else if (
      isTidying(record) ||
      ((busy.get(record.accountId)?.length ?? 0) < places(record.accountId) &&
        !others.some((other) => standsInTheWay(other, record, running)))
    ) {
      return record;
    }
  }
  return null;
}

function isInspection({ machine }: UploadRecord): boolean {
  return (machine.kind === 'queued' || machine.kind === 'working') && machine.step === 'inspect';
}

/** Done on this computer alone, whatever becomes of the account. */
export function isLocal(step: UploadStep): boolean {
  return step === 'inspect' || step === 'cleanup';
}

function isTidying({ machine }: UploadRecord): boolean {
  return (machine.kind === 'queued' || machine.kind === 'working') && machine.step === 'cleanup';
}

/** On its way to the service with an outcome that is not known yet. */
function isOpen(record: UploadRecord, running: ReadonlySet<string>): boolean {
  const { machine } = record;
  if (machine.kind === 'working') {
    return machine.step === 'choose' || machine.step === 'upload' || machine.step === 'confirm';
  }
  // An upload that waits for a user, perhaps for days, blocks no other.
  if ('step' in machine && machine.step === 'confirm') return !waitsForUser(machine);
  return running.has(record.id) && !isInspection(record) && !hasArrived(record);
}

function hasArrived({ machine }: UploadRecord): boolean {
  if (waitsForUser(machine) || !('step' in machine)) return false;
  return machine.step === 'activate' || machine.step === 'send' || machine.step === 'cleanup';
}

function standsInTheWay(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  return hasArrived(waiting) ? sendsBeside(other, waiting, running) : blocks(other, waiting, running);
}

/** Whether a message was sent is read from its version: two that tell people of one version go one after the other. */
function sendsBeside(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  if (other.id === waiting.id) return false;
  if (isSameVersion(other, waiting)) {
    return running.has(other.id) || (other.sendBegun && !(waiting.sendBegun && isBefore(waiting, other)));
  }
  const mayAdopt = running.has(other.id) && isOpen(other, running);
  return (
    mayAdopt && isSamePlace(other, waiting) && looksAlike(other, waiting) && isSamePackage(other, waiting)
  );
}

function isBefore(a: UploadRecord, b: UploadRecord): boolean {
  return byOrder(a, b) < 0;
}

function isSamePlace(a: UploadRecord, b: UploadRecord): boolean {
  return a.accountId === b.accountId && a.area === b.area;
}

/**
 * True when `waiting` could not be told from `other` on the service, might be the same bytes, or needs the application
 * `other` is about to create.
 */
function blocks(other: UploadRecord, waiting: UploadRecord, running: ReadonlySet<string>): boolean {
  if (other.id === waiting.id) return false;
  // Two that both rest half-way must not wait for each other: the first in order goes on.
  const bothRest = isOpen(waiting, running) && !running.has(other.id);
  if (bothRest && isBefore(waiting, other)) return false;
  if (!isSamePlace(other, waiting)) return false;
  // The same bytes would be activated and sent a second time beside the first.
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
