/** An upload as front ends see it. Pure. */
import { basename } from 'node:path';
import type { Failure } from '../base/failure.ts';
import type { Progress } from './progress.ts';
import type { UploadRecord } from './record.ts';
import type { UploadMachine, UploadStep } from './upload.ts';
import type { UploadState, UploadView } from './upload-view.ts';

const workingStates: Readonly<Record<UploadStep, UploadState>> = {
  inspect: 'queued',
  choose: 'uploading',
  upload: 'uploading',
  confirm: 'confirming',
  activate: 'activating',
  send: 'sending',
};

/** `progress` is null unless bytes are on their way. */
export function toView(record: UploadRecord, progress: Progress | null): UploadView {
  const { machine } = record;
  const arrived = record.target !== null;
  return {
    id: record.id,
    path: record.path,
    fileName: basename(record.path),
    folderId: record.folderId,
    accountId: record.accountId,
    area: record.area,
    activate: record.activate,
    recipients: record.recipients,
    package: record.package,
    icon: record.icon ?? null,
    state: stateOf(machine),
    sentBytes: progress?.sentBytes ?? (arrived ? record.stamp.size : 0),
    totalBytes: record.stamp.size,
    bytesPerSecond: progress?.bytesPerSecond ?? null,
    secondsLeft: progress?.secondsLeft ?? null,
    retryAt: machine.kind === 'retrying' ? machine.at : null,
    failure: failureOf(machine),
    target: record.target,
    sha256: record.sha256,
    notes: record.notes,
    timeline: record.timeline,
    addedAt: record.addedAt,
    finishedAt: record.finishedAt,
  };
}

export function stateOf(machine: UploadMachine): UploadState {
  return machine.kind === 'working' ? workingStates[machine.step] : machine.kind;
}

function failureOf(machine: UploadMachine): Failure | null {
  return machine.kind === 'failed' || machine.kind === 'retrying' ? machine.failure : null;
}
