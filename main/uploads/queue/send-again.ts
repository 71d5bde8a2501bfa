import type { SendBody } from '../../api/wire.ts';
import {
  isSameVersion,
  newOutcomeSearch,
  planOf,
  sameRecipients,
  sendAfterOf,
  type UploadRecord,
} from '../record/record.ts';
import { isFinished } from '../record/states.ts';

/** Returns a record that begins at `activate`; null if `record` is not done or cannot be sent. */
export function sendAgainRecord(
  record: UploadRecord,
  recipients: SendBody,
  delaySeconds: number,
  identity: {
    readonly id: string;
    readonly position: number;
    readonly order: number;
    readonly now: number;
  },
): UploadRecord | null {
  const isDone = record.machine.kind === 'done' || record.machine.kind === 'already-there';
  if (!isDone || !record.target || record.area !== 'testingdist') return null;
  const request = { area: record.area, activate: true, recipients };
  const { afterUpload: _, movedTo: __, ...build } = record;
  return {
    ...build,
    ...request,
    sendAfter: sendAfterOf(delaySeconds, identity.now),
    id: identity.id,
    position: identity.position,
    order: identity.order,
    machine: { kind: 'queued', step: 'activate', plan: planOf(request) },
    attempts: {},
    outcomeSearch: newOutcomeSearch,
    previousSendAt: null,
    sendStarted: false,
    notes: [],
    timeline: [{ event: 'queued', at: identity.now }],
    addedAt: identity.now,
    finishedAt: null,
    removed: false,
  };
}

export function isSameSend(other: UploadRecord, record: UploadRecord, recipients: SendBody): boolean {
  return (
    !isFinished(other.machine) && isSameVersion(other, record) && sameRecipients(other.recipients, recipients)
  );
}
