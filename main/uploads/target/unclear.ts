import { messageOf, withMessage } from '../../messages/message.ts';
import type { UploadRecord } from '../machine/record.ts';
import type { StepResult } from '../machine/step-result.ts';

/** Asks whether the build is to be uploaded although each of the versions `ids` may be it. */
export function askedAbout(record: UploadRecord, ids: readonly number[]): StepResult {
  const note = messageOf('note/mayBeThere', { ids: ids.toSorted((a, b) => a - b).join(', ') });
  const notes = withMessage(record.notes, note);
  return { event: { kind: 'ask' }, changes: { unclear: [...(record.unclear ?? []), ...ids], notes } };
}
