/**
 * What to do once the journal was lost, wholly or in part. A build that is older than the loss may have been uploaded
 * before it: it is looked for on the service, by package, version and size, before it is sent. So nothing is sent twice, and what
 * was still to be done is found again and done.
 */

import { messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Journal } from '../store/journal-types.ts';
import type { AreaClient, Arrival } from '../target/area-client.ts';
import type { Destination } from '../target/destination.ts';
import { withoutSeen } from '../target/id-bounds.ts';
import { isStill } from '../target/reconcile.ts';
import { reconciliationQueryOf } from '../target/reconciliation-query.ts';
import { askedAbout } from '../target/unclear.ts';
import type { Route, UploadRecord } from './record.ts';
import type { StepResult } from './step-result.ts';
import { isFinished, stepOf, type UploadStep } from './upload-states.ts';

const onTheWay: readonly UploadStep[] = ['upload', 'confirm', 'activate', 'send'];

/**
 * An upload of a damaged journal as it goes on: one that was on its way is looked for first, for how far it came may be
 * older than the damage shows.
 */
export function afterLoss(record: UploadRecord): UploadRecord {
  const { machine } = record;
  if (isFinished(machine) || machine.kind === 'asking') return record;
  const step = stepOf(machine);
  if (step === null || !onTheWay.includes(step)) return record;
  const kind = machine.kind === 'paused' ? 'paused' : 'queued';
  return { ...record, machine: { kind, step: 'choose', plan: machine.plan }, sendBegun: false };
}

/** Null for a build that is newer than the loss, or not on the service. */
export async function foundAfterLoss(
  record: UploadRecord,
  route: Route,
  deps: {
    readonly info: PackageInfo;
    readonly area: AreaClient;
    readonly journal: Journal;
    readonly signal: AbortSignal;
    readonly destination: Destination;
  },
): Promise<StepResult | null> {
  const { info, area, journal, signal, destination } = deps;
  const lostAt = journal.lostAt();
  if (lostAt === null || Math.min(record.addedAt, record.stamp.mtimeMs) >= lostAt) return null;
  // Nothing of this package is on a service without an application for it; but which one a folder made may be lost, too.
  if (route.kind === 'new' && destination.kind !== 'new') return null;
  const sought = { ...reconciliationQueryOf(record, info, record, journal), mayBeAnother: () => false };
  const known = record.target && (await area.look(record.target, signal));
  if (known && isStill(known, record.target, sought)) return resultOf(record, known);
  const found = await area.find(withoutSeen(route), sought, signal);
  if (found.kind === 'unclear') return askedAbout(record, found.ids);
  return found.kind === 'none' ? null : resultOf(record, found.arrival);
}

function resultOf(record: UploadRecord, found: Arrival): StepResult {
  const { plan } = record.machine;
  const changes = { target: found.target, notes: [...record.notes, messageOf('note/journalLost')] };
  const isTold = !plan.send || found.sent;
  // Whoever switched a version off that people were told of did so on purpose.
  const isDone = !plan.activate || found.sent || (found.active && isTold);
  return { event: { kind: isDone ? 'known' : 'adopted' }, changes };
}
