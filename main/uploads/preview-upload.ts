import { uploadErrors } from './errors.ts';
import { newRecord, requireQueueableStamp, type UploadRequest } from './queue/deduplication.ts';
import { choose } from './steps/choose.ts';
import { inspect } from './steps/inspect.ts';
import type { StepServices } from './steps/step.ts';
import type { UploadPreview } from './upload-view.ts';

/** Runs the inspect and choose steps, which only read, and throws their errors. Stores nothing. */
export async function previewUpload(
  request: UploadRequest,
  signal: AbortSignal,
  services: StepServices,
): Promise<UploadPreview> {
  const ignore = (): void => undefined;
  const journal = { ...services.journal, learnApplication: ignore, nextTransferNumber: () => 0 };
  const listeners = { onOffered: ignore, onResumed: ignore, onBytes: ignore, onAcknowledged: ignore };
  const context = { ...services, journal, storeIcon: async () => null, signal, ...listeners };
  const added = newRecord(request, await requireQueueableStamp(request), {
    id: '',
    position: 0,
    now: services.clock.now(),
  });
  const { changes } = await inspect.run(added, context);
  const record = { ...added, ...changes };
  const { event, changes: found } = await choose.run(record, context);
  if (event.kind === 'changed' || !record.package) throw uploadErrors.changing({ path: record.path });
  const asksToSend = record.machine.plan.send && !record.sendAnyway && event.kind !== 'known';
  const sendWarnings = asksToSend
    ? [...(record.package.installWarnings ?? []), ...(await context.sendWarnings(record))]
    : [];
  const states = { known: 'already-there', ask: 'ready' } as const;
  const finalState = sendWarnings.length > 0 ? 'asking' : 'done';
  return {
    package: record.package,
    state: event.kind === 'known' || event.kind === 'ask' ? states[event.kind] : finalState,
    versionId: found?.target?.versionId ?? null,
    notes: found?.notes ?? record.notes,
    sendWarnings,
  };
}
