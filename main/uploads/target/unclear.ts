/** A build that may be one of several versions on the service: none is taken, and a person is asked. */

import { uploadNotes } from '../machine/notes.ts';
import type { UploadRecord } from '../machine/record.ts';
import type { StepResult } from '../machine/step-result.ts';

/** Asks whether the build is to be uploaded although each of the versions `ids` may be it. */
export function askedAbout(record: UploadRecord, ids: readonly number[]): StepResult {
  const note = uploadNotes.mayBeThere({ ids: ids.toSorted((a, b) => a - b).join(', ') });
  const notes = record.notes.includes(note) ? record.notes : [...record.notes, note];
  return { event: { kind: 'ask' }, changes: { unclear: [...(record.unclear ?? []), ...ids], notes } };
}
