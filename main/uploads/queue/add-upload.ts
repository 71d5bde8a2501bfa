import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { UploadStore } from '../journal/upload-store.ts';
import { isBlockedByNetwork, type UploadRecord } from '../record/record.ts';
import {
  confirmsQuestion,
  deduplicate,
  newRecord,
  requireQueueableStamp,
  type UploadRequest,
} from './deduplication.ts';
import { lastOrder } from './reorder.ts';

/** Queues a file or returns its existing upload. Stores nothing if `requireQueueableStamp` throws. */
export async function addUpload(
  request: UploadRequest,
  deps: { readonly clock: Clock; readonly journal: Journal; readonly uploadStore: UploadStore },
): Promise<UploadRecord> {
  const { clock, journal, uploadStore } = deps;
  const stamp = await requireQueueableStamp(request);
  const admission = deduplicate(request, stamp, journal);
  if (admission.kind === 'new') {
    const position = journal.nextPosition();
    const last = lastOrder(uploadStore.unfinished(), position);
    const order = last === position ? {} : { order: last };
    const record = newRecord(request, stamp, { id: randomUUID(), position, ...order, now: clock.now() });
    uploadStore.insert(record);
    return uploadStore.require(record.id);
  }
  const { record } = admission;
  // Adding the same file again resumes an upload that was paused individually.
  const { machine } = record;
  if (request.folderId === null && machine.kind === 'paused' && machine.individually) {
    uploadStore.apply(record.id, { kind: 'resume' });
  }
  if (admission.kind === 'replaced') {
    return uploadStore.apply(record.id, { kind: 'changed' }, { stamp }) ?? uploadStore.require(record.id);
  }
  if (confirmsQuestion(record, request)) uploadStore.apply(record.id, { kind: 'agreed' });
  // A damaged file may be complete by now, and the network may work again, so a retry need not wait.
  if (record.needsVerification || (request.folderId === null && isBlockedByNetwork(record))) {
    uploadStore.apply(record.id, { kind: 'due' });
  }
  return uploadStore.find(record.id) ?? record;
}
