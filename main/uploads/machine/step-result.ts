import { type Message, messageOf } from '../../messages/message.ts';
import type { BlockReason } from '../queue/account-blocks.ts';
import type { RecordChanges, UploadRecord } from './record.ts';
import type { UploadEvent } from './upload-states.ts';

export type StepResult = {
  readonly event: UploadEvent;
  readonly changes?: RecordChanges;
  /** Why the whole account is blocked. */
  readonly blockReason?: BlockReason;
};

export function noted(record: UploadRecord, note: Message): StepResult {
  return { event: { kind: 'cleaned' }, changes: { notes: [...record.notes, note] } };
}

/** A file that cannot be moved or deleted changes nothing about the upload. */
export function notCleanedUp(record: UploadRecord, reason: Message): StepResult {
  return noted(
    record,
    messageOf(record.afterUpload?.kind === 'move' ? 'note/notMoved' : 'note/notDeleted', { reason }),
  );
}
