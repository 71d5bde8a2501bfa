import type { PhraseText } from '../../base/phrases.ts';
import type { BlockReason } from '../queue/account-blocks.ts';
import { uploadNotes } from './notes.ts';
import type { RecordChanges, UploadRecord } from './record.ts';
import type { UploadEvent } from './upload-states.ts';

export type StepResult = {
  readonly event: UploadEvent;
  readonly changes?: RecordChanges;
  /** Why the whole account is blocked. */
  readonly blockReason?: BlockReason;
};

export function noted(record: UploadRecord, note: PhraseText): StepResult {
  return { event: { kind: 'tidied' }, changes: { notes: [...record.notes, note] } };
}

/** A file that cannot be tidied up changes nothing about the upload. */
export function notCleanedUp(record: UploadRecord, reason: string): StepResult {
  const { notMoved, notDeleted } = uploadNotes;
  return noted(record, (record.afterwards?.kind === 'move' ? notMoved : notDeleted)({ reason }));
}
