/** What a person does to single uploads. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { SendBody } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { uploadErrors } from '../errors.ts';
import type { UploadRecord } from '../machine/record.ts';
import { isFinished } from '../machine/upload-states.ts';
import type { Journal } from '../store/journal-types.ts';
import type { UploadStore } from '../store/upload-store.ts';
import type { UploadView } from '../upload-view.ts';
import { lastOrder, moved } from './reorder.ts';
import { sendsTheSame, sentAgain } from './send-again.ts';

export type Controls = {
  /** Gives up; nothing happens to a finished one, and nothing is deleted on the service. Throws `uploads/unknown`. */
  cancel(id: string): void;
  /** Goes on from the step that failed, or tries again at once. Throws `uploads/unknown`, `uploads/notRepeatable`. */
  retry(id: string): void;
  /**
   * What a person says to an upload that waits for an answer: whether it is uploaded, or whether people are told of a
   * build there are doubts about. Throws `uploads/unknown`, `uploads/notAsking`.
   */
  answer(id: string, yes: boolean): void;
  /** Takes a finished one off the list. Throws `uploads/unknown`, `uploads/notFinished`. */
  remove(id: string): void;
  /** Puts one of the last that were removed back as it was. Throws `uploads/unknown`. */
  putBack(id: string): void;
  /**
   * Pauses an upload until `resumeOne`, also when all are resumed; aborts what is being sent. A `terminated` upload, whose
   * command has ended, blocks no other. Throws `uploads/unknown`, and
   * `uploads/notPausable` for an upload that is finished, waits for an answer, or is being mailed.
   */
  pauseOne(id: string, terminated?: boolean): void;
  /** Throws `uploads/unknown`, `uploads/notPaused`. */
  resumeOne(id: string): void;
  /**
   * Puts one before another one in the queue, or behind all with null; kept over restarts. Throws `uploads/unknown`, and
   * `uploads/notQueued` when it does not wait for its turn, or the other one is finished.
   */
  move(id: string, beforeId: string | null): void;
  /**
   * Tells people of a version that is on the service, the same as last time when `recipients` is left out, and switches
   * it on before if needed. That is an upload of its own, which sends no byte; the same one while it is still on its
   * way. Throws `uploads/unknown`, `uploads/notSendable`.
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
      // Telling people takes a moment, and breaking it off would only leave open whether they were told.
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

/** For its turn, also while it is read, for a moment to try again, or for being resumed. */
function isWaiting({ machine }: UploadRecord): boolean {
  if (machine.kind === 'working') return machine.step === 'inspect';
  return machine.kind === 'queued' || machine.kind === 'retrying' || machine.kind === 'paused';
}
