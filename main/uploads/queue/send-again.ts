/** An upload that tells people once more of a version that is on the service. Pure. */
import type { SendBody } from '../../api/wire.ts';
import { freshUncertainty, includesRecipients, planOf, type UploadRecord } from '../machine/record.ts';
import { isFinished } from '../machine/upload-states.ts';

/**
 * The upload that does it, which begins where the bytes have arrived. Null when `record` is not done, is not known to be
 * a version on the service, or lies where nothing is sent.
 */
export function sentAgain(
  record: UploadRecord,
  recipients: SendBody,
  place: {
    readonly id: string;
    readonly position: number;
    readonly order: number;
    readonly now: number;
  },
): UploadRecord | null {
  const isOut = record.machine.kind === 'done' || record.machine.kind === 'already-there';
  if (!isOut || !record.target || record.area !== 'testingdist') return null;
  const request = { area: record.area, activate: true, recipients };
  const { afterUpload: _, movedTo: __, ...build } = record;
  return {
    ...build,
    ...request,
    id: place.id,
    position: place.position,
    order: place.order,
    machine: { kind: 'queued', step: 'activate', plan: planOf(request) },
    attempts: {},
    uncertainty: freshUncertainty,
    lastSendBefore: null,
    sendBegun: false,
    notes: [],
    timeline: [{ event: 'queued', at: place.now }],
    addedAt: place.now,
    finishedAt: null,
    removed: false,
  };
}

/** True for one on its way that tells the same people of the same version: a second click is no second message. */
export function sendsTheSame(other: UploadRecord, record: UploadRecord, recipients: SendBody): boolean {
  return (
    !isFinished(other.machine) &&
    isSameVersion(other, record) &&
    includesRecipients(other.recipients, recipients) &&
    includesRecipients(recipients, other.recipients)
  );
}

/** True when both are one version on one service. */
export function isSameVersion(a: UploadRecord, b: UploadRecord): boolean {
  return (
    a.accountId === b.accountId &&
    a.area === b.area &&
    a.target !== null &&
    a.target.versionId === b.target?.versionId
  );
}
