/** Converts upload records for front ends. Pure. */
import { basename } from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { isNetworkFailure, type Progress, type UploadState, type UploadView } from '../upload-view.ts';
import { orderOf, type UploadRecord } from './record.ts';
import {
  stateLabels,
  uploadingLabel,
  waitingForAccountLabel,
  waitingForNetworkLabel,
} from './state-labels.ts';
import { failureOf, isHeld, isLocal, type UploadMachine, type UploadStep } from './states.ts';

const workingStates: Readonly<Record<UploadStep, UploadState>> = {
  inspect: 'queued',
  choose: 'uploading',
  upload: 'uploading',
  confirm: 'confirming',
  activate: 'activating',
  send: 'sending',
  cleanup: 'cleaning',
};

/** `progress` is null if nothing is being sent; `waitsFor` is null if the account need not wait. */
export function toView(
  record: UploadRecord,
  progress: Progress | null,
  waitsFor: Failure | null,
): UploadView {
  const { machine, activate, active = activate } = record;
  const state = stateOf(machine);
  const block = machine.kind === 'queued' && !isLocal(machine.step) ? waitsFor : null;
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
    activate: active,
    mail: record.mail ?? null,
    recipients: record.recipients,
    releaseNote: record.releaseNote ?? null,
    commit: record.commit ?? null,
    package: record.package,
    icon: record.icon,
    state,
    stateLabel: block ? waitingForAccountLabel : progress ? uploadingLabel(progress.stall) : labelOf(record),
    order: orderOf(record),
    pausedIndividually: machine.kind === 'paused' && machine.individually === true,
    block,
    sentBytes: progress?.sentBytes ?? (record.target ? record.stamp.size : 0),
    totalBytes: record.stamp.size,
    deltaBytes: record.target === null ? null : (record.recipeSize ?? null),
    bytesPerSecond: progress?.bytesPerSecond ?? null,
    secondsLeft: progress?.secondsLeft ?? null,
    stall: progress?.stall ?? null,
    retryAt: isRetrying(machine) ? machine.at : null,
    retryStep: isRetrying(machine) ? machine.step : null,
    failure: failureOf(machine),
    // An inactive version cannot be installed.
    target: record.target === null || active ? record.target : { ...record.target, installLink: null },
    sha256: record.sha256,
    sentInMs: record.sentInMs,
    sendWarnings,
    sendWarningLabel: sendWarningLabel([...sendWarnings, ...(record.package?.installWarnings ?? [])]),
    notes: record.notes,
    timeline: record.timeline,
    addedAt: record.addedAt,
    finishedAt: record.finishedAt,
  };
}

type Retrying = UploadMachine & { readonly kind: 'retrying'; readonly failure: Failure };

function isRetrying(machine: UploadMachine): machine is Retrying {
  return machine.kind === 'retrying' && !isHeld(machine);
}

export function stateOf(machine: UploadMachine): UploadState {
  if (machine.kind === 'working') return workingStates[machine.step];
  if (isHeld(machine)) return 'sending';
  return machine.kind === 'asking' && machine.step !== 'send' ? 'ready' : machine.kind;
}

function labelOf(record: UploadRecord): Message {
  const { machine, package: info } = record;
  if (machine.kind === 'done') return notInstallableLabel(info) ?? doneLabel(record);
  if (machine.kind === 'already-there') return notInstallableLabel(info) ?? stateLabels[machine.kind];
  if (!isRetrying(machine)) return stateLabels[stateOf(machine)];
  if (machine.step === 'confirm') return stateLabels.confirming;
  return isNetworkFailure(machine.failure) ? waitingForNetworkLabel : stateLabels.retrying;
}

function doneLabel({ area, activate, active = activate, mail }: UploadRecord): Message {
  if (area === 'appstore') return stateLabels.done;
  if (!active) return messageOf('state/notActive');
  return messageOf(mail ? `mail-state/${mail}` : 'state/active');
}

const installProblems: ReadonlyMap<string, Message> = new Map([
  ['warning/expired', messageOf('installProblem/expired')],
  ['warning/certificateExpired', messageOf('installProblem/certificateExpired')],
  ['warning/appStore', messageOf('installProblem/appStore')],
  ['warning/simulator', messageOf('installProblem/simulator')],
  ['warning/notSigned', messageOf('installProblem/notSigned')],
  ['warning/noProfile', messageOf('installProblem/notSigned')],
  ['warning/notCodeSigned', messageOf('installProblem/notSigned')],
  ['warning/split', messageOf('installProblem/split')],
  ['warning/needsSplits', messageOf('installProblem/split')],
  ['warning/testOnly', messageOf('installProblem/testOnly')],
  ['warning/encrypted', messageOf('installProblem/encrypted')],
]);

/** Returns text such as `Not installable: profile expired`; null if some device can install the build. */
export function notInstallableLabel(info: PackageInfo | null): Message | null {
  const [worst] = info?.installability?.reasons ?? [];
  if (worst?.kind !== 'no-device') return null;
  const reason = installProblems.get(worst.text.code) ?? messageOf('installProblem/refused');
  return messageOf('state/notInstallable', { reason });
}

const sendWarningLabels: ReadonlyMap<string, Message> = new Map([
  ['warning/expired', messageOf('sendWarning/expired')],
  ['warning/development', messageOf('sendWarning/development')],
  ['warning/adhoc', messageOf('sendWarning/adhoc')],
  ['warning/unlistedDevices', messageOf('sendWarning/unlistedDevices')],
  ['warning/appStore', messageOf('sendWarning/appStore')],
  ['warning/simulator', messageOf('sendWarning/simulator')],
  ['warning/notSigned', messageOf('sendWarning/notSigned')],
  ['warning/noProfile', messageOf('sendWarning/notSigned')],
  ['warning/split', messageOf('sendWarning/split')],
  ['warning/needsSplits', messageOf('sendWarning/split')],
  ['warning/noPhoneAbi', messageOf('sendWarning/noPhones')],
  ['warning/testApk', messageOf('sendWarning/testApk')],
  ['warning/thinned', messageOf('sendWarning/fewModels')],
  ['warning/otherCertificate', messageOf('sendWarning/otherCertificate')],
  ['note/linkOnlyHere', messageOf('sendWarning/linkOnlyHere')],
]);

export function sendWarningLabel([first]: readonly Message[]): Message | null {
  return first ? (sendWarningLabels.get(first.code) ?? messageOf('sendWarning/refused')) : null;
}
