/** An upload as front ends see it. Pure. */

import { basename } from 'node:path';
import type { Failure } from '../base/failure.ts';
import type { Message } from '../messages/message.ts';
import { isOfNetwork } from './machine/classify-failure.ts';
import { doubtOf } from './machine/doubt.ts';
import { orderOf, type UploadRecord } from './machine/record.ts';
import { heldWords, networkWords, stateWords, uploadingWords } from './machine/state-words.ts';
import type { UploadMachine, UploadStep } from './machine/upload-states.ts';
import { isLocal } from './queue/queue.ts';
import type { Progress } from './steps/progress.ts';
import type { UploadState, UploadView } from './upload-view.ts';

const workingStates: Readonly<Record<UploadStep, UploadState>> = {
  inspect: 'queued',
  choose: 'uploading',
  upload: 'uploading',
  confirm: 'confirming',
  activate: 'activating',
  send: 'sending',
  cleanup: 'cleaning',
};

/** `progress` is null unless bytes are on their way; `waitsFor` says why its account has to wait, null when it need not. */
export function toView(
  record: UploadRecord,
  progress: Progress | null,
  waitsFor: Failure | null,
): UploadView {
  const { machine } = record;
  const arrived = record.target !== null;
  const state = stateOf(machine);
  const block = needsItsAccount(machine) ? waitsFor : null;
  const sendWarnings =
    state === 'asking' ? [...(record.package?.installWarnings ?? []), ...(record.sendWarnings ?? [])] : [];
  return {
    id: record.id,
    path: record.path,
    movedTo: record.movedTo ?? null,
    fileName: basename(record.path),
    folderId: record.folderId,
    accountId: record.accountId,
    area: record.area,
    activate: record.active ?? record.activate,
    written: record.written ?? false,
    recipients: record.recipients,
    releaseNote: record.releaseNote ?? null,
    commit: record.commit ?? null,
    package: record.package,
    icon: record.icon ?? null,
    state,
    stateWords: block ? heldWords : progress ? uploadingWords(progress.waiting) : wordsOf(machine),
    order: orderOf(record),
    pausedAlone: machine.kind === 'paused' && machine.alone === true,
    block,
    sentBytes: progress?.sentBytes ?? (arrived ? record.stamp.size : 0),
    totalBytes: record.stamp.size,
    bytesPerSecond: progress?.bytesPerSecond ?? null,
    secondsLeft: progress?.secondsLeft ?? null,
    waiting: progress?.waiting ?? null,
    retryAt: machine.kind === 'retrying' ? machine.at : null,
    retryStep: machine.kind === 'retrying' ? machine.step : null,
    failure: failureOf(machine),
    target: shownTarget(record),
    sha256: record.sha256,
    sentInMs: record.sentInMs ?? null,
    sendWarnings,
    doubt: doubtOf(sendWarnings),
    notes: record.notes,
    timeline: record.timeline,
    addedAt: record.addedAt,
    finishedAt: record.finishedAt,
  };
}

/** A version that is not active cannot be installed: its link would lead nowhere. */
function shownTarget({ target, activate, active = activate }: UploadRecord): UploadView['target'] {
  return target === null || active ? target : { ...target, installLink: null };
}

export function stateOf(machine: UploadMachine): UploadState {
  if (machine.kind === 'working') return workingStates[machine.step];
  return machine.kind === 'asking' && machine.step !== 'send' ? 'ready' : machine.kind;
}

function wordsOf(machine: UploadMachine): Message {
  if (machine.kind !== 'retrying') return stateWords[stateOf(machine)];
  if (machine.step === 'confirm') return stateWords.confirming;
  return isOfNetwork(machine.failure) ? networkWords : stateWords.retrying;
}

function needsItsAccount(machine: UploadMachine): boolean {
  return machine.kind === 'queued' && !isLocal(machine.step);
}

function failureOf(machine: UploadMachine): Failure | null {
  return machine.kind === 'failed' || machine.kind === 'retrying' ? machine.failure : null;
}
