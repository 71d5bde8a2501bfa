/** Actions of users on single uploads. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { SendBody } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { uploadErrors } from '../errors.ts';
import type { Journal } from '../journal/journal.ts';
import type { UploadStore } from '../journal/upload-store.ts';
import type { UploadRecord } from '../record/record.ts';
import { isFinished } from '../record/states.ts';
import type { UploadView } from '../upload-view.ts';
import { lastOrder, moved } from './reorder.ts';
import { sendsTheSame, sentAgain } from './send-again.ts';

/** Each throws `uploads/unknown` for an unknown id. */
export type Controls = {
  /** Cancels an unfinished upload; nothing is deleted on the service. */
  cancel(id: string): void;
  /** Resumes at the step that failed, or tries again at once. Throws `uploads/notRepeatable`. */
  retry(id: string): void;
  /** Answers an upload that asks whether to upload the build or to notify recipients. Throws `uploads/notAsking`. */
  answer(id: string, yes: boolean): void;
  /** Takes a finished upload off the list. Throws `uploads/notFinished`. */
  remove(id: string): void;
  /** Restores one of the last removed uploads. */
  putBack(id: string): void;
  /**
   * Pauses an upload until `resumeOne`, also if all are resumed, and aborts its transfer. A `terminated` upload, whose
   * command has ended, blocks no other. Throws `uploads/notPausable` for an upload that is finished, asks, or is being sent.
   */
  pauseOne(id: string, terminated?: boolean): void;
  /** Throws `uploads/notPaused`. */
  resumeOne(id: string): void;
  /**
   * Moves an upload before another one in the queue, or to the end with null; kept over restarts. Throws
   * `uploads/notQueued` if it does not wait for its turn, or the other one is finished.
   */
  move(id: string, beforeId: string | null): void;
  /**
   * Sends a version that is on the service to the given or the same recipients, and activates it if needed: an upload of
   * its own, which sends no byte. Returns an unfinished upload that does the same. Throws `uploads/notSendable`.
   */
  sendAgain(id: string, recipients?: SendBody): UploadView;
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
    putBack: uploadStore.putBack,
    pauseOne: (id, terminated = false) => {
      const record = uploadStore.require(id);
      const { machine } = record;
      if (machine.kind === 'paused' && machine.alone) return;
      // A send takes a moment; aborting it would leave open whether recipients were notified.
      const isEnding = machine.kind === 'working' && (machine.step === 'send' || machine.step === 'cleanup');
      if (isEnding || !uploadStore.apply(id, { kind: 'pause', alone: true, terminated })) {
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
      const orders = isWaiting(record) ? moved([...uploadStore.unfinished()], id, beforeId) : null;
      if (!orders) throw uploadErrors.notQueued(nameOf(isWaiting(record) ? before : record));
      uploadStore.reorder(orders);
    },
    sendAgain: (id, recipients) => {
      const record = uploadStore.require(id);
      const asked = recipients ?? record.recipients;
      const same = [...uploadStore.unfinished()].find((other) => sendsTheSame(other, record, asked));
      if (same) return uploadStore.view(same);
      const position = journal.nextPosition();
      const order = lastOrder(uploadStore.unfinished(), position);
      const again = sentAgain(record, asked, { id: randomUUID(), position, order, now: deps.clock.now() });
      if (!again) throw uploadErrors.notSendable(nameOf(record));
      uploadStore.insert(again);
      return uploadStore.view(uploadStore.require(again.id));
    },
  };
}

/** True if it waits for its turn, also while it is read, or to be retried or resumed. */
function isWaiting({ machine }: UploadRecord): boolean {
  if (machine.kind === 'working') return machine.step === 'inspect';
  return machine.kind === 'queued' || machine.kind === 'retrying' || machine.kind === 'paused';
}
