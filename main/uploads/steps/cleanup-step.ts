import type { Log } from '../../base/log/log.ts';
import { messageOf } from '../../messages/message.ts';
import type { UploadRecord } from '../machine/record.ts';
import type { StepResult } from '../machine/step-result.ts';
import { noted } from '../machine/step-result.ts';
import { type CleanupResult, type CleanupTools, cleanUpFile } from './after-upload.ts';

/** Moves or deletes the file. The transition into this step is on disk, so a crash in it is taken up where it was. */
export async function cleanupStep(
  record: UploadRecord,
  context: CleanupTools & {
    readonly log: Log;
    /** Whether another upload has still to read the file. */
    readonly isWanted: (record: UploadRecord) => boolean;
  },
): Promise<StepResult> {
  const { afterUpload, path, stamp, sha256, id } = record;
  if (!afterUpload || afterUpload.kind === 'leave') return { event: { kind: 'cleaned' } };
  if (context.isWanted(record)) {
    return noted(record, messageOf('note/stillNeeded'));
  }
  const file = { path, stamp, sha256, identity: record.identity ?? null, mark: id };
  const result = await cleanUpFile(file, afterUpload, context);
  context.log.info('Cleaned up', { id, path, afterUpload: afterUpload.kind, result: result.kind });
  return resultOf(record, result, afterUpload.kind);
}

function resultOf(record: UploadRecord, result: CleanupResult, wanted: 'move' | 'delete'): StepResult {
  switch (result.kind) {
    case 'deleted':
      return { event: { kind: 'cleaned' } };
    case 'moved':
      return { event: { kind: 'cleaned' }, changes: { movedTo: result.to } };
    case 'gone':
      return wanted === 'delete' ? { event: { kind: 'cleaned' } } : noted(record, messageOf('note/notThere'));
    case 'replaced':
      return noted(record, messageOf('note/another'));
  }
}
