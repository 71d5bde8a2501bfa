/** Moves or deletes the file. Idempotent; resumes at `cleanup`. */
import { type Message, messageOf } from '../../messages/message.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import { stepOf } from '../record/states.ts';
import { cleanUpFile } from './clean-up-file.ts';
import { countAttempt, type FailureFacts, retryOrFail } from './failure.ts';
import { hash, type Step, type StepContext } from './step.ts';

export const cleanup: Step = { run, onError };

async function run(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const { afterUpload, path, stamp, sha256, identity, id } = record;
  if (!afterUpload || afterUpload.kind === 'leave') return { event: { kind: 'cleaned' } };
  if (isNeeded(record, context.uploadStore.unfinished())) return noted(record, messageOf('note/stillNeeded'));
  const file = { path, stamp, sha256, identity, uploadId: id };
  const { signal } = context;
  const result = await cleanUpFile(file, afterUpload, { hash: (path) => hash(path, context), signal });
  context.log.info('Cleaned up', { id, path, afterUpload: afterUpload.kind, result: result.kind });
  switch (result.kind) {
    case 'deleted':
      return { event: { kind: 'cleaned' } };
    case 'moved':
      return { event: { kind: 'cleaned' }, changes: { movedTo: result.to } };
    case 'gone':
      if (afterUpload.kind === 'delete') return { event: { kind: 'cleaned' } };
      return noted(record, messageOf('note/notThere'));
    case 'replaced':
      return noted(record, messageOf('note/another'));
  }
}

/** Returns true if another upload still has to read the file. */
function isNeeded({ id, path }: UploadRecord, unfinished: readonly UploadRecord[]): boolean {
  const reading = ['inspect', 'choose', 'upload', 'confirm'];
  return unfinished.some(
    (other) => other.id !== id && other.path === path && reading.includes(stepOf(other.machine) ?? ''),
  );
}

/** Retries while the file is busy. Other errors only add a note, because the upload itself is complete. */
function onError(error: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const attempt = countAttempt(error, record, facts, { step: 'cleanup' });
  const { failure, decision } = attempt;
  if (decision.retry && failure.code === 'file/busy') return retryOrFail(attempt, facts, 'cleanup');
  const code = record.afterUpload?.kind === 'move' ? 'note/notMoved' : 'note/notDeleted';
  return noted(record, messageOf(code, { reason: failure }));
}

function noted(record: UploadRecord, note: Message): StepResult {
  return { event: { kind: 'cleaned' }, changes: { notes: [...record.notes, note] } };
}
