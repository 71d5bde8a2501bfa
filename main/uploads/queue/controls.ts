import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { SendBody } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { uploadErrors } from '../errors.ts';
import type { Journal } from '../journal/journal.ts';
import type { UploadStore } from '../journal/upload-store.ts';
import type { UploadRecord } from '../record/record.ts';
import { isFinished, isHeld } from '../record/states.ts';
import type { UploadView } from '../upload-view.ts';
import { lastOrder, reorderedRanks } from './reorder.ts';
import { isSameSend, sendAgainRecord } from './send-again.ts';

export type Controls = {
  /** Cancels an unfinished upload; deletes nothing on the service. */
  cancel(id: string): void;
  /** Requeues a failed or cancelled upload, or retries now. Throws `uploads/notRepeatable`. */
  retry(id: string): void;
  /** Answers an upload's pending question. Throws `uploads/notAsking`. */
  answer(id: string, yes: boolean): void;
  /** Removes a finished upload from list and history. Throws `uploads/notFinished`. */
  remove(id: string): void;
  /** Restores one of the last removed uploads. */
  restore(id: string): void;
  /**
   * Pauses an upload until `resumeOne`, and aborts its transfer. `terminated` means that the upload's command
   * has exited, so the upload does not block others. Throws `uploads/notPausable` in other states.
   */
  pauseOne(id: string, terminated?: boolean): void;
  /** Throws `uploads/notPaused`. */
  resumeOne(id: string): void;
  /**
   * Moves a waiting upload before `beforeId`, or to the end if null. Throws `uploads/notQueued` if the upload
   * is not waiting, or if `beforeId` is finished.
   */
  move(id: string, beforeId: string | null): void;
  /**
   * Queues an upload that sends an existing version to `recipients`, which default to the previous ones.
   * Returns an equal unfinished upload if one exists. Throws `uploads/notSendable`.
   */
  sendAgain(id: string, recipients?: SendBody, delaySeconds?: number): UploadView;
  /** While a send is delayed, skips it; before that, cancels the upload. Throws `uploads/alreadySent`. */
  undoSend(id: string): void;
};

export function createControls(deps: {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
}): Controls {
  const { uploadStore, journal } = deps;
  const nameOf = (record: UploadRecord) => ({ fileName: basename(record.path) });
  return {
    cancel: (id) => {
      if (isFinished(uploadStore.require(id).machine)) return;
      uploadStore.apply(id, { kind: 'cancel' });
    },
    retry: (id) => {
      const record = uploadStore.require(id);
      if (!uploadStore.apply(id, { kind: 'retry' })) throw uploadErrors.notRepeatable(nameOf(record));
    },
    answer: (id, yes) => {
      const record = uploadStore.require(id);
      if (!uploadStore.apply(id, { kind: yes ? 'agreed' : 'declined' })) {
        throw uploadErrors.notAsking(nameOf(record));
      }
    },
    remove: (id) => {
      const record = uploadStore.require(id);
      if (!isFinished(record.machine)) throw uploadErrors.notFinished(nameOf(record));
      uploadStore.remove(record);
    },
    restore: uploadStore.restore,
    pauseOne: (id, terminated = false) => {
      const record = uploadStore.require(id);
      const { machine } = record;
      if (machine.kind === 'paused' && machine.individually) return;
      // After an aborted send, it would be unknown whether recipients were notified.
      const isPastAbort =
        machine.kind === 'working' && (machine.step === 'send' || machine.step === 'cleanup');
      if (isPastAbort || !uploadStore.apply(id, { kind: 'pause', individually: true, terminated })) {
        throw uploadErrors.notPausable(nameOf(record));
      }
    },
    resumeOne: (id) => {
      const record = uploadStore.require(id);
      if (!uploadStore.apply(id, { kind: 'resume' })) throw uploadErrors.notPaused(nameOf(record));
    },
    move: (id, beforeId) => {
      const record = uploadStore.require(id);
      const before = beforeId === null ? record : uploadStore.require(beforeId);
      const orders = isWaiting(record) ? reorderedRanks([...uploadStore.unfinished()], id, beforeId) : null;
      if (!orders) throw uploadErrors.notQueued(nameOf(isWaiting(record) ? before : record));
      uploadStore.reorder(orders);
    },
    undoSend: (id) => {
      const record = uploadStore.require(id);
      if (mayBeSent(record)) throw uploadErrors.alreadySent(nameOf(record));
      uploadStore.apply(id, { kind: isHeld(record.machine) ? 'declined' : 'cancel' });
    },
    sendAgain: (id, recipients, delaySeconds = 0) => {
      const record = uploadStore.require(id);
      const asked = recipients ?? record.recipients;
      const same = [...uploadStore.unfinished()].find((other) => isSameSend(other, record, asked));
      if (same) return uploadStore.view(same);
      const position = journal.nextPosition();
      const order = lastOrder(uploadStore.unfinished(), position);
      const again = sendAgainRecord(record, asked, delaySeconds, {
        id: randomUUID(),
        position,
        order,
        now: deps.clock.now(),
      });
      if (!again) throw uploadErrors.notSendable(nameOf(record));
      uploadStore.insert(again);
      return uploadStore.view(uploadStore.require(again.id));
    },
  };
}

function mayBeSent({ machine, sendStarted }: UploadRecord): boolean {
  if (machine.kind === 'working') return machine.step === 'send' || machine.step === 'cleanup';
  return sendStarted || machine.kind === 'done' || machine.kind === 'already-there';
}

function isWaiting({ machine }: UploadRecord): boolean {
  if (machine.kind === 'working') return machine.step === 'inspect';
  return machine.kind === 'queued' || machine.kind === 'retrying' || machine.kind === 'paused';
}
